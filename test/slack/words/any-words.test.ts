// Whatever is typed after the command: phone, amount and description in any order and spelling are told apart, or asked about.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '#lib/money.ts';
import { parseMsisdn } from '#lib/msisdn.ts';
import { plainText } from '#lib/text.ts';
import { howMany } from '#test/proofs/how-many.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

describe('whatever is typed', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '0712345678',
      '+254',
      '712',
      '345',
      '678',
      '1,500',
      '1.5k',
      '1500/=',
      'KES',
      'usd',
      'for',
      'Ann',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const typed = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

  test.each([readPromptWords, readLinkWords])(
    '%o leaves as the description words that were typed, in their order, and adds none',
    (read) => {
      fc.assert(
        fc.property(typed, (text) => {
          const { description = '' } = read(text);
          const lettersOf = (of: string) => [...plainText(of).normalize('NFKD').replace(/\s/g, '')];
          const left = lettersOf(description);
          const all = lettersOf(text);
          expect(
            left.filter((letter) => {
              const at = all.indexOf(letter);
              if (at >= 0) all.splice(0, at + 1);
              return at < 0;
            }),
          ).toEqual([]);
        }),
      );
    },
  );

  test.each([readPromptWords, readLinkWords])('%o prefills only an amount that the form accepts', (read) => {
    fc.assert(
      fc.property(typed, (text) => {
        const { amount, currency = 'KES' } = read(text);
        if (amount === undefined) return;
        const result = parseAmount(amount, currency);
        expect(result.ok ? '' : result.fault).not.toMatch(/missing|not_a_number/);
        expect(amount).not.toMatch(/[,\s]/);
      }),
    );
  });
});

const national = fc
  .tuple(fc.constantFrom('712', '722', '733', '758', '110', '101'), fc.stringMatching(/^\d{6}$/))
  .map(([prefix, rest]) => prefix + rest);

const spaced = (digits: string, gap: string) =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(gap);

