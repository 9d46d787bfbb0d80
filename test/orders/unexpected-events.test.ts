// Events that come where they say nothing: to a request that is decided or not there, to a payment that is known already, and to
// a refund that has ended.
import { describe, expect, test } from 'vitest';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, FAILURE, paymentOf, UNNAMED } from './any-event.ts';

const AT = 1_800_000_000_000;
const orderIn = (own: Partial<Order>) => sampleOrder('INV-1', { amount: AMOUNT, version: 4, ...own });
const REQUEST = { number: 1, about: 'order', askedBy: 'U1', askedAt: 1 } as const;
const WITHOUT_CODE = { ...paymentOf(AMOUNT), confirmationCode: '' };
const REFUND = { amount: AMOUNT, confirmationCode: 'SCJ8JQ26SW', remarks: 'One bag', askedBy: 'U1' } as const;

function leavesAsItIs(order: Order, event: OrderEvent): void {
  expect(applyEvent(order, event, AT)).toBe(order);
}

describe('a request', () => {
  test('is not declined once it is approved, though its prompt still waits to be sent', () => {
    const approved = orderIn({ state: 'waiting', approval: { ...REQUEST, state: 'approved' } });
    leavesAsItIs(approved, { event: 'approval_declined', by: 'U2', reason: 'Too much' });
  });

  test('that is not there is neither withdrawn nor run out', () => {
    const waiting = orderIn({ state: 'waiting' });
    leavesAsItIs(waiting, { event: 'approval_withdrawn', by: 'U1' });
    leavesAsItIs(waiting, { event: 'approval_ran_out' });
  });

  test('stays open when the payment fails, because it can still be paid', () => {
    const approval = { ...REQUEST, state: 'open' } as const;
    const failed = applyEvent(
      orderIn({ state: 'pending', approval }),
      { event: 'failed', failure: FAILURE },
      AT,
    );
    expect(failed).toMatchObject({ state: 'failed', failure: FAILURE, approval });
  });
});

describe('the code of a payment', () => {
  const known = { trackingId: 'track-a' };

  test('is taken from no other event, and from no answer that lacks it too', () => {
    const paid = orderIn({ state: 'paid', payments: [WITHOUT_CODE], service: known });
    leavesAsItIs(paid, { event: 'pending', ...known });
    leavesAsItIs(paid, { event: 'failed', ...known, failure: FAILURE });
    leavesAsItIs(paid, { event: 'completed', ...known, payment: WITHOUT_CODE });
  });
});

describe('a payment that goes back', () => {
  const reversedWith = (refund: NonNullable<Order['refund']>) =>
    applyEvent(
      orderIn({ state: 'paid', payments: [paymentOf(AMOUNT)], refund }),
      { event: 'reversed', payment: UNNAMED },
      AT,
    );

  test('after an approver has said that it was not paid back is told as unexpected', () => {
    const after = reversedWith({ ...REFUND, status: 'not_paid_back', endedBy: 'U2', endedAt: 7 });
    expect(after.announcements.at(-1)?.news).toMatchObject({ kind: 'reversed', isUnexpected: true });
    const expected = reversedWith({ ...REFUND, status: 'received' });
    expect(expected.announcements.at(-1)?.news).not.toHaveProperty('isUnexpected');
  });

  test('leaves a refund that the service refused as it is', () => {
    const refund = { ...REFUND, status: 'refused' } as const;
    expect(reversedWith(refund).refund).toEqual(refund);
  });
});
