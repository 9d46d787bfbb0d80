// The receipt of an order with several payments: of all that stand, and of nothing that went back.
import { expect, test } from 'vitest';
import { receiptOf } from '#customers/receipt.ts';
import type { Order } from '#orders/order.ts';
import { PAYMENT } from '#test/slack/request-samples.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const kes = (amount: string) => ({ amount, currency: 'KES' });
const first = { ...PAYMENT, paid: kes('500') };
const second = { ...PAYMENT, paid: kes('1000'), confirmationCode: 'S9992K0002' };

function read(own: Partial<Order>) {
  const receipt = receiptOf(sampleOrder('INV-1', own), { language: 'en', timeZone: 'Africa/Nairobi' });
  const codes = receipt?.rows.find(([label]) => label === 'Confirmation code')?.[1];
  return { paid: receipt?.paid.replaceAll('\u00a0', ' '), codes, notes: receipt?.notes.length };
}

test('Receipt of several payments: it has their sum and all their codes', () => {
  expect(read({ state: 'paid', payments: [first, second] })).toEqual({
    paid: 'KES 1,500.00',
    codes: 'S9992K0001, S9992K0002',
    notes: 0,
  });
});

test('Receipt of several payments: what went back is left out', () => {
  expect(read({ state: 'review', payments: [{ ...first, reversedAt: 1 }, second] })).toEqual({
    paid: 'KES 1,000.00 of KES 1,500.00',
    codes: 'S9992K0002',
    notes: 1,
  });
});
