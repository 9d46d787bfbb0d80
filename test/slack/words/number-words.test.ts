// Words that give a number another value, currencies that the amount is not in, and digits of other keyboards.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Warning, WarningKind } from '#slack/text/fields.ts';
import type { Prefill } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

function doubt(kind: WarningKind, text: string): Warning {
  return { field: 'amount', kind, text };
}

describe('a number beside a word that changes it', () => {
  test.each<[string, string, string?]>([
    ['15 hundred Flour', '15 hundred'],
    ['2 thousand Flour', '2 thousand'],
    ['2 thousand, Flour', '2 thousand'],
    ['2 Thousands. Flour', '2 Thousands'],
    ['2 k Flour', '2 k'],
    ['1.5 K Flour', '1.5 K'],
    ['2 k/= Flour', '2 k/='],
    ['2 grand Flour', '2 grand'],
    ['2 m Flour', '2 m'],
    ['2.5 million Flour', '2.5 million'],
    ['1 500 thousand Flour', '1 500 thousand'],
    ['1 hundred thousand Flour', '1 hundred thousand'],
    ['2 elfu Flour', '2 elfu'],
    ['5 mia Flour', '5 mia'],
    ['2 laki Flour', '2 laki'],
    ['KES 2 thousand Flour', '2 thousand'],
    ['2 thousand bob Flour', '2 thousand', 'bob Flour'],
    ['2thousand Flour', '2thousand'],
    ['2THOUSAND Flour', '2THOUSAND'],
    ['99 mia Flour', '99 mia'],
    ['2-thousand Flour', '2-thousand'],
    ['2 thousand 500 Flour', '2 thousand, 500', '2 thousand 500 Flour'],
    ['elfu 15 Flour', 'elfu, 15', 'elfu 15 Flour'],
    ['elfu mbili 500 Flour', 'elfu, 500', 'elfu mbili 500 Flour'],
    ['two thousand and 500 Flour', 'thousand, 500', 'two thousand and 500 Flour'],
    ['mia 5 Flour', '5', 'mia 5 Flour'],
    ['two thousand Flour', 'thousand', 'two thousand Flour'],
    ['two THOUSAND Flour', 'THOUSAND', 'two THOUSAND Flour'],
  ])('%j multiplies: no amount is taken', (text, named, description = 'Flour') => {
    const found = readLinkWords(text);
    expect(found).not.toHaveProperty('amount');
    expect(found).toMatchObject({ description, warnings: [doubt('unclear', named)] });
  });

  test.each<[string, string, string?]>([
    ['25 dollars Fees', '25 dollars'],
    ['25  dollars Fees', '25 dollars'],
    ['25DOLLARS Fees', '25DOLLARS'],
    ['1500 dollars 25 Fees', '1500 dollars', '25 Fees'],
    ['$ 25 dollars 30 Fees', '25 dollars', '$ 30 Fees'],
    ['Fees 1500 dollars 25', '1500 dollars', 'Fees 25'],
    ['25 US dollars Fees', '25 US dollars'],
    ['25 Euros Fees', '25 Euros'],
    ['25 pounds Fees', '25 pounds'],
    ['Fees 25 bucks', '25 bucks'],
    ['$ 25 Fees', '$ 25'],
    ['US$ 25 Fees', 'US$ 25'],
    ['25 € Fees', '25 €'],
    ['dollars 25 Fees', 'dollars 25'],
    ['25dollars Fees', '25dollars'],
    ['2 thousand dollars Fees', '2 thousand dollars'],
    ['1 500 dollars Fees', '1 500 dollars'],
  ])('%j is another currency’s: no amount is taken', (text, named, description = 'Fees') => {
    expect(readLinkWords(text)).toEqual({
      description,
      warnings: [doubt('other_currency', named)],
    });
  });

  test.each<[string, Prefill]>([
    ['1500 shillings Flour', { amount: '1500', description: 'shillings Flour' }],
    ['1500 bob Flour', { amount: '1500', description: 'bob Flour' }],
    ['1500 Ksh Flour', { amount: '1500', currency: 'KES', description: 'Flour' }],
    ['1500 Mia Flour', { amount: '1500', description: 'Mia Flour' }],
    ['100 mia Flour', { amount: '100', description: 'mia Flour' }],
    ['50 Kimia Flour', { amount: '50', description: 'Kimia Flour' }],
    ['50 Miami Flour', { amount: '50', description: 'Miami Flour' }],
    ['25 bus dollars', { amount: '25', description: 'bus dollars' }],
    ['25 usual dollars', { amount: '25', description: 'usual dollars' }],
    ['25 , dollars', { amount: '25', description: 'dollars' }],
    ['Mia 1500 Flour', { amount: '1500', description: 'Mia Flour' }],
    ['1500, Grand Hotel', { amount: '1500', description: 'Grand Hotel' }],
    ['Grand Hotel 1500', { amount: '1500', description: 'Grand Hotel' }],
    [
      'KES 1500 for a thousand bricks',
      { amount: '1500', currency: 'KES', description: 'for a thousand bricks' },
    ],
    ['１５００ Flour', { amount: '1500', description: 'Flour' }],
    ['ＫＥＳ　１，５００ Flour', { amount: '1500', currency: 'KES', description: 'Flour' }],
    ['١٥٠٠ Flour', { amount: '1500', description: 'Flour' }],
  ])('%j is an amount like any other', (text, found) => {
    expect(readLinkWords(text)).toEqual(found);
  });

  test.each(['10² Flour', '1½ Flour', '15① Flour'])('%j does not become a longer number', (text) => {
    expect(readLinkWords(text)).not.toHaveProperty('amount');
  });

  const number = fc
    .integer({ min: 1, max: 9_999_999 })
    .chain((value) =>
      fc.constantFrom(
        `${value}`,
        value.toLocaleString('en'),
        `${value}.50`,
        `KES ${value}`,
        `0712345678 ${value}`,
      ),
    );
  const word = fc.constantFrom('hundred', 'Thousand', 'thousands', 'k', 'K', 'm', 'million', 'grand', 'elfu', 'laki', 'milioni', 'dollars', 'US dollars', 'Euro', 'pounds', '$', '€'); // biome-ignore format: one list

  test('whatever the number and however it is written, such a word behind it leaves the amount open', () => {
    fc.assert(
      fc.property(number, word, fc.constantFrom('', ' Flour', ', Flour', ' bob'), (typed, changing, rest) => {
        for (const read of [readPromptWords, readLinkWords]) {
          const found = read(`${typed} ${changing}${rest}`);
          expect(found).not.toHaveProperty('amount');
          expect(found.warnings?.some(({ field }) => field === 'amount')).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('digits of another keyboard are read like those of this one', () => {
    const rows = [0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce, 0x1d7e2];
    fc.assert(
      fc.property(number, fc.constantFrom(...rows), (typed, zero) => {
        const other = typed.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        expect(readPromptWords(`${other} Flour`)).toEqual(readPromptWords(`${typed} Flour`));
      }),
    );
  });
});
