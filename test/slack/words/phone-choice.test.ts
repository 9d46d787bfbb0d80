// Whose number the typed one is, and which of several is taken.
import { describe, expect, test } from 'vitest';
import { parseContact } from '#lib/msisdn.ts';
import * as words from '#slack/words/command-words.ts';
import { isPromptable } from '#slack/words/phone-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const JANE = { phone: '0712345678', country: 'KE', method: 'MpesaKE' } as const;
const notPromptable = (text: string) => ({ field: 'msisdn', kind: 'not_promptable', text }) as const;

describe('the number in the words for a prompt', () => {
  test('a number that is not of the currency’s country is asked about', () => {
    expect(readPromptWords('0712345678 UGX 5000')).toEqual({
      country: 'UG',
      amount: '5000',
      currency: 'UGX',
      warnings: [{ field: 'msisdn', kind: 'which_country', text: '0712345678' }],
    });
  });

  test.each([
    ['0712345678 USD 20 x', 'USD 20'],
    ['254712345678 UGX 5000 x', 'UGX 5000'],
    ['+256752345678 KES 5000 x', 'KES 5000'],
  ])(
    'an amount in another currency than the prompt’s is never read as that many shillings: %s',
    (text, typed) => {
      const { amount, currency, warnings } = readPromptWords(text);
      expect({ amount, currency }).toEqual({});
      expect(warnings).toEqual([{ field: 'amount', kind: 'other_currency', text: typed }]);
    },
  );

  test('of two numbers the first is taken, and the other is left out with a warning', () => {
    expect(readPromptWords('0712345678 1500 0722 345 678 flour')).toEqual({
      ...JANE,
      amount: '1500',
      description: 'flour',
      warnings: [{ field: 'msisdn', kind: 'second_number', text: '0722 345 678' }],
    });
    expect(readPromptWords('0712345678 1500 flour +254 712 345 678')).toEqual({
      ...JANE,
      amount: '1500',
      description: 'flour',
    });
  });

  test('where the amount may stand before the number or behind it, the other number is named and no amount is taken', () => {
    expect(readPromptWords('flour 254700 254 722 838 940')).toEqual({
      phone: '254700 254 722',
      country: 'KE',
      method: 'MpesaKE',
      description: 'flour',
      warnings: [{ field: 'msisdn', kind: 'second_number', text: '254 722 838 940' }],
    });
  });

  test('a number of another country is left out with a warning, and one that can be prompted is taken instead', () => {
    expect(readPromptWords('+44 7400 123456 1500 flour')).toEqual({
      amount: '1500',
      description: 'flour',
      warnings: [notPromptable('+44 7400 123456')],
    });
    expect(readPromptWords('+44 7400 123456 1500 flour 0712345678')).toMatchObject(JANE);
  });

  test('digits that belong to an amount are never the beginning of a number', () => {
    expect(readPromptWords('KES 7 073 943 (0712) 000-000')).toMatchObject({
      phone: '(0712) 000-000',
      amount: '7073943',
    });
    expect(readPromptWords('796,012 01 10 150 250')).toMatchObject({
      phone: '01 10 150 250',
      amount: '796012',
    });
    expect(readPromptWords('256731.00 0101 678 220')).toMatchObject({
      phone: '0101 678 220',
      amount: '256731.00',
    });
    expect(readPromptWords('2 000 112 722000000')).toMatchObject({ phone: '722000000', amount: '2000112' });
    const doubled = readPromptWords('flour KES 6 254 758 254 101 928 867');
    expect(doubled).toMatchObject({ phone: '254 101 928 867', description: 'flour' });
    expect(doubled).not.toHaveProperty('amount');
    expect(readPromptWords('500 071 234 5678')).toMatchObject({ phone: '071 234 5678', amount: '500' });
    for (const text of ['5,339,254 712000000', '1 254 712 345 678'])
      expect(readPromptWords(text)).not.toHaveProperty('amount');
    for (const text of ['110-018-995 1 977 557', '700 071 234 5678']) {
      expect(readPromptWords(text)).not.toHaveProperty('phone');
      expect(readPromptWords(text)).not.toHaveProperty('amount');
    }
  });
});

test('among words a landline is known by its plus alone, so that figures are none, and is never one to prompt', () => {
  expect(readLinkWords('+44 20 7946 0958 1500')).toEqual({
    customer: { phone: '442079460958' },
    amount: '1500',
  });
  const [doubt] = readPromptWords('+254 20 2222222 1500').warnings ?? [];
  expect(doubt).toEqual(notPromptable('+254 20 2222222'));
  for (const figures of ['0.50 0.50 0.50 0.50', 'flour 020 222 2222'])
    expect(readLinkWords(figures)).not.toHaveProperty('customer');
});

test('a Ugandan number that begins with 039 is read like the others, of which a method reaches none', () => {
  expect(words.readLinkWords('0392 345 678 5000', 'UGX')).toMatchObject({
    customer: { phone: '256392345678' },
    amount: '5000',
  });
  expect(words.readPromptWords('0392 345 678 5000', 'UGX')).toEqual({
    phone: '0392 345 678',
    country: 'UG',
    amount: '5000',
  });
});

test.each([
  ['+254712345678', true],
  ['+254733123456', true],
  ['+256752345678', true],
  // A prefix that is no network's we know: a method may reach it.
  ['+254747345678', true],
  // Telkom Kenya and MTN Uganda are reached by no method.
  ['+254772345678', false],
  ['+256772345678', false],
  ['+256392345678', false],
  ['+254202222222', false],
  ['+442079460958', false],
  ['+447400123456', false],
])('a prompt may reach %s: %s', (text, isReached) => {
  const msisdn = parseContact(text, 'KE');
  expect(msisdn && isPromptable(msisdn)).toBe(isReached);
});
