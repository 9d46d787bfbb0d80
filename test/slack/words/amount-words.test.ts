// Which of the numbers among the words is the amount, and which is asked about.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Warning, WarningKind } from '#slack/text/fields.ts';
import type { Prefill } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const JANE = '254712345678' as Msisdn;

function doubt(kind: WarningKind, text: string): Warning {
  return { field: 'amount', kind, text };
}

const CERTAIN: readonly [string, Prefill][] = [
  ['1500 flour', { amount: '1500', description: 'flour' }],
  ['fees 2500', { amount: '2500', description: 'fees' }],
  ['Jane 1500 flour', { amount: '1500', description: 'Jane flour' }],
  ['1 500 Sugar', { amount: '1500', description: 'Sugar' }],
  ['1 500 000', { amount: '1500000' }],
  ['KES 1 500.50', { amount: '1500.50', currency: 'KES' }],
  ['1 500 KES', { amount: '1500', currency: 'KES' }],
  ['1500KES', { amount: '1500', currency: 'KES' }],
  ['1500bob', { amount: '1500' }],
  ['flour: 1500.', { amount: '1500', description: 'flour:' }],
  ['flour - 1500 - Jane', { amount: '1500', description: 'flour Jane' }],
  ['1,500,Flour, two bags', { amount: '1500', description: 'Flour, two bags' }],
  ['0.50', { amount: '0.50' }],
  ['1500 2 bags', { amount: '1500', description: '2 bags' }],
  ['1500 2 loaves', { amount: '1500', description: '2 loaves' }],
  ['1500 KES 2 loaves', { amount: '1500', currency: 'KES', description: '2 loaves' }],
  ['2 bags 1500', { amount: '1500', description: '2 bags' }],
  ['5kg maize 1500', { amount: '1500', description: '5kg maize' }],
  ['500 ml milk 1500', { amount: '1500', description: '500 ml milk' }],
  [
    'KES 20 bags',
    { amount: '20', currency: 'KES', description: 'bags', warnings: [doubt('counted', 'KES 20 bags')] },
  ],
  ['1500 room 12', { amount: '1500', description: 'room 12' }],
  ['1500 Rent May 2026', { amount: '1500', description: 'Rent May 2026' }],
  ['1500 rent 21.11.2026', { amount: '1500', description: 'rent 21.11.2026' }],
  ['1500 invoice 0042', { amount: '1500', description: 'invoice 0042' }],
  ['1500 invoice 2041', { amount: '1500', description: 'invoice 2041' }],
  ['rent 20261', { amount: '20261', description: 'rent' }],
  ['rent 12026', { amount: '12026', description: 'rent' }],
  ['piano 150', { amount: '150', description: 'piano' }],
  ['notes 150', { amount: '150', description: 'notes' }],
  ['house no. 7 1500', { amount: '1500', description: 'house no. 7' }],
  ['fooABC 200', { amount: '200', description: 'fooABC' }],
  ['ABCd 200', { amount: '200', description: 'ABCd' }],
  ['a4 x 500', { amount: '500', description: 'a4 x' }],
  ['2 x a4', { amount: '2', description: 'x a4' }],
  ['2 x5kg', { amount: '2', description: 'x5kg' }],
  ['2 5kgx', { amount: '2', description: '5kgx' }],
  ['100 2 loaves', { amount: '100', description: '2 loaves' }],
  ['2 Bags. 1500', { amount: '1500', description: '2 Bags.' }],
  ['500 flour KES 1500', { amount: '1500', currency: 'KES', description: '500 flour' }],
  ['UGX 150000000', { amount: '150000000', currency: 'UGX' }],
  ['150,000,000', { amount: '150000000' }],
  ['1500 2 500 ml milk', { amount: '1500', description: '2 500 ml milk' }],
];

