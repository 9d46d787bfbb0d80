// A phone number in which a letter stands for a digit is asked about, and the customer never reads it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Prefill } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

describe('letters that look like digits', () => {
  test.each([
    '07I2345678',
    '07l2345678',
    'O712345678',
    'o7i2345678',
    '7I2345678',
    '+254 7I2 345 678',
    '+254O712345678',
    'O712 345 678',
    '0712-345-67O',
    '(07I2) 345678',
    '254 7I2 345 678',
    '０７I２３４５６７８',
  ])('%j is a broken phone number, and the amount beside it is taken', (number) => {
    const warning = { kind: 'not_promptable', text: number.normalize('NFKC') } as const;
    expect(readPromptWords(`${number} 1500 Flour`)).toEqual({
      amount: '1500',
      description: 'Flour',
      warnings: [{ field: 'msisdn', ...warning, text: expect.stringContaining(warning.text.slice(1, -1)) }],
    });
    const link = readLinkWords(`1500 Flour ${number}`);
    expect(link).toMatchObject({ amount: '1500', description: 'Flour' });
    expect(link.warnings).toMatchObject([{ field: 'phone_number', kind: 'not_a_number' }]);
    expect(link).not.toHaveProperty('customer');
  });

  test.each<[string, Prefill]>([
    ['1500 5l oil', { amount: '1500', description: '5l oil' }],
    ['0712345678 1500 10l', { amount: '1500', description: '10l' }],
    ['0712345678 1500 O2 cylinder', { amount: '1500', description: 'O2 cylinder' }],
    ['1500 INV-2O41', { amount: '1500', description: 'INV-2O41' }],
    ['1500 2 lollies', { amount: '1500', description: '2 lollies' }],
  ])('%j has no phone number in it that could be meant otherwise', (text, found) => {
    expect(readPromptWords(text)).toMatchObject(found);
    expect(readPromptWords(text)).not.toHaveProperty('warnings');
  });

  test('whichever digits are letters, and however the number is written, nothing of it is left in the description', () => {
    const number = fc
      .tuple(
        fc.constantFrom('0', '+254', '254', '(+254) ', '254 '),
        fc.constantFrom('712', '722', '110'),
        fc.stringMatching(/^[01]{6}$/),
        fc.constantFrom('', ' ', '-'),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
      )
      .map(([start, prefix, rest, gap, areLetters]) => {
        const digits = `${start}${[prefix, rest.slice(0, 3), rest.slice(3)].join(gap)}`;
        const isShown = (at: number) => areLetters[at] && !/^\s|\s$/.test(digits.slice(at, at + 1));
        return [...digits]
          .map((digit, at) => (isShown(at) ? digit.replace('0', 'O').replace('1', 'l') : digit))
          .join('');
      })
      // A group without a digit is a word.
      .filter((typed) => typed.split(/[ -]/).every((group) => /\d/.test(group)));
    fc.assert(
      fc.property(number, fc.integer({ min: 100, max: 99_999 }), (typed, value) => {
        for (const read of [readPromptWords, readLinkWords]) {
          const found = read(`Flour ${typed}, ${value} KES`);
          expect(found.description).toBe('Flour');
          expect(found.amount).toBe(String(value));
          expect((found.phone ?? found.customer) !== undefined || found.warnings !== undefined).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
