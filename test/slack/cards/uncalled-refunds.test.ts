// A refund for which the payment service was never asked after it was approved: why not, on the card and in the thread.
import { expect, test } from 'vitest';
import type { Refund } from '#orders/refund.ts';
import { newsReply } from '#slack/cards/news.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { decided, received, refund } from '#test/slack/request-samples.ts';
import { ORDERS } from '#test/slack/samples.ts';

const approved = { ...refund, approvedBy: 'U2' };
const order = (ended: Refund) => ({ ...ORDERS['prompt: paid'], approval: decided, refund: ended });
const cardOf = (ended: Refund) =>
  renderMessage({ ...orderCard(order(ended)), type: 'message' } as unknown as Parameters<
    typeof renderMessage
  >[0]);
const told = (kind: 'refund_lapsed' | 'refund_refused', ended: Refund) =>
  newsReply(order(ended), { id: 'x-1', at: 1, news: { kind, refund: ended } }).text;

test('one that could not be asked for in time says so, who approved it, and that nothing went back', () => {
  const ended: Refund = { ...approved, status: 'not_asked', isTooLate: true };
  expect(cardOf(ended)).toContain('not asked for · the service could not be asked within 24 hours');
  expect(told('refund_lapsed', ended)).toBe(
    ':x: <@U1>, the refund of KES 1,500.00 (S9992K0001) was approved by <@U2>, but the payment service could not be asked within 24 hours. It is not asked any more, so Teller has paid nothing back. Ask for the refund again.',
  );
});

test('one before which Teller stood still does not say that the service refused it', () => {
  const failure = { reason: 'interrupted', serviceMessage: '' } as const;
  const ended: Refund = { ...received, status: 'refused', failure };
  expect(cardOf(ended)).toContain('not asked for · Teller stood still right before');
  expect(told('refund_refused', ended)).toBe(
    ':x: <@U1>, Teller stood still right before it asked the payment service to pay back KES 1,500.00 (S9992K0001), so that was not asked. Ask for the refund again.',
  );
});