const COUNTED: readonly [string, Prefill][] = [
  ['2 500 ml milk', { amount: '2500', description: 'ml milk', warnings: [doubt('counted', '2 500 ml')] }],
  ['1 500 g tea', { amount: '1500', description: 'g tea', warnings: [doubt('counted', '1 500 g')] }],
  ['100 bags', { amount: '100', description: 'bags', warnings: [doubt('counted', '100 bags')] }],
  ['500 ml milk', { amount: '500', description: 'ml milk', warnings: [doubt('counted', '500 ml')] }],
  ['oil 5 900 ml', { amount: '5900', description: 'oil ml', warnings: [doubt('counted', '5 900 ml')] }],
];

const JOINED: readonly [string, Prefill][] = [
  ['eggs 30 450', { amount: '30450', description: 'eggs', warnings: [doubt('joined', '30 450')] }],
  ['oil 5 900', { amount: '5900', description: 'oil', warnings: [doubt('joined', '5 900')] }],
  [
    'eggs 30 450 KES',
    { amount: '30450', currency: 'KES', description: 'eggs', warnings: [doubt('joined', '30 450 KES')] },
  ],
  ['eggs 30 450/=', { amount: '30450', description: 'eggs', warnings: [doubt('joined', '30 450/=')] }],
  ['200 300', { amount: '200300', warnings: [doubt('joined', '200 300')] }],
  ['KES 200 300', { amount: '200300', currency: 'KES', warnings: [doubt('joined', 'KES 200 300')] }],
  ['eggs KES30 450', { amount: '30450', currency: 'KES', description: 'eggs' }],
  ['fees Ksh 1 500', { amount: '1500', currency: 'KES', description: 'fees' }],
  ['fees 0712345678 1 500', { amount: '1500', customer: { phone: JANE }, description: 'fees' }],
];

const ASKED: readonly [string, WarningKind, string][] = [
  ['500 1000', 'unclear', '500, 1000'],
  ['500 1000 flour', 'unclear', '500, 1000'],
  ['1500 50', 'unclear', '1500, 50'],
  ['15 00 flour', 'unclear', '15, 00'],
  ['1500 2026 rent', 'unclear', '1500, 2026'],
  ['2 loaves 1500', 'unclear', '2, 1500'],
  ['5m cable 1500', 'unclear', '5m, 1500'],
  ['KES 500 KES 1000', 'unclear', '500, 1000'],
  ['99 2 loaves', 'unclear', '99, 2'],
  ['1500 2 (loaves)', 'unclear', '1500, 2'],
  ['1500 0712345678 2 loaves', 'unclear', '1500, 2'],
  ['2 xx 500', 'unclear', '2, 500'],
  ['1.500 x', 'dot', '1.500'],
  ['12.500 x', 'dot', '12.500'],
  ['1.500 bags', 'dot', '1.500'],
  ['$1.500 x', 'unclear', '$1.500'],
  ['KES 1.500.000', 'dot', '1.500.000'],
  ['1.500,50', 'unclear', '1.500,50'],
  ['1500,50 x', 'unclear', '1500,50'],
  ['$20 x', 'unclear', '$20'],
  ['US$20 x', 'unclear', 'US$20'],
  ['fees US$20 500', 'unclear', 'US$20, 500'],
  ['20US$ x', 'unclear', '20US$'],
  ['2 bags of flour', 'unclear', '2'],
  ['2 500ml milk', 'unclear', '2'],
  ['2 x 500 ml', 'unclear', '2'],
  ['2 X 500', 'unclear', '2'],
  ['2 1.25kg sugar', 'unclear', '2'],
  ['2 1,5kg sugar', 'unclear', '2'],
  ['99 bags', 'unclear', '99'],
  ['ROOM: 12', 'unclear', '12'],
  ['room 120', 'unclear', '120'],
  ['tea A/C 120', 'unclear', '120'],
  ['Rent May 2026', 'unclear', '2026'],
  ['invoice 2041', 'unclear', '2041'],
  ['tea 50', 'unclear', '50'],
  ['150000000', 'unclear', '150000000'],
  ['150 200 300', 'unclear', '150 200 300'],
  ['0500', 'not_an_amount', '0500'],
  ['0', 'not_an_amount', '0'],
];

