// The replies in an order's thread: each kind of news for each kind of order, with ordinary and with hostile text.

import { describe, expect, test } from 'vitest';
import type { News } from '#orders/announcement.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import { FAILURE_REASONS } from '#orders/payment.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import {
  FAILURE,
  HOSTILE,
  HOSTILE_REFERENCE,
  hostile,
  hostilePayment,
  KINDS,
  type Kind,
  orderIn,
  PAYMENT,
  PHONE,
} from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const SHARED = { reference: referenceOf('INV-2'), isBookedThere: true } as const;
const EVERY_NEWS: readonly News[] = [
  ...ORDER_STATES.map((previousState) => ({ kind: 'paid', payment: PAYMENT, previousState }) as const),
  {
    kind: 'review',
    payment: { ...PAYMENT, paid: { amount: '9', currency: 'USD' } },
    previousState: 'pending',
  },
  { kind: 'reversed', payment: PAYMENT, others: [PAYMENT] },
  { kind: 'reversed', payment: undefined, isUnclear: true, others: [PAYMENT, PAYMENT] },
  { kind: 'review', payment: PAYMENT, previousState: 'paid', others: [PAYMENT], before: PAYMENT.paid },
  { kind: 'review', payment: { ...PAYMENT, isDoubtful: true }, previousState: 'pending' },
  { kind: 'paid', payment: { ...PAYMENT, alsoOn: SHARED }, previousState: 'pending' },
  ...FAILURE_REASONS.map((reason) => ({ kind: 'failed', failure: { ...FAILURE, reason } }) as const),
  ...FAILURE_REASONS.map(
    (reason) => ({ kind: 'not_sent', failure: { reason, providerMessage: '' } }) as const,
  ),
  { kind: 'cancelled', by: 'U2' },
  { kind: 'cancel_refused', by: 'U2', providerMessage: FAILURE.providerMessage },
  { kind: 'order_found' },
  { kind: 'checks_ended' },
  { kind: 'checks_ended', noAnswer: FAILURE },
];

const of = (news: News, kind: Kind = 'prompt', own = {}) =>
  newsReply(orderIn('pending', kind, own), { id: 'x-1', at: 1_700_000_000_000, news });
const read = (...about: Parameters<typeof of>) =>
  renderMessage({ ...of(...about), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

function hostileNews(news: News): News {
  const others = 'others' in news ? { others: news.others?.map(hostilePayment) ?? [] } : {};
  if ('payment' in news && news.payment) return { ...news, ...others, payment: hostilePayment(news.payment) };
  if ('noAnswer' in news && news.noAnswer)
    return { ...news, noAnswer: { ...news.noAnswer, providerMessage: HOSTILE } };
  if ('providerMessage' in news) return { ...news, providerMessage: HOSTILE };
  return 'failure' in news ? { ...news, failure: { ...news.failure, providerMessage: HOSTILE } } : news;
}

describe.each(KINDS)('news of a %s', (kind) => {
  test.each(EVERY_NEWS)(
    'news of kind $kind is a message that Slack takes, with foreign text as plain text',
    (news) => {
      expectGoodMessage(of(news, kind));
      expectGoodMessage(of(hostileNews(news), kind));
      const wild = newsReply(hostile(orderIn('pending', kind)), {
        id: 'x-1',
        at: 0,
        news: hostileNews(news),
      });
      expectGoodMessage(wild);
    },
  );

  test.each(EVERY_NEWS)('news of kind $kind fits into one direct message together with the card', (news) => {
    const order = hostile(orderIn('failed', kind));
    const reply = newsReply(order, { id: 'x-1', at: 0, news: hostileNews(news) });
    expectGoodMessage({ text: reply.text, blocks: [...orderCard(order).blocks, ...reply.blocks] });
  });
});

describe('news', () => {
  test('news is shown in the channel too exactly when it is about money', () => {
    const loud = EVERY_NEWS.filter((news) => of(news).toChannel).map(({ kind }) => kind);
    expect(new Set(loud)).toEqual(new Set(['paid', 'review', 'reversed']));
    for (const news of EVERY_NEWS) expect(of(news).toChannel).toBe(loud.includes(news.kind));
  });

  test('news that is not about money does not say paid', () => {
    for (const news of EVERY_NEWS.filter((one) => !of(one).toChannel)) {
      expect(of(news).text).not.toMatch(/white_check_mark|\bhas paid|(?<!not )\bpaid\.|\bwas paid\b/i);
    }
  });

  test.each<News>([
    { kind: 'paid_twice', payment: PAYMENT, other: { reference: HOSTILE_REFERENCE, confirmationCode: 'X1' } },
    { kind: 'balance_paid', by: HOSTILE_REFERENCE, payment: PAYMENT, brought: PAYMENT.paid },
    {
      kind: 'balance_paid',
      by: HOSTILE_REFERENCE,
      payment: PAYMENT,
      ...{ brought: PAYMENT.paid, tooMuch: PAYMENT.paid },
    },
    { kind: 'balance_returned', by: HOSTILE_REFERENCE },
    { kind: 'balance_returned', by: HOSTILE_REFERENCE, isEnough: true },
    { kind: 'accepted_as_paid', by: 'U1' },
  ])('news of kind $kind shows another order’s reference as it is', (news) => {
    const resentAs = { reference: HOSTILE_REFERENCE, version: 1, state: 'pending' } as const;
    expectGoodMessage(of(news, 'link', { resentAs }));
    expect(read(news, 'link', { resentAs })).toContain('tada');
  });

  test('news never shows the customer’s whole number, even when the service sends it', () => {
    for (const payer of [PHONE, `+${PHONE}`, `0${PHONE.slice(3)}`])
      expectMasked(of({ kind: 'paid', payment: { ...PAYMENT, payer }, previousState: 'pending' }));
    expectMasked(
      of({
        kind: 'failed',
        failure: { reason: 'payment_failed', providerMessage: `No subscriber ${PHONE}` },
      }),
    );
    for (const news of EVERY_NEWS) expectMasked(of(news));
  });
});
