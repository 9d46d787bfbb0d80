// A notification is noted while its check gets no answer: by the notification when the schedule was due as well, else by the check.
import { expect, test } from 'vitest';
import { awaitsAnswer, noteFailedCheck, noteNotification } from '#orders/notified.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const REQUESTED_AT = 1_700_000_000_000;
/** The first check of a prompt. */
const DUE_AT = REQUESTED_AT + 20_000;

const requested = (own: Partial<Order> = {}): Order =>
  sampleOrder('INV-1', { state: 'pending', requestedAt: REQUESTED_AT, ...own });

test('each notification is noted by itself or by the check that it makes due, and no check of the schedule notes one', () => {
  for (const at of [REQUESTED_AT + 1, DUE_AT - 1, DUE_AT, DUE_AT + 1]) {
    const byNotification = noteNotification(requested(), at);
    const byCheck = noteFailedCheck(requested(), at);
    expect([byNotification?.notifiedAt, byCheck?.notifiedAt]).toEqual(
      at < DUE_AT ? [undefined, at] : [at, undefined],
    );
  }
});

test('a notification of what the schedule asks for no more is noted when its check fails', () => {
  for (const state of ['pending', 'paid', 'not_sent'] as const) {
    const checkedAt = REQUESTED_AT + 25 * 60 * 60_000;
    const order = requested({ state, checkedAt });
    expect(noteNotification(order, checkedAt + 1)).toBeUndefined();
    expect(noteFailedCheck(order, checkedAt + 1)).toEqual({ ...order, notifiedAt: checkedAt + 1 });
  }
});

test('a notification is noted once until a check is answered', () => {
  const noted = requested({ notifiedAt: DUE_AT });
  expect([awaitsAnswer(noted), noteNotification(noted, DUE_AT + 1)]).toEqual([true, undefined]);
  expect(noteFailedCheck(requested({ notifiedAt: DUE_AT - 9 }), DUE_AT - 1)).toBeUndefined();
  const answered = requested({ notifiedAt: DUE_AT, checkedAt: DUE_AT + 1 });
  expect(awaitsAnswer(answered)).toBe(false);
  expect(noteFailedCheck(answered, DUE_AT + 2)).toMatchObject({ notifiedAt: DUE_AT + 2 });
});

test('a check that was answered has not failed, whatever fails after it', () => {
  for (const checkedAt of [DUE_AT - 5, DUE_AT + 5])
    expect(noteFailedCheck(requested({ checkedAt }), DUE_AT - 5)).toBeUndefined();
});
