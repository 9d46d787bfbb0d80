// What is erased of an order, when that may be done, and that it stays erased.
import { describe, expect, test } from 'vitest';
import { askApproval } from '#orders/approval.ts';
import { auditEventsOf } from '#orders/audit-events.ts';
import { erased, erasureTime, keptErased, lastChange, whyKept } from '#orders/forgetting.ts';
import { brokenInvariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import { searchTermsOf } from '#orders/search-terms.ts';
import { promptOrder, recurringOrder, sampleOrder } from '#test/store/sample-order.ts';
import { asSaved, paymentOf } from './any-event.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 1_700_000_000_000;
const AMOUNT = { amount: '1500', currency: 'KES' };
const payment = { ...paymentOf(AMOUNT), payer: 'PERSON payer' };

const full: Order = promptOrder('A', '+254712345678', {
  state: 'reversed',
  description: 'PERSON description',
  customer: { firstName: 'PERSON', lastName: 'PERSON', email: 'PERSON@example.com' },
  payments: [{ ...payment, reversedAt: 1_700_000_000_000 }],
  approval: askApproval(undefined, { about: 'refund', requestedBy: 'U1', askedAt: 1 }),
});

describe('an erased order', () => {
  const after = erased(full, 'U9', NOW);

  test('is found by its code and amount, and by no word, number or address of its customer', () => {
    const gone = searchTermsOf(full).filter((term) => !searchTermsOf(after).includes(term));
    expect(gone.join('\n')).toMatch(/number 254712345678/);
    expect(gone.join('\n')).toMatch(/email person@example.com/);
    expect(gone.join('\n')).toMatch(/word person/);
    expect(gone.some((term) => /^(code|amount|day|state|agent|booked)/.test(term))).toBe(false);
  });

  test('stays the same object until something of a person comes back, which is then taken out', () => {
    expect(keptErased(after)).toBe(after);
    expect(keptErased(full)).toBe(full);
    const { payments } = full;
    const back = { ...after, ...(payments ? { payments } : {}), customer: { firstName: 'PERSON' } };
    expect(keptErased(back)).toEqual(after);
    expect(keptErased(back).approval).toBe(after.approval);
  });

  test('is an audit event of whoever erased it, once, and may change nothing else in that step', () => {
    const paid = asSaved({ ...promptOrder('A', '+254712345678'), state: 'paid', payments: [payment] });
    const forgotten = erased(paid, 'U9', NOW);
    expect(auditEventsOf(forgotten, paid)).toEqual([
      { at: NOW, who: 'U9', event: 'forgotten', order: 'A', outcome: 'paid' },
    ]);
    expect(auditEventsOf({ ...forgotten, isErasing: true }, forgotten)).toEqual([]);
    expect(brokenInvariant(forgotten, paid)).toBeUndefined();
    expect(brokenInvariant({ ...forgotten, changedAt: 1 }, paid)).toBe('erasing_erases_only');
    expect(brokenInvariant(erased(forgotten, 'U8', NOW + 1), forgotten)).toBe('erasing_erases_only');
    expect(brokenInvariant(paid, forgotten)).toBe('erasing_erases_only');
  });
});

describe('an order keeps its customer', () => {
  const refund = { amount: AMOUNT, confirmationCode: 'X', remarks: '', requestedBy: 'U1' } as const;

  test.each<[string, Partial<Order>, object | undefined]>([
    ['while it can be paid', { state: 'pending' }, { because: 'open', until: NOW + DAY }],
    ['while it waits for approval', { state: 'waiting' }, { because: 'waiting' }],
    ['after a failure, while it is checked', { state: 'failed' }, { because: 'open', until: NOW + DAY }],
    ['while it is under review', { state: 'review' }, { because: 'review' }],
    [
      'while it is being paid back',
      { state: 'paid', refund: { ...refund, status: 'received' } },
      { because: 'refund' },
    ],
    ['no longer once its checks have ended', { state: 'pending', checksEndedAt: NOW }, undefined],
    ['no longer once it is paid', { state: 'paid' }, undefined],
    ['no longer once it is cancelled', { state: 'cancelled' }, undefined],
    [
      'no longer once it was paid back',
      { state: 'reversed', refund: { ...refund, status: 'paid_back' } },
      undefined,
    ],
  ])('%s', (_, own, expected) => {
    expect(whyKept(sampleOrder('A', { createdAt: NOW, ...own }), undefined, NOW)).toEqual(expected);
  });
});

describe('a recurring order that was never paid keeps its customer', () => {
  const until = Date.parse('2031-01-03T00:00+03:00');
  const asked = (own: Partial<Order>) => ({
    ...recurringOrder('R', 'ACC', NOW),
    requestedAt: NOW,
    ...own,
  });
  const neverArrived = { reason: 'never_arrived', providerMessage: '' } as const;

  test.each<[string, Partial<Order>]>([
    ['while it is checked', { state: 'pending' }],
    ['once its checks have ended', { state: 'pending', checksEndedAt: NOW }],
    ['when its payment failed', { state: 'failed', checksEndedAt: NOW }],
    ['when it got no answer', { state: 'sending', checksEndedAt: NOW }],
    ['when it is cancelled', { state: 'cancelled', cancelledBy: 'U1' }],
    ['when it did not arrive, as far as is known', { state: 'not_sent', failure: neverArrived }],
  ])('%s', (_, own) => {
    const order = asked(own);
    expect(whyKept(order, undefined, NOW + DAY)).toEqual({ because: 'recurring', until });
    expect(whyKept({ ...order, checksEndedAt: NOW }, undefined, until)).toBeUndefined();
  });
});

test('the days of the setting count from whatever was last done or heard', () => {
  const order = sampleOrder('A', { createdAt: NOW, changedAt: NOW + 1, state: 'paid' });
  expect(lastChange(order)).toBe(NOW + 1);
  const charged = { ...order, charges: { paid: 1, total: '1', lastAt: NOW + 5 * DAY } };
  expect(erasureTime(charged, 31)).toBe(NOW + 36 * DAY);
  expect(erasureTime(charged, undefined)).toBeUndefined();
  expect(erasureTime(erased(charged, 'teller', NOW), 31)).toBeUndefined();
});
