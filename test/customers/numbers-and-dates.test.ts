// Money, days and moments in each language: a newer ICU may write them otherwise, and this says so.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateIn, dayIn, momentIn, moneyIn } from '#customers/numbers-and-dates.ts';
import { LANGUAGES } from '#orders/order.ts';

test.each([
  ['1500', 'KES', 'KES 1,500.00', 'KES 1,500.00', '1 500,00 KES'],
  ['1500000', 'UGX', 'UGX 1,500,000', 'UGX 1,500,000', '1 500 000 UGX'],
  ['0.5', 'USD', 'USD 0.50', 'USD 0.50', '0,50 USD'],
  ['1.125', 'KES', 'KES 1.125', 'KES 1.125', '1,125 KES'],
  ['12', 'SOS', 'SOS 12.00', 'SOS 12.00', '12,00 SOS'],
  [
    '123456789012345.67',
    'KES',
    'KES 123,456,789,012,345.67',
    'KES 123,456,789,012,345.67',
    '123 456 789 012 345,67 KES',
  ],
])('%s %s is written as each language writes it', (amount, currency, ...expected) => {
  const written = LANGUAGES.map((language) => moneyIn(language, { amount, currency }));
  expect(written.map((text) => text.replace(/[\u00a0\u202f]/g, ' '))).toEqual(expected);
});

test('money in French breaks no line between its digits or before its currency', () => {
  expect(moneyIn('fr', { amount: '1500', currency: 'KES' })).not.toContain(' ');
});

test('a currency that is any text is one short line', () => {
  const money = moneyIn('en', { amount: '1', currency: `K\n${'x'.repeat(100)}` });
  expect(money).toMatch(/^K x{18} 1\.00$/);
});

test('money of any amount has all its digits in every language', () => {
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 1, max: 99 }));
  fc.assert(
    fc.property(amount, fc.constantFrom(...LANGUAGES), ([whole, cents], language) => {
      const written = moneyIn(language, {
        amount: `${whole}.${String(cents).padStart(2, '0')}`,
        currency: 'KES',
      });
      expect(written.replace(/\D/g, '')).toBe(`${whole}${String(cents).padStart(2, '0')}`);
    }),
  );
});

test('a day is written as each language writes it', () => {
  const days = (day: string) => LANGUAGES.map((language) => dayIn(language, day));
  expect(days('2026-11-24')).toEqual(['24 November 2026', '24 Novemba 2026', '24 novembre 2026']);
  expect(days('2026-12-01')).toEqual(['1 December 2026', '1 Desemba 2026', '1er décembre 2026']);
  expect(days('2026-08-11')).toEqual(['11 August 2026', '11 Agosti 2026', '11 août 2026']);
});

test('a moment has its day, its time of 24 hours and the name of the time zone', () => {
  const at = Date.parse('2026-11-21T21:05:00Z');
  const moments = LANGUAGES.map((language) => momentIn(language, at, 'Africa/Nairobi'));
  expect(moments).toEqual([
    '22 November 2026, 00:05 (East Africa Time)',
    '22 Novemba 2026, 00:05 (Saa za Afrika Mashariki)',
    '22 novembre 2026, 00:05 (heure normale d’Afrique de l’Est)',
  ]);
  expect(momentIn('en', at, 'Europe/Paris')).toBe('21 November 2026, 22:05 (Central European Standard Time)');
  expect(dateIn('fr', at, 'Europe/Paris')).toBe('21 novembre 2026');
});
