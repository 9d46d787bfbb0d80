// Reading phone numbers in any spelling, and masking them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskMsisdn, maskNumbers, maskPayer, parseContact, parseMsisdn } from '#lib/msisdn.ts';

/** Numbers that exist: nine digits after the country code, by the operators' own prefixes. */
const kenyan = fc
  .tuple(fc.constantFrom('712', '722', '733', '110', '100'), fc.stringMatching(/^\d{6}$/))
  .map(([prefix, rest]) => prefix + rest);
const ugandan = fc
  .tuple(fc.constantFrom('701', '752', '772'), fc.stringMatching(/^\d{6}$/))
  .map(([prefix, rest]) => prefix + rest);

const spaced = (digits: string, gap: string) =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(gap);

function spellings(national: string, countryCode: string): string[] {
  const starts = [`0${national}`, `${countryCode}${national}`, `+${countryCode}${national}`, national];
  const gaps = [' ', '-', '.'].flatMap((gap) => [
    `0${spaced(national, gap)}`,
    `+${countryCode}${gap}${spaced(national, gap)}`,
    `${countryCode} ${spaced(national, gap)}`,
  ]);
  return [...starts, ...gaps, `(0${national.slice(0, 3)}) ${national.slice(3)}`, `  0${national} `];
}

describe('a mobile number', () => {
  test('a Kenyan mobile number is read in any spelling', () => {
    fc.assert(
      fc.property(kenyan, (national) => {
        for (const text of spellings(national, '254')) {
          expect([text, parseMsisdn(text, 'KE')]).toEqual([text, { ok: true, value: `254${national}` }]);
        }
      }),
    );
  });

  test('a Ugandan mobile number is read in any spelling', () => {
    fc.assert(
      fc.property(ugandan, (national) => {
        for (const text of spellings(national, '256')) {
          expect([text, parseMsisdn(text, 'UG')]).toEqual([text, { ok: true, value: `256${national}` }]);
        }
      }),
    );
  });

  // From web pages and contacts come other dashes and brackets, and from other keyboards other digits.
  test.each([
    '+254\u2011712\u2011345\u2011678',
    '0712–345–678',
    '(+254) 712 345 678',
    '＋254712345678',
    '٠٧١٢٣٤٥٦٧٨',
  ])('a number is read with the marks of whatever it was copied from: %s', (text) =>
    expect(parseMsisdn(text, 'KE')).toEqual({ ok: true, value: '254712345678' }),
  );

  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['hello', 'not_a_mobile_number'],
    ['0712', 'not_a_mobile_number'],
    ['0712345678 Ann', 'not_a_mobile_number'],
    ['07123456789012', 'not_a_mobile_number'],
    ['020 2222222', 'not_a_mobile_number'],
    ['+254 20 2222222', 'not_a_mobile_number'],
    ['+256 772 123456', 'other_country'],
    ['+1 212 555 0123 ext 5', 'not_a_mobile_number'],
  ])('%j is refused as a Kenyan mobile number: %s', (text, fault) => {
    expect(parseMsisdn(text, 'KE')).toEqual({ ok: false, fault });
  });

  test('MTN Uganda’s numbers that begin with 039 are mobile numbers, and no other landline is', () => {
    expect(parseMsisdn('0392 123 456', 'UG')).toEqual({ ok: true, value: '256392123456' });
    expect(parseMsisdn('+256392123456', 'KE')).toEqual({ ok: false, fault: 'other_country' });
    for (const landline of ['0414 123 456', '0312 345 678', '+256 20 0123456'])
      expect(parseMsisdn(landline, 'UG')).toEqual({ ok: false, fault: 'not_a_mobile_number' });
  });

  test('no number is read for a country that does not exist', () => {
    expect(parseMsisdn('0712345678', 'XX')).toEqual({ ok: false, fault: 'not_a_mobile_number' });
  });

  test('a mobile number that was read is digits only and begins with its country code', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+ -()') }), (text) => {
        const read = parseMsisdn(text, 'KE');
        if (read.ok) expect(read.value).toMatch(/^254\d{9}$/);
        else expect(['missing', 'not_a_mobile_number', 'other_country']).toContain(read.fault);
      }),
    );
  });
});

describe('a contact', () => {
  test('a contact’s number may be of any country, and is of the home country when it has no country code', () => {
    expect(parseContact('0712 345 678', 'KE')).toBe('254712345678');
    expect(parseContact('+256 772 123456', 'KE')).toBe('256772123456');
    expect(parseContact('+44 7400 123456', 'KE')).toBe('447400123456');
    expect(parseContact('+44 20 7946 0958', 'KE')).toBe('442079460958');
    expect(parseContact('+254 20 2222222', 'UG')).toBe('254202222222');
    expect(parseContact('020 2222222', 'KE')).toBe('254202222222');
    expect(parseContact('+256 392 123456', 'KE')).toBe('256392123456');
    expect(parseContact('nobody', 'KE')).toBeUndefined();
    expect(parseContact('', 'KE')).toBeUndefined();
  });
});

