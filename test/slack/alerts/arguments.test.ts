// The words behind "alerts on": every way to write a filter, shown back in words, and what is said of a wrong word.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertFilter } from '#orders/alert-filter.ts';
import { describeFilter, readAlertWords } from '#slack/alerts/alerts.ts';
import { mrkdwnOf } from '#slack/ui/say.ts';

const read = (text: string) => readAlertWords(text, { defaultCurrency: 'KES', self: 'U9' });
const filterOf = (text: string): AlertFilter => {
  const words = read(text);
  if (!words.ok) throw new Error(`"${text}" was not read: ${mrkdwnOf(words.fault)}`);
  return words.value;
};
const faultOf = (text: string): string => {
  const words = read(text);
  return words.ok ? '' : mrkdwnOf(words.fault);
};
const KES = (amount: string) => ({ amount, currency: 'KES', othersPass: true });

describe('the words of a filter', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['over 10000', { over: [KES('10000')] }],
    ['over 10,000', { over: [KES('10000')] }],
    ['over 10 000', { over: [KES('10000')] }],
    ['over 10k', { over: [KES('10000')] }],
    ['over KES 10,000.50', { over: [{ amount: '10000.5', currency: 'KES' }] }],
    ['over KES 10,000 KES', { over: [{ amount: '10000', currency: 'KES' }] }],
    ['over 500000 UGX', { over: [{ amount: '500000', currency: 'UGX' }] }],
    ['over Ksh10,000', { over: [{ amount: '10000', currency: 'KES' }] }],
    ['over 1000 over USD 50', { over: [KES('1000'), { amount: '50', currency: 'USD' }] }],
    ['only paid', { only: ['paid'] }],
    ['only failed, refunds', { only: ['failed', 'refunds'] }],
    ['failed,refunds', { only: ['failed', 'refunds'] }],
    ['payments & reviews', { only: ['paid', 'review'] }],
    ['payment', { only: ['paid'] }],
    ['unpaid', { only: ['failed'] }],
    ['refund', { only: ['refunds'] }],
    ['refunded', { only: ['refunds'] }],
    ['reversed', { only: ['refunds'] }],
    ['ONLY Review', { only: ['review'] }],
    ['failures', { only: ['failed'] }],
    ['by <@U1>', { by: ['U1'] }],
    ['by <@U1> <@U2> by me', { by: ['U1', 'U2', 'U9'] }],
    ['by <@U1> or <@U2> and me', { by: ['U1', 'U2', 'U9'] }],
    ['by <@U1> or mpesa', { by: ['U1'], methods: ['mpesa'] }],
    [
      'over KES 10,000 or UGX500,000 and only paid',
      {
        over: [
          { amount: '10000', currency: 'KES' },
          { amount: '500000', currency: 'UGX' },
        ],
        only: ['paid'],
      },
    ],
    ['mpesa', { methods: ['mpesa'] }],
    ['M-PESA or airtel', { methods: ['mpesa', 'airtel'] }],
    ['airtel money', { methods: ['airtel'] }],
    ['visa', { methods: ['card'] }],
    ['cards', { methods: ['card'] }],
    ['Mastercard or mpesa', { methods: ['card', 'mpesa'] }],
    ['above 10000', { over: [KES('10000')] }],
    [
      'more than KES 10,000 or USD 50',
      {
        over: [
          { amount: '10000', currency: 'KES' },
          { amount: '50', currency: 'USD' },
        ],
      },
    ],
    ['only paid, More than 10k', { over: [KES('10000')], only: ['paid'] }],
    ['over 10,000, mpesa', { over: [KES('10000')], methods: ['mpesa'] }],
    [
      'over 1500 only paid by <@U1> card',
      { over: [KES('1500')], only: ['paid'], by: ['U1'], methods: ['card'] },
    ],
    ...['over KES 10000, UGX 50000', 'over 10000 KES, 50000 UGX', 'over KES 10,000, and UGX 50,000'].map(
      (text): [string, unknown] => [
        text,
        {
          over: [
            { amount: '10000', currency: 'KES' },
            { amount: '50000', currency: 'UGX' },
          ],
        },
      ],
    ),
  ])('the words "%s" are read', (text, expected) => {
    expect(filterOf(text)).toEqual(expected);
  });

  test('the words of a filter may come in any order', () => {
    const parts = ['over 1500', 'only paid', 'by <@U1>', 'card'];
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: 4 }), (shuffled) => {
        expect(filterOf(shuffled.join(' '))).toEqual(filterOf(parts.join(' ')));
      }),
    );
  });

  test.each([
    ['mpsea', 'mpesa'],
    ['ovr 100', 'over'],
    ['only refnds', 'refunds'],
    ['airtell', 'airtel'],
    ['xylophone', undefined],
    ['more 100', 'over'],
    ['more', 'over'],
    ['abov 100', 'above'],
    ['mastercrd', 'mastercard'],
    ['visaa', 'visa'],
    ['onyl paid', 'only'],
    ['bi me', 'by'],
    ['over 10 1000', undefined],
    ['over 10 000k', undefined],
    ['over 1000 or <@U1>', undefined],
  ])('a wrong word in "%s" gets the nearest right one: %s', (text, nearest) => {
    expect(faultOf(text)).toMatch(
      nearest ? ` Did you mean \`${nearest}\`?` : /^I don’t know “[^”]+”, so nothing changed\.$/,
    );
  });

  test.each([
    ['over', 'an amount'],
    ['above', 'an amount'],
    ['more than', 'an amount'],
    ['over mpesa', 'an amount'],
    ['over -5', 'an amount'],
    ['over 0', 'an amount'],
    ['over 1.505', 'an amount'],
    ['over 10.000', 'an amount'],
    ['over KES 1.500', 'an amount'],
    ['over KES', 'an amount'],
    ['over 1000 000', 'an amount'],
    ['over 10k5', 'an amount'],
    ['over mpesa5', 'an amount'],
    ['over KES 5 USD', 'an amount'],
    ['by', 'a person'],
    ['by amina', 'a person'],
    ['by mee', 'a person'],
    ['by xme', 'a person'],
    ['by <@U1>x', 'a person'],
    ['by x<@U1>', 'a person'],
    ['only', 'what to announce'],
    ['only and', 'what to announce'],
  ])('"%s" says that %s is missing', (text, missing) => {
    expect(faultOf(text)).toMatch(new RegExp(`^Nothing changed\\. (Add|Say) ${missing}`));
  });

  test('no words make the reader throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof read(text).ok === 'boolean'));
    fc.assert(
      fc.property(fc.constantFrom('constructor', '__proto__', 'toString'), (text) =>
        faultOf(text).startsWith('I don’t know'),
      ),
    );
  });
});

