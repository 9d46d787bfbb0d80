// What people type into the field of an amount.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatMoney, parseAmount } from '#lib/money.ts';
import { CURRENCIES } from '#provider/currencies.ts';
import { readAmountField } from '#slack/ui/fields.ts';

const amountIn = (typed: string, currency = 'KES') => {
  const read = readAmountField(typed, currency);
  return read.ok ? read.value.amount : read.fault;
};

describe('the field of an amount', () => {
  it.each([
    ['1500', '1500'],
    ['1,500.50', '1500.5'],
    ['KES 1500', '1500'],
    ['1500 kes', '1500'],
    ['Ksh 1,500', '1500'],
    ['KSh1,500.00', '1500'],
    ['1500/=', '1500'],
    ['1500/-', '1500'],
    ['1500bob', '1500'],
    ['2k', '2000'],
    ['1.5K', '1500'],
    ['KES 2k', '2000'],
    ['1 500 KES', '1500'],
  ])('%s is read as %s', (typed, amount) => {
    expect(amountIn(typed)).toBe(amount);
  });

  it('“sh” are the shillings of the form', () => {
    expect(['KES', 'UGX', 'TZS', 'USD'].map((currency) => amountIn('sh 1500', currency))).toEqual([
      ...['1500', '1500', '1500'],
      'other_currency',
    ]);
  });

  it.each(['USD 20', '1500 UGX', '20 dollars'])('%s is in another currency than the form', (typed) => {
    expect(amountIn(typed)).toBe('other_currency');
  });

  it.each([
    'KES 20 USD',
    '1e3',
    '1,5',
    '1.500 KES',
    'KES',
    'two thousand',
    '2 thousand',
    '2 bags 1500',
    '1500 for flour',
    '1500, 200',
    '(1500)',
    '1..',
    'KES 1500..',
    'KES -500',
    '- 500 KES',
    '$20',
    '0712345678 KES',
    '200 300 bags',
  ])('%s is not guessed at', (typed) => {
    expect(amountIn(typed)).toMatch(/not_a_number|not_positive|other_currency/);
  });

  it('decimals that the currency does not have are named as such, also beside the currency', () => {
    expect(amountIn('UGX 1500.50', 'UGX')).toBe('too_many_decimals');
  });
});

test('an amount that cards write is read as the same, in its own currency only', () => {
  const currency = fc.constantFrom(...CURRENCIES);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), currency, currency, (whole, own, other) => {
      const shown = formatMoney({ amount: String(whole), currency: own });
      expect(amountIn(shown, own)).toBe(String(whole));
      if (other !== own) expect(amountIn(shown, other)).toBe('other_currency');
    }),
  );
});

test('digits are read as without a currency, and any text as an amount of the currency or a fault', () => {
  const part = fc.constantFrom(
    '1',
    '500',
    '1,500',
    '.',
    ',',
    ' ',
    'k',
    'm',
    'KES',
    'Ksh',
    '/=',
    '-',
    '0',
    'x',
    '(',
    ')',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const typed = parts.join('');
      const digits = parseAmount(typed, 'KES');
      const read = readAmountField(typed, 'KES');
      if (digits.ok || digits.fault !== 'not_a_number') expect(read).toEqual(digits);
      // A full stop may end it, as it ends a sentence.
      else if (read.ok) expect(typed).toMatch(/[a-z/]|\d\. *$/i);
    }),
  );
});
