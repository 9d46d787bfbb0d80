// The audit's rule for checks that are still due, with orders that no store has.
import { expect, test } from 'vitest';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import type { Refund } from '#orders/refund.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { mayBeChecked } from './audit-leftovers.ts';

const HOUR = 60 * 60_000;
const ENDED: Refund = {
  amount: { amount: '1500', currency: 'KES' },
  confirmationCode: 'A',
  remarks: 'Sent twice',
  askedBy: 'U1',
  status: 'not_paid_back',
  endedBy: 'U2',
  endedAt: 0,
};
const REQUEST: Approval = { number: 1, about: 'refund', askedBy: 'U1', askedAt: 0, state: 'withdrawn' };

const paid = (more: Partial<Order>) => sampleOrder('leftover', { state: 'paid', ...more });

test.each<[string, Partial<Order>]>([
  ['a day after an approver ended its refund', { refund: ENDED }],
  ['when the request that was withdrawn would have run out', { approval: REQUEST }],
])('a paid order may still be checked %s, and not later', (_, more) => {
  expect(mayBeChecked(paid(more), 24 * HOUR)).toBe(true);
  expect(mayBeChecked(paid(more), 25 * HOUR)).toBe(false);
});

test('a paid order of which nothing is expected is not checked again', () => {
  expect(mayBeChecked(paid({}), HOUR)).toBe(false);
});

test('a refund of which an approver says that it was not carried out is checked until thirty days after its request', () => {
  const refund = { ...ENDED, requestedAt: -24 * HOUR };
  expect(mayBeChecked(paid({ refund }), 29 * 24 * HOUR)).toBe(true);
  expect(mayBeChecked(paid({ refund }), 29 * 24 * HOUR + 1)).toBe(false);
});
