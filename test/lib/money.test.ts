// Amounts are exact when typed, sent, added and shown.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalsOf,
  formatMoney,
  isMore,
  isMoreOfTheSame,
  moneyOf,
  parseAmount,
  sameMoney,
  subtractMoney,
  sumMoney,
  toNumber,
  typedAmount,
} from '#lib/money.ts';
import { CURRENCIES, isCurrency } from '#provider/currencies.ts';

const currency = fc.constantFrom(...CURRENCIES);
/** Amounts as people mean them: a whole number of cents, up to fifteen digits. */
const cents = fc.bigInt({ min: 1n, max: 999_999_999_999_999n });
const written = (value: bigint) => `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`;
const kes = (amount: string) => ({ amount, currency: 'KES' });

describe('an amount that a person types', () => {
  test.each([
    ['1500', '1500'],
    ['1,500.50', '1500.5'],
    [' 1 500 ', '1500'],
    ['007', '7'],
    ['.5', '0.5'],
    ['.55', '0.55'],
    ['10.', '10'],
    ['1,234,567.80', '1234567.8'],
    ['1,500.500', '1500.5'],
    ['1.5000', '1.5'],
  ])('a typed amount %j is read as %s', (text, amount) => {
    expect(parseAmount(text, 'KES')).toEqual({ ok: true, value: kes(amount) });
  });

  test.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['-5', 'not_positive'],
    ['- 1,500.50', 'not_positive'],
    ['5-3', 'not_a_number'],
    ['-5x', 'not_a_number'],
    ['.5x', 'not_a_number'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
    ['1,5', 'not_a_number'],
    ['1,50', 'not_a_number'],
    ['12,34,567', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['+5', 'not_a_number'],
    ['KES 5', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['.', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['١٢', 'not_a_number'],
    ['1.005', 'too_many_decimals'],
    ['1.500', 'too_many_decimals'],
    ['250.000', 'too_many_decimals'],
    ['9999999999999999', 'too_large'],
  ])('a typed amount %j is refused as %s', (text, fault) => {
    expect(parseAmount(text, 'KES')).toEqual({ ok: false, fault });
  });

  test('a typed amount may have as many decimals as its currency and no more', () => {
    // Fifty thousand to many, and never fifty.
    expect(parseAmount('50.000', 'UGX')).toEqual({ ok: false, fault: 'too_many_decimals' });
    expect(parseAmount('10.5', 'UGX')).toEqual({ ok: false, fault: 'too_many_decimals' });
    expect(parseAmount('10.0', 'UGX')).toEqual({ ok: true, value: { amount: '10', currency: 'UGX' } });
    expect(CURRENCIES.filter((code) => decimalsOf(code) === 0)).toEqual([
      'UGX',
      'RWF',
      'XAF',
      'XOF',
      'BIF',
      'JPY',
    ]);
  });

  test('a typed amount reaches the service as exactly the same number', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const read = parseAmount(written(value), 'KES');
        if (!read.ok) throw new Error(`refused ${written(value)}`);
        expect(BigInt(Math.round(toNumber(read.value) * 100))).toBe(value);
        expect(JSON.stringify(toNumber(read.value))).toBe(read.value.amount);
      }),
    );
  });

  test('an amount is read the same with and without grouping, and when typed as Teller shows it', () => {
    fc.assert(
      fc.property(cents, currency, (value, code) => {
        const plain = decimalsOf(code) === 0 ? value.toString() : written(value);
        const read = parseAmount(plain, code);
        if (!read.ok) throw new Error(`refused ${plain}`);
        expect(parseAmount(formatMoney(read.value).slice(4), code)).toEqual(read);
      }),
    );
  });
});

describe('money from the service', () => {
  test.each([
    [6.0, '6'],
    [1500.5, '1500.5'],
    [0.1 + 0.2, '0.3'],
    [0, '0'],
    [-0, '0'],
    [-3, '-3'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [1e-7, '0'],
  ])('the service’s number %d is the amount %s', (amount, text) => {
    expect(moneyOf(amount, 'KES')).toEqual(kes(text));
  });

  test('any number becomes plain digits, less than half a hundredth away from it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
        const money = moneyOf(amount, 'KES');
        expect(money.amount).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(Math.abs(toNumber(money) - amount)).toBeLessThan(0.005);
      }),
    );
  });

  test('an amount of the service that is not a finite number is an error', () => {
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => moneyOf(amount, 'KES')).toThrow(new RangeError('an amount must be a finite number'));
  });

  test('money is the same when amount and currency are, however the amount was typed', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const read = parseAmount(written(value), 'KES');
        if (!read.ok) throw new Error(`refused ${written(value)}`);
        const back = moneyOf(JSON.parse(JSON.stringify(toNumber(read.value))), 'KES');
        expect(sameMoney(back, read.value)).toBe(true);
        expect(sameMoney({ ...back, currency: 'UGX' }, read.value)).toBe(false);
        expect(sameMoney({ ...back, amount: `${back.amount}0` }, read.value)).toBe(false);
      }),
    );
  });
});