/** Each spelling that names its country or begins with 0. */
const phone = national.chain((digits) =>
  fc
    .constantFrom(
      `0${digits}`, `254${digits}`, `+254${digits}`, `0${spaced(digits, ' ')}`, `0${spaced(digits, '-')}`,
      `+254 ${spaced(digits, ' ')}`, `254 ${spaced(digits, ' ')}`, `+254-${spaced(digits, '-')}`, `(+254) ${digits}`,
      `(0${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`, `+254 (0) ${digits}`, `\u202a+254${digits}\u202c`,
      `0${digits.slice(0, 3)} ${digits.slice(3)}`, `0${digits.slice(0, 1)} ${digits.slice(1, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
    ) // biome-ignore format: one list
    .map((typed) => ({ typed, msisdn: `254${digits}` })),
);

const grouped = (value: number, gap: string) => value.toLocaleString('en').replaceAll(',', gap);

/** Each spelling that cannot be anything else; from 100 on, because "12 loaves" may be a count. */
const amount = fc.integer({ min: 100, max: 9_999_999 }).chain((value) =>
  fc
    .constantFrom(
      `${value}`, grouped(value, ','), grouped(value, ' '), `KES ${value}`, `Ksh${value}`, `ksh. ${grouped(value, ',')}`,
      `${value}/=`, `${grouped(value, ',')}/-`, `${value} KES`, `${value}.00`, `KES ${grouped(value, ' ')}`, `${value}bob`,
    ) // biome-ignore format: one list
    .map((typed) => ({ typed, value })),
);

/** Words without a digit, none of which can be counted or is a currency. */
const description = fc
  .array(fc.constantFrom('flour', 'Jane', 'for', 'sugar', 'School', 'fees', 'ya', 'unga', '—', 'è', '😀'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '));

const between = fc.constantFrom(' ', ', ', ',', '  ', '\t', '\u00a0', ' - ', '; ');

const parts = fc
  .tuple(
    phone,
    amount,
    description,
    fc.constantFrom('pad', 'pda', 'apd', 'adp', 'dpa', 'dap'),
    between,
    between,
  )
  .map(([number, money, words, order, first, second]) => {
    const typed = { p: number.typed, a: money.typed, d: words };
    const [one, two, three] = [...order].map((letter) => typed[letter as keyof typeof typed]);
    return { number, money, words, text: `${one}${first}${two}${second}${three}` };
  });

/** "254700 254 722 838 940": the amount may stand before the number or behind it, which is asked about (phone-words.test.ts). */
function isAsked(text: string): boolean {
  return /25[46]\D{0,3}\d{3}\D{1,3}25[46]/.test(text);
}

/** No run of digits, however it is spelt, with the end of the number in it. */
function withoutSeparators(text: string): string {
  return text.replace(/[^\p{L}\d]/gu, '');
}

describe('a phone number, an amount and a description', () => {
  test('a prompt’s words in any order, spelling and separation are each read as what they are, or the amount is asked about', () => {
    fc.assert(
      fc.property(parts, ({ number, money, words, text }) => {
        fc.pre(!isAsked(text));
        const found = readPromptWords(text);
        const read = parseMsisdn(found.phone ?? '', 'KE');
        expect(read).toEqual({ ok: true, value: number.msisdn });
        if (found.amount === undefined)
          expect(found.warnings?.some(({ field }) => field === 'amount')).toBe(true);
        else expect(Number(found.amount)).toBe(money.value);
        const letters = (typed: string) => typed.replace(/[^\p{L}😀]/gu, '');
        expect(letters(found.description ?? '')).toBe(letters(words));
      }),
      { numRuns: howMany({ short: 300, full: 3_000 }) },
    );
  });

  test('a link’s words in any order, spelling and separation never show the number, which becomes the customer’s', () => {
    fc.assert(
      fc.property(parts, ({ number, money, text }) => {
        fc.pre(!isAsked(text));
        const { customer, description: what = '', amount: read, warnings } = readLinkWords(text);
        expect(customer).toEqual({ phone: number.msisdn });
        expect(withoutSeparators(what)).not.toContain(number.msisdn.slice(3));
        if (read === undefined) expect(warnings?.some(({ field }) => field === 'amount')).toBe(true);
        else expect(Number(read)).toBe(money.value);
      }),
      { numRuns: howMany({ short: 300, full: 3_000 }) },
    );
  });

  test('a number and an amount alone, in either order and any spelling, are both read', () => {
    fc.assert(
      fc.property(phone, amount, fc.boolean(), between, (number, money, isFirst, gap) => {
        const text = isFirst ? `${number.typed}${gap}${money.typed}` : `${money.typed}${gap}${number.typed}`;
        fc.pre(!isAsked(text));
        const found = readPromptWords(text);
        expect(parseMsisdn(found.phone ?? '', 'KE')).toEqual({ ok: true, value: number.msisdn });
        // "1 500 254 712 345 678": the amount may be 1 500 254.
        const isInDoubt = /(?<!\d)\d{1,3}[\s,]254 $/.test(
          isFirst ? '' : text.slice(0, money.typed.length + gap.length + 4),
        );
        expect(found.amount === undefined ? undefined : Number(found.amount)).toBe(
          isInDoubt ? undefined : money.value,
        );
        expect(found).not.toHaveProperty('description');
      }),
      { numRuns: howMany({ short: 200, full: 2_000 }) },
    );
  });

  test('of two numbers, neither is an amount or part of the description, and the first is taken', () => {
    fc.assert(
      fc.property(phone, phone, amount, description, (one, two, money, words) => {
        const text = `${one.typed} ${money.typed} ${words} ${two.typed}`;
        fc.pre(!isAsked(text));
        const found = readPromptWords(text);
        expect(parseMsisdn(found.phone ?? '', 'KE')).toEqual({ ok: true, value: one.msisdn });
        expect(Number(found.amount)).toBe(money.value);
        expect(withoutSeparators(found.description ?? '')).not.toContain(two.msisdn.slice(3));
        const isTold = found.warnings?.some(({ kind }) => kind === 'second_number') ?? false;
        expect(isTold).toBe(one.msisdn !== two.msisdn);
      }),
      { numRuns: howMany({ short: 100, full: 1_000 }) },
    );
  });

  test('nine digits beside an amount are a number with a warning, or both are asked about; never an amount', () => {
    const short = national.chain((digits) =>
      fc.constantFrom(digits, spaced(digits, ' '), spaced(digits, '-')),
    );
    fc.assert(
      fc.property(short, amount, fc.boolean(), (number, money, isFirst) => {
        // 254714 712 000 700 is a number with its country code, and 700.
        fc.pre(isFirst || !/^\D*25[46]/.test(money.typed));
        const found = readPromptWords(isFirst ? `${number} ${money.typed}` : `${money.typed} ${number}`);
        expect(found.warnings?.length).toBeGreaterThan(0);
        if (found.amount !== undefined) expect(Number(found.amount)).toBe(money.value);
        expect(withoutSeparators(found.description ?? '')).not.toContain(number.replace(/\D/g, ''));
      }),
      { numRuns: howMany({ short: 200, full: 2_000 }) },
    );
  });

  test('a number that lacks a digit, or has one too many, is never an amount, and two digits behind it are none by themselves', () => {
    const broken = fc
      .tuple(national, fc.boolean())
      .map(([digits, isLong]) => `0${isLong ? `${digits}5` : digits.slice(0, 8)}`);
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 9_999_999 }), description, (number, value, words) => {
        for (const read of [readPromptWords, readLinkWords]) {
          const found = read(`${number} ${value} ${words}`);
          // Where the digits behind complete the number, it is one: 07123456 78.
          if (found.phone ?? found.customer) continue;
          expect(found.amount).toBe(value > 99 ? String(value) : undefined);
          expect(found.warnings?.length).toBeGreaterThan(0);
          expect(found.description).toBe(words);
        }
      }),
      { numRuns: howMany({ short: 100, full: 1_000 }) },
    );
  });
});

test('a very long text is read as far as a form could show it, without keeping anybody waiting', () => {
  for (const word of ['0712345678 ', '7 073 943 0712 ', '1 ', '712 345 678 ', '(+', '1,500 ', 'flour ']) {
    const { description = '' } = readPromptWords(`0712345678 1500 ${word.repeat(40_000 / word.length)}`);
    expect(description.length).toBeLessThan(1_000);
  }
  expect(readLinkWords(`2500 ${'x'.repeat(40_000)}`)).toEqual({ amount: '2500' });
});