describe('a filter in words', () => {
  test.each([
    ['', 'payments, reviews and refunds'],
    ['only paid', 'payments'],
    ['over 10000', 'payments, reviews and refunds over KES 10,000 (any amount in other currencies)'],
    ['over 10000 mpesa', 'M-PESA payments, reviews and refunds over KES 10,000'],
    [
      'over 1500.50 card',
      'card payments, reviews and refunds over KES 1,500.50 (any amount in other currencies)',
    ],
    ['over KES 10000 over USD 50 failed', 'failed payments over KES 10,000 or USD 50'],
    ['only failed paid', 'payments and failures'],
    ['only review', 'payments to review'],
    ['only refunds review airtel', 'Airtel payments to review and Airtel refunds'],
    ['only failed card', 'failed card payments'],
    ['paid by <@U1> by <@U2> mpesa', 'M-PESA payments requested by <@U1> or <@U2>'],
    ['only paid mpesa airtel card', 'M-PESA, Airtel and card payments'],
    ['over KES 10000 only refunds by <@U1> mpesa', 'M-PESA refunds over KES 10,000 requested by <@U1>'],
  ])('the filter "%s" is said as: %s', (text, words) => {
    expect(mrkdwnOf(describeFilter(filterOf(text)))).toBe(words);
  });
});
