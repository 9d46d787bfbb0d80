// Card numbers in what people write: found in every spelling that the rule allows, and never in a number beside an amount.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCardNumber } from '#lib/text.ts';

/** Test numbers of each kind and length. */
const CARDS = [
  '4222222222222', '4111111111111111', '4242424242424242', '4012888888881881', '5555555555554444', '5105105105105100',
  '2223003122003222', '2221000000000009', '2720991234567894', '4000001234567890124', '620000000000000005', '6304000000000000018', '378282246310005', '371449635398431', '6011111111111117', '6304000000000000',
]; // biome-ignore format: one list reads better than a line each

const card = fc.constantFrom(...CARDS);
const gap = fc.constantFrom(' ', '-', '\u00a0', '\u2011', '–', '−', '.', '/', '／', '．');

/** Every spelling of the rule: one run, and groups where the length has them. */
function groupsOf(digits: string): string[] {
  if (digits.length === 16) return digits.match(/\d{4}/g) ?? [];
  return digits.length === 15 ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : [digits];
}

describe('a card number', () => {
  test('a card number is found in every spelling, wherever it stands in a text', () => {
    const around = fc.constantFrom(
      '',
      'pay ',
      '0712345678 1500 ',
      '1234 ',
      'Jane:',
      ' 12/27 123',
      ', thanks',
      '.',
    );
    fc.assert(
      fc.property(card, gap, around, around, (digits, between, before, after) => {
        const lead = /\d$/.test(before) ? `${before} ` : before;
        const tail = /^\d/.test(after) ? ` ${after}` : after;
        expect(hasCardNumber(`${lead}${digits}${tail}`)).toBe(true);
        expect(hasCardNumber(`${lead}${groupsOf(digits).join(between)}${tail}`)).toBe(true);
      }),
    );
  });

  test('a card number is found in digits of other keyboards as well', () => {
    for (const text of [
      '４１１１１１１１１１１１１１１１',
      '４１１１　１１１１ １１１１．１１１１',
      '٤١١١ ١١١١ ١١١١ ١١١١',
    ])
      expect(hasCardNumber(text), text).toBe(true);
    expect(hasCardNumber('4111 1111 1111 1111²')).toBe(true);
  });

  test('a card number is found also where marks that show nothing stand between its digits', () => {
    const mark = fc.constantFrom('\u200b', '\u00ad', '\u2060', '\u202a', '\ufeff');
    fc.assert(
      fc.property(card, mark, fc.integer({ min: 1, max: 12 }), (digits, hidden, at) => {
        expect(hasCardNumber(groupsOf(digits).join(hidden))).toBe(true);
        expect(hasCardNumber(digits.slice(0, at) + hidden + digits.slice(at))).toBe(true);
      }),
    );
  });

  test('a card number with one wrong digit is none', () => {
    fc.assert(
      fc.property(card, fc.nat(18), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const place = at % digits.length;
        const wrong = (Number(digits[place]) + by) % 10;
        expect(hasCardNumber(digits.slice(0, place) + wrong + digits.slice(place + 1))).toBe(false);
      }),
    );
  });

  test('a card number inside a longer run of digits is none', () => {
    const digits = fc.stringMatching(/^\d{1,6}$/);
    fc.assert(
      fc.property(fc.constantFrom('4111111111111111', '5555555555554444'), digits, (number, more) => {
        expect(hasCardNumber(`9${more}${number}`)).toBe(false);
        expect(hasCardNumber(`${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}${more}`)).toBe(
          false,
        );
      }),
    );
  });

  test.each([
    '4111  1111 1111 1111', '411111 1111111111', '41111111 11111111', '4111 1111 11111111', '4111\\1111\\1111\\1111',
    '4111. 1111. 1111. 1111', '4111//1111//1111//1111', '4111,1111,1111,1111', '4111.1111.1111.111.1', '3782.8224.6310.005',
    '3782 8224 6310 005', '4111\n1111\n1111\n1111', '1111111111111117', '5055555555554448', '2221000000000000',
  ])('%j is no card number: other groups, another beginning or another check digit', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  }); // biome-ignore format: one list reads better than ten lines
});

describe('what is no card number', () => {
  const national = fc.stringMatching(/^(?:7[0-9]|11|10)\d{7}$/).map((digits) => digits.slice(0, 9));
  const spaced = (digits: string, between: string) =>
    [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(between);
  const phone = fc.tuple(national, fc.constantFrom('254', '256'), fc.constantFrom(' ', '-', '.', '/')).chain(
    ([digits, code, between]) =>
      fc.constantFrom(
        `${code}${digits}`, `+${code}${digits}`, `0${digits}`, digits, `0${spaced(digits, between)}`,
        `${code} ${spaced(digits, between)}`, `+${code}${between}${spaced(digits, between)}`, spaced(digits, between),
        `(0${digits.slice(0, 3)}) ${digits.slice(3)}`,
      ), // biome-ignore format: one list reads better than nine lines
  );
  const amount = fc.integer({ min: 1, max: 9_999_999 }).chain(
    (value) =>
      fc.constantFrom(
        `${value}`, value.toLocaleString('en'), value.toLocaleString('en').replaceAll(',', ' '), `KES ${value}`,
        `${value}.50`, `${value}/=`,
        value.toLocaleString('en').replaceAll(',', '.'), `${value}/-`,
      ), // biome-ignore format: one list reads better than six lines
  );

  test('a phone number beside an amount is never taken for a card number', () => {
    fc.assert(
      fc.property(
        phone,
        amount,
        fc.constantFrom(' ', ', ', ',', '  ', '\t', '.', '/', ' / ', '-'),
        (number, money, between) => {
          expect(hasCardNumber(`${number}${between}${money}`), `${number}${between}${money}`).toBe(false);
          expect(hasCardNumber(`${money}${between}${number}`), `${money}${between}${number}`).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('two numbers and two amounts in a row are never taken for a card number', () => {
    const between = fc.constantFrom(' ', '-', '.', '/');
    fc.assert(
      fc.property(phone, phone, amount, amount, between, (one, two, money, rest, gap) => {
        const text = [one, money, two, rest].join(gap);
        expect(hasCardNumber(text), text).toBe(false);
        expect(hasCardNumber([money, rest, one, two].join(gap)), text).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    'BR6ZC-VV9H9', 'INV-2041', '96a5e1d9-f711-4423-82ce-dd758f972713', '1763712000.123456', '2026-11-22T02:35:16Z',
    '20261122023516', '1763712000123', '1763712000123456', 'SJK7QWERTY', 'KES 4,111,111,111,111,111', '2547xxx56689', '',
  ])('%j is no card number', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  }); // biome-ignore format: one list reads better than a line each
});
