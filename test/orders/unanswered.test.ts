// When nobody answers: which orders it concerns, when, and that it is said once.
import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { endChecks, endPrompt } from '#orders/unanswered.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const REQUESTED_AT = 1_700_000_000_000;
const OVER_AT = REQUESTED_AT + 180_000;

function requested(own: Partial<Order> = {}): Order {
  return sampleOrder('INV-1', { state: 'pending', requestedAt: REQUESTED_AT, ...own });
}

describe('a prompt', () => {
  test('a prompt is over three minutes after its request, and not a moment earlier', () => {
    expect(endPrompt(requested(), OVER_AT - 1)).toBeUndefined();
    expect(endPrompt(requested(), OVER_AT)).toEqual({ ...requested(), noPinAt: OVER_AT });
  });

  test('a prompt is over once', () => {
    expect(endPrompt(requested({ noPinAt: OVER_AT }), OVER_AT + 1)).toBeUndefined();
  });

  test('a prompt is only over while the service says that it is pending', () => {
    const over = ORDER_STATES.filter((state) => endPrompt(requested({ state }), OVER_AT));
    expect(over).toEqual(['pending']);
  });

  test('a link or a charge waits for no PIN, and an order that was not requested for no answer', () => {
    for (const kind of ['link', 'charge'] as const)
      expect(endPrompt(requested({ kind }), OVER_AT)).toBeUndefined();
    expect(endPrompt(sampleOrder('INV-1', { state: 'pending' }), OVER_AT)).toBeUndefined();
  });
});

describe('the end of the checks', () => {
  test('the end of the checks concerns orders that can still be paid, and of a failed one nothing is told', () => {
    for (const state of ORDER_STATES) {
      const ended = endChecks(requested({ state }), OVER_AT);
      expect(ended?.checksEndedAt).toBe(isOpen(state) ? OVER_AT : undefined);
      const kinds = ended?.announcements.map(({ news }) => news.kind);
      if (isOpen(state)) expect(kinds).toEqual(state === 'failed' ? [] : ['checks_ended']);
    }
  });

  test('of a failed link whose deadline is over it is told, because the service has not cancelled it', () => {
    const own = { kind: 'link', state: 'failed', validUntil: '2023-11-14' } as const;
    const kindsAt = (deadlineAt: number) =>
      endChecks(requested({ ...own, deadlineAt }), OVER_AT)?.announcements.map(({ news }) => news.kind);
    expect(kindsAt(OVER_AT)).toEqual(['checks_ended']);
    expect(kindsAt(OVER_AT + 1)).toEqual([]);
  });

  test('the end of the checks is told once, after what is still to be told', () => {
    const [ended] = [endChecks(requested(), OVER_AT)];
    expect(ended && endChecks(ended, OVER_AT + 1)).toBeUndefined();
    const again =
      ended && endChecks({ ...requested({ version: 4 }), announcements: ended.announcements }, OVER_AT);
    expect(again?.announcements.map(({ id }) => id)).toEqual(['checks_ended-1', 'checks_ended-5']);
  });

  test('the end of the checks of an order without an answer says so, with what came in place of an answer', () => {
    const failure = { reason: 'unavailable', serviceMessage: 'Sorry' } as const;
    const newsOf = (own: Parameters<typeof requested>[0]) =>
      endChecks(requested(own), OVER_AT)?.announcements.map(({ news }) => news);
    expect(newsOf({ state: 'sending', failure })).toEqual([{ kind: 'checks_ended', noAnswer: failure }]);
    expect(newsOf({ state: 'sending' })).toEqual([
      { kind: 'checks_ended', noAnswer: { reason: 'unavailable', serviceMessage: '' } },
    ]);
    expect(newsOf({ state: 'pending', failure })).toEqual([{ kind: 'checks_ended' }]);
  });

  test('the end of the checks is nothing that concerns a charge', () => {
    expect(endChecks(requested({ kind: 'charge' }), OVER_AT)).toBeUndefined();
  });
});