describe('a contact’s number', () => {
  test('a number of seven digits with its country code is one, and one of six is none', () => {
    expect(parseContact('+683 5000', 'KE')).toBe('6835000');
    expect(parseContact('683 5000', 'UG')).toBe('6835000');
    // In Kenya this is a landline.
    expect(parseContact('683 5000', 'KE')).toBe('2546835000');
    expect(parseContact('+683 500', 'KE')).toBeUndefined();
  });

  test('a plus stands before the country code, and 0 before a number of the home country', () => {
    expect(parseContact('+712345678', 'KE')).toBeUndefined();
    expect(parseContact('+0712345678', 'KE')).toBeUndefined();
    expect(parseContact('0254712345678', 'KE')).toBeUndefined();
    expect(parseContact('447400123456', 'KE')).toBe('447400123456');
    expect(parseContact('254712345670', 'KE')).toBe('254712345670');
  });

  test('00 before a country code is its plus, and 000 or one 0 is not', () => {
    expect(parseContact('00255 754 123456', 'KE')).toBe('255754123456');
    expect(parseMsisdn('(00254) 712-345-678', 'KE')).toEqual({ ok: true, value: '254712345678' });
    expect(parseContact('00712345678', 'KE')).toBeUndefined();
    expect(parseContact('0000255754123456', 'KE')).toBeUndefined();
  });

  test('what is no number at all is none, however it is written', () => {
    for (const text of ['0000000', '.......', '+', '0'.repeat(18), '9'.repeat(18), '1'.repeat(40)])
      expect(parseContact(text, 'KE')).toBeUndefined();
  });
});

describe('long numbers in a text', () => {
  test('the middle of every long number is cut out, and what is shorter than nine digits stays', () => {
    expect(maskNumbers('paid by 254712345678 and 0722345678')).toBe(
      'paid by +254 7•• ••• 678 and 07•• ••• 678',
    );
    expect(maskNumbers('4111 1111 1111 1111')).toBe('4111•••111');
    expect(maskNumbers('712345678')).toBe('7•• ••• 678');
    expect(maskNumbers('12345678')).toBe('12345678');
    expect(maskNumbers('till 123456, 12 bags at 1 500')).toBe('till 123456, 12 bags at 1 500');
    expect(maskNumbers('1  2  3  4  5  6  7  8  9')).toBe('1  2  3  4  5  6  7  8  9');
    expect(maskNumbers('2547xxx56689')).toBe('2547xxx56689');
  });
});

describe('a payer', () => {
  test('a payer’s number is masked in any spelling, however wide its gaps are', () => {
    fc.assert(
      fc.property(kenyan, (national) => {
        for (const text of spellings(national, '254')) {
          const masked = maskPayer(text.replaceAll(' ', '  '));
          expect(masked).toMatch(/••• ?\d{3}\s*$/);
          expect(masked.replace(/\D/g, '').length).toBeLessThanOrEqual(7);
        }
      }),
    );
  });

  test('a payer without a long number stays', () => {
    for (const text of [
      '2547xxx56689',
      '4761 73XX XXXX 0119',
      '476173 ****** 0119',
      'M-PESA (12)',
      '1 2-3.4 5678',
      '',
    ])
      expect(maskPayer(text)).toBe(text);
  });
});

describe('a mask', () => {
  test('a masked number shows the country code, the first digit and the last three', () => {
    expect(maskMsisdn('254712345678')).toBe('+254 7•• ••• 678');
    expect(maskMsisdn('+254 712 345 678')).toBe('+254 7•• ••• 678');
  });

  test('a masked short number shows no digit', () => {
    expect(maskMsisdn('12345678')).toBe('••••••••');
    expect(maskMsisdn('12')).toBe('••••');
    expect(maskMsisdn('')).toBe('••••');
  });

  test('a masked number does not depend on the middle digits', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{4}$/),
        fc.stringMatching(/^\d{2,8}$/),
        fc.stringMatching(/^\d{2,8}$/),
        fc.stringMatching(/^\d{3}$/),
        (head, middle, other, tail) => {
          expect(maskMsisdn(head + middle + tail)).toBe(maskMsisdn(head + other + tail));
          expect(maskMsisdn(head + middle + tail).replace(/\D/g, '').length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });
});
