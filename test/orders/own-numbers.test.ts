// A customer's own number is masked in what people typed, however it is written, and nothing else is cut.
import { expect, it } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';

const masked = (text: string) => withoutOwnNumbers(text, { customer: { phone: '254712345678' as Msisdn } });

it.each([
  '0712345678',
  '712345678',
  '+254 712 345 678',
  '00254712345678',
  '+254 (0) 712-345-678',
  '0712/345/678',
  '0712–345–678',
  '0712_345_678',
  '0712,345,678',
  '0712\u200b345678',
  '٠٧١٢٣٤٥٦٧٨',
  '０７１２３４５６７８',
])('%s is masked', (number) => {
  expect(masked(`Flour for ${number}, today`)).toBe('Flour for +254 7•• ••• 678, today');
});

it.each([
  ['500 0712345678', '500 +254 7•• ••• 678'],
  ['10 kg 100 712345678', '10 kg 100 +254 7•• ••• 678'],
  ['Room 12 +254712345678 2 nights', 'Room 12 +254 7•• ••• 678 2 nights'],
  ['order 10 254712345678 paid 500', 'order 10 +254 7•• ••• 678 paid 500'],
  ['INV-2026-0712345678-A', 'INV-2026-+254 7•• ••• 678-A'],
  ['0722000001 and 345678', '0722000001 and 345678'],
])('%s is %s', (text, shown) => {
  expect(masked(text)).toBe(shown);
});