/** What each way of writing means; where two amounts are possible and nothing decides, none is taken. */
describe('which of the numbers is the amount', () => {
  test.each(CERTAIN)('%j is taken as it is certainly meant', (text, found) => {
    expect(readLinkWords(text)).toEqual(found);
  });

  test.each(COUNTED)('%j is taken, with a warning that it may say how much is sold', (text, found) => {
    expect(readLinkWords(text)).toEqual(found);
  });

  test.each(JOINED)(
    '%j is taken as one amount, with a warning unless no second number can be meant',
    (text, found) => {
      expect(readLinkWords(text)).toEqual(found);
    },
  );

  test.each(ASKED)('%j is asked about: no amount is taken', (text, kind, named) => {
    const found = readLinkWords(text);
    expect(found).not.toHaveProperty('amount');
    expect(found.warnings).toEqual([doubt(kind, named)]);
  });
});

/** In a prompt's words these may be the beginning of its phone number. */
const MAY_BE_PHONE = ['1500 invoice 0042', '0500'];

describe('a prompt’s words', () => {
  const taken = [...CERTAIN, ...COUNTED, ...JOINED].filter(([text]) => !MAY_BE_PHONE.includes(text));
  test.each(taken)('%j has the same amount as in a link’s', (text, { customer: _, ...found }) => {
    const { phone: _phone, country: _country, method: _method, ...read } = readPromptWords(text);
    expect(read).toEqual(found);
  });

  test.each(ASKED.filter(([text]) => !MAY_BE_PHONE.includes(text)))(
    '%j is asked about as in a link’s',
    (text) => {
      const found = readPromptWords(text);
      expect(found).not.toHaveProperty('amount');
      expect(found.warnings).toEqual(readLinkWords(text).warnings);
    },
  );

  test.each<[string, Prefill]>([
    ['10 000 flour', { amount: '10000', description: 'flour' }],
    ['2 050 flour', { amount: '2050', description: 'flour' }],
    ['2 050.50 flour', { amount: '2050.50', description: 'flour' }],
    ['1 000 050 rent', { amount: '1000050', description: 'rent' }],
    ['1 500 000 rent', { amount: '1500000', description: 'rent' }],
    ['0712345678 10 000 flour', { amount: '10000', description: 'flour' }],
  ])('%j holds one amount, of which no group is the beginning of a phone number', (text, found) => {
    expect(readPromptWords(text)).toMatchObject(found);
    expect(readPromptWords(text)).not.toHaveProperty('warnings');
  });

  test('what begins like a phone number and continues no amount is still named', () => {
    for (const [text, phone] of [
      ['071 flour', '071'],
      ['1500 071', '071'],
      ['flour 2 000 0712', '0712'],
    ] as const) {
      const { warnings } = readPromptWords(text);
      expect(warnings).toContainEqual({ field: 'msisdn', kind: 'not_promptable', text: phone });
    }
  });
});

test('an amount in groups of three is that amount wherever it stands, in a prompt’s words and a link’s', () => {
  const groups = fc.integer({ min: 1_000, max: 99_999_999 });
  const words = fc.constantFrom('', 'flour', 'Jane', 'school fees for Jane');
  const currency = fc.constantFrom('', 'KES ', 'Ksh');
  fc.assert(
    fc.property(words, currency, groups, words, (before, sign, value, behind) => {
      const typed = `${before} ${sign}${value.toLocaleString('en').replaceAll(',', ' ')} ${behind}`;
      for (const read of [readPromptWords, readLinkWords]) {
        const found = read(typed);
        expect(found.amount).toBe(`${value}`);
        expect(found.description ?? '').toBe(`${before} ${behind}`.trim());
      }
    }),
    {
      examples: [
        ['Jane', '', 10_000, 'flour'],
        ['', '', 1_000_000, 'flour'],
      ],
    },
  );
});
