// The receipt of an order for which more came than was asked for, after somebody had accepted less.
import { expect, test } from 'vitest';
import { receiptOf } from '#customers/receipt.ts';
import { PAYMENT } from '#test/slack/request-samples.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const kes = (amount: string) => ({ amount, currency: 'KES' });

test('the receipt does not say that anybody has accepted what came beyond the amount after less was accepted', () => {
  const at = Date.parse('2026-11-25T22:00:00Z');
  const order = sampleOrder('BR6ZC-VV9H9', {
    state: 'paid',
    payment: { ...PAYMENT, paid: kes('2000') },
    acceptedBy: 'U2',
    changedAt: at,
    entries: [{ kind: 'correction', money: kes('1500'), code: '', day: '2026-11-26', at, learnedAt: at }],
  });
  const noteOf = (one: typeof order) =>
    receiptOf(one, { language: 'en', timeZone: 'Africa/Nairobi' })?.notes[0];
  expect(noteOf(order)).toContain('Please ask the seller about the difference.');
  // Accepted after that came.
  expect(noteOf({ ...order, changedAt: at + 1 })).toContain('The seller has accepted this');
});