describe('a sum', () => {
  test('the sum of no amounts is zero', () => {
    expect(sumMoney('KES', [])).toEqual(kes('0'));
  });

  test('what is taken away from a sum and added again leaves it as it was', () => {
    expect(subtractMoney(kes('1500'), kes('0.5'))).toEqual(kes('1499.5'));
    expect(subtractMoney(kes('1'), kes('-2'))).toEqual(kes('3'));
    expect(subtractMoney(kes('1.5'), kes('0'))).toEqual(kes('1.5'));
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), cents, (from, value) => {
        const start = sumMoney('KES', [kes(from < 0n ? `-${written(-from)}` : written(from))]);
        const amount = sumMoney('KES', [kes(written(value))]);
        expect(sumMoney('KES', [subtractMoney(start, amount), amount])).toEqual(start);
        expect(subtractMoney(start, start)).toEqual(kes('0'));
      }),
    );
    expect(() => subtractMoney(kes('1'), { amount: '1', currency: 'UGX' })).toThrow('cannot add UGX to KES');
  });

  test('one of two amounts is more, unless they are the same', () => {
    for (const more of [isMore, isMoreOfTheSame]) {
      const than1500 = ['1500.01', '1500', '175'].map((amount) => more(kes(amount), kes('1500')));
      expect(than1500).toEqual([true, false, false]);
    }
    expect(isMoreOfTheSame({ amount: '9000', currency: 'UGX' }, kes('1'))).toBe(false);
  });

  test('a sum is exact where floating point is not', () => {
    expect(sumMoney('KES', [kes('0.1'), kes('0.2')])).toEqual(kes('0.3'));
    expect(sumMoney('KES', [kes('5.5'), kes('-5.5')])).toEqual(kes('0'));
    expect(sumMoney('KES', [kes('-0.25'), kes('0.2')])).toEqual(kes('-0.05'));
  });

  test('a sum is what whole cents add up to, in any order', () => {
    const anyCents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    const signed = (value: bigint) => (value < 0n ? `-${written(-value)}` : written(value));
    fc.assert(
      fc.property(fc.array(anyCents), (values) => {
        const total = values.reduce((sum, value) => sum + value, 0n);
        const sum = sumMoney(
          'KES',
          values.map((value) => kes(signed(value))),
        );
        expect(sum).toEqual(sumMoney('KES', [kes(signed(total))]));
        expect(sumMoney('KES', values.map((value) => kes(signed(value))).reverse())).toEqual(sum);
      }),
    );
  });

  test('adding two currencies is an error', () => {
    expect(() => sumMoney('KES', [kes('1'), { amount: '1', currency: 'UGX' }])).toThrow(
      'cannot add UGX to KES',
    );
  });
});

describe('money is shown', () => {
  test.each([
    [kes('1500'), 'KES 1,500.00'],
    [kes('0.5'), 'KES 0.50'],
    [kes('-1234567.8'), 'KES -1,234,567.80'],
    [kes('1.005'), 'KES 1.005'],
    [{ amount: '1500', currency: 'UGX' }, 'UGX 1,500'],
    [{ amount: '1500.5', currency: 'UGX' }, 'UGX 1,500.5'],
  ])('%j is shown as %s', (money, text) => {
    expect(formatMoney(money)).toBe(text);
  });
});

describe('an amount in the field of a form', () => {
  test.each([
    [{ amount: '38.7', currency: 'USD' }, '38.70'],
    [{ amount: '38', currency: 'USD' }, '38'],
    [{ amount: '1500', currency: 'UGX' }, '1500'],
    [{ amount: '0.05', currency: 'KES' }, '0.05'],
  ])('%j is written as %s', (money, text) => {
    expect(typedAmount(money)).toBe(text);
  });

  test('is read back as the same amount', () => {
    fc.assert(
      fc.property(cents, currency, (value, code) => {
        const read = parseAmount(written(value), code);
        if (read.ok) expect(parseAmount(typedAmount(read.value), code)).toEqual(read);
      }),
    );
  });
});

test('the accepted currencies are exactly those of SPEC.md', () => {
  expect(CURRENCIES).toHaveLength(35);
  expect(new Set(CURRENCIES).size).toBe(35);
  for (const text of ['kes', 'KE', 'XXX', '', 'toString']) expect(isCurrency(text)).toBe(false);
  expect(isCurrency('KES')).toBe(true);
});
