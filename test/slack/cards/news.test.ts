// The replies in an order's thread: each kind of news for each kind of order, with ordinary and with hostile text.

import { describe, expect, test } from 'vitest';
import type { News } from '#orders/announcement.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { FAILURE_REASONS } from '#orders/payment.ts';
import { newsReply } from '#slack/cards/news.ts';
import { orderCard } from '#slack/cards/order-card.ts';
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
import { received } from '#test/slack/request-samples.ts';
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
    (reason) => ({ kind: 'not_sent', failure: { reason, serviceMessage: '' } }) as const,
  ),
  { kind: 'cancelled', by: 'U2' },
  { kind: 'cancel_refused', by: 'U2', serviceMessage: FAILURE.serviceMessage },
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
    return { ...news, noAnswer: { ...news.noAnswer, serviceMessage: HOSTILE } };
  if ('serviceMessage' in news) return { ...news, serviceMessage: HOSTILE };
  return 'failure' in news ? { ...news, failure: { ...news.failure, serviceMessage: HOSTILE } } : news;
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

  test('news of a payment is one line with amount, customer, description, method, confirmation code, payer and time', () => {
    const shown = read({ kind: 'paid', payment: PAYMENT, previousState: 'pending' });
    expect(shown).toBe(
      ':white_check_mark: KES 1,234,567.50 paid by Amina O’Neill for Two bags of “maize” – Grade 1 🌽 · M-PESA SCJ8JQ26SW · from 2547xxx45678 · 10:14 PM',
    );
  });

  test('news of money is one line, and what the service left empty is left out', () => {
    const bare = { ...PAYMENT, method: '', confirmationCode: '', payer: '' };
    const money: News[] = [
      { kind: 'paid', payment: PAYMENT, previousState: 'cancelled' },
      { kind: 'review', payment: PAYMENT, previousState: 'pending' },
      { kind: 'reversed', payment: PAYMENT },
      { kind: 'paid', payment: bare, previousState: 'pending' },
    ];
    for (const news of money) {
      expect(of(news).blocks).toHaveLength(1);
      expect(read(news)).not.toMatch(/\n|· ·|· $/);
    }
  });

  test('news of a charge names the order that it belongs to', () => {
    const shown = read({ kind: 'paid', payment: PAYMENT, previousState: 'sending' }, 'charge');
    expect(shown).toContain('(a charge of INV-0)');
  });

  test('news of a payment after a failure or a cancel says so', () => {
    expect(read({ kind: 'paid', payment: PAYMENT, previousState: 'failed' })).toContain('paid after all');
    expect(read({ kind: 'paid', payment: PAYMENT, previousState: 'cancelled' })).toContain(
      'The order had been cancelled: deliver it or pay it back.',
    );
    const less = { ...PAYMENT, paid: { ...PAYMENT.paid, amount: '175' } };
    const reviewed = read({ kind: 'review', payment: less, previousState: 'cancelled' });
    expect(reviewed).toMatch(/^:rotating_light: Paid KES 175\.00 of /);
    expect(reviewed).toContain('The order had been cancelled. Please review before you deliver.');
  });

  test('news of another amount for a known payment shows both amounts', () => {
    const before = { ...PAYMENT.paid, amount: '175' };
    const more = { kind: 'paid', payment: PAYMENT, previousState: 'review', before } as const;
    expect(read(more)).toMatch(
      /^:white_check_mark: KES 1,234,567\.50 paid, not KES 175\.00 by Amina O’Neill for /,
    );
    const less = { ...PAYMENT, paid: before };
    const reviewed = read({ kind: 'review', payment: less, previousState: 'paid', before: PAYMENT.paid });
    expect(reviewed).toMatch(/^:warning: KES 175\.00 paid, not KES 1,234,567\.50 by /);
    expect(reviewed).toContain('KES 1,234,567.50 was asked. Please review before you deliver.');
  });

  test('news of a payment of another amount shows both amounts and does not simply say paid', () => {
    const shown = read({
      kind: 'review',
      payment: { ...PAYMENT, paid: { amount: '9', currency: 'USD' } },
      previousState: 'pending',
    });
    expect(shown).toContain('Paid USD 9.00 instead of KES 1,234,567.50');
    expect(shown).toContain('Please review before you deliver.');
    expect(shown).not.toContain(':white_check_mark:');
  });

  test('news that is not about money does not say paid', () => {
    for (const news of EVERY_NEWS.filter((one) => !of(one).toChannel)) {
      expect(of(news).text).not.toMatch(/white_check_mark|\bhas paid|(?<!not )\bpaid\.|\bwas paid\b/i);
    }
  });

  test('news of a failure says why, what to do next, the service’s explanation and the incident', () => {
    const shown = read({ kind: 'failed', failure: FAILURE });
    for (const part of [
      'Not paid.',
      'declined',
      'Change the order',
      'amount_exceeds_default_limit',
      '7f3a-91c2',
    ])
      expect(shown).toContain(part);
  });

  test('news of an order whose customer has paid another one does not say to send it again', () => {
    const paidTwin = { reference: HOSTILE_REFERENCE, confirmationCode: 'X1' };
    const declined: News = { kind: 'failed', failure: { ...FAILURE, reason: 'payment_failed' } };
    const lost: News = { kind: 'not_sent', failure: { reason: 'never_arrived', serviceMessage: '' } };
    const ranOut = (about: 'order' | 'refund'): News => {
      const asked = { number: 1, about, askedBy: 'U1', askedAt: 1 } as const;
      return { kind: 'approval_decided', approval: { ...asked, state: 'run_out' } };
    };
    expect(read(declined, 'prompt', { state: 'failed', paidTwin })).toContain(
      'The payment did not go through. :tada:_it_ has been paid already, so there is nothing to send again. Cancel this one.',
    );
    expect(
      read(declined, 'prompt', { state: 'failed', paidTwin: { ...paidTwin, isAccepted: true } }),
    ).toContain(':tada:_it_ was accepted as paid, so there is nothing to send again. Cancel this one.');
    expect(read(lost, 'prompt', { state: 'not_sent', paidTwin })).toMatch(
      /this order\. :tada:_it_ has been paid already, so there is nothing to send again\.$/,
    );
    const ended = read(ranOut('order'), 'prompt', { state: 'not_sent', paidTwin });
    expect(ended).toMatch(/within 24 hours\. .*tada.* has been paid already\.$/);
    for (const news of [declined, lost, ranOut('order')])
      expectGoodMessage(of(news, 'prompt', { state: 'failed', paidTwin }));
    expect(read(ranOut('order'))).toContain('It can be asked for again.');
    expect(read(ranOut('refund'), 'prompt', { state: 'paid', paidTwin })).toContain(
      'It can be asked for again.',
    );
  });

  test('news of two payments says which of them is being paid back already', () => {
    const other = { reference: referenceOf('INV-2'), confirmationCode: 'X1' };
    const news: News = { kind: 'paid_twice', payment: PAYMENT, other };
    const told = (own: Partial<Order>) =>
      read(news, 'prompt', { state: 'paid', payments: [PAYMENT], ...own });
    expect(told({ paidTwin: other })).toMatch(/ for INV-2\. Pay one of them back\.$/);
    expect(told({ paidTwin: { ...other, isBeingPaidBack: true } })).toMatch(
      / for INV-2\. The other one is being paid back\.$/,
    );
    expect(told({ paidTwin: other, refund: received })).toMatch(/ This one is being paid back\.$/);
    const third = { ...other, reference: referenceOf('INV-3'), isBeingPaidBack: true } as const;
    for (const own of [{ paidTwin: third }, {}]) expect(told(own)).toMatch(/ Pay one of them back\.$/);
  });

  test('news of a cancel says by whom', () => {
    expect(read({ kind: 'cancelled', by: 'U2' })).toContain('Cancelled by @U2.');
  });

  test('news of a cancel that the service refused says to whom it matters, what to do next, and why', () => {
    expect(read({ kind: 'cancel_refused', by: 'U2', serviceMessage: 'Not today' })).toBe(
      'Not cancelled, @U2: the payment service refused it, so the customer may still be able to pay. Press Check now on the card, then cancel again. The service says: Not today.',
    );
  });

  test.each<News>([
    { kind: 'paid_twice', payment: PAYMENT, other: { reference: HOSTILE_REFERENCE, confirmationCode: 'X1' } },
    { kind: 'rest_paid', by: HOSTILE_REFERENCE, payment: PAYMENT, brought: PAYMENT.paid },
    {
      kind: 'rest_paid',
      by: HOSTILE_REFERENCE,
      payment: PAYMENT,
      ...{ brought: PAYMENT.paid, tooMuch: PAYMENT.paid },
    },
    { kind: 'rest_gone_back', by: HOSTILE_REFERENCE },
    { kind: 'rest_gone_back', by: HOSTILE_REFERENCE, isEnough: true },
    { kind: 'accepted_as_paid', by: 'U1' },
  ])('news of kind $kind shows another order’s reference as it is', (news) => {
    const successor = { reference: HOSTILE_REFERENCE, version: 1, state: 'pending' } as const;
    expectGoodMessage(of(news, 'link', { successor }));
    expect(read(news, 'link', { successor })).toContain('tada');
  });

  // SPEC.md: announcement-hides-phone-number
  test('news never shows the customer’s whole number, even when the service sends it', () => {
    for (const payer of [PHONE, `+${PHONE}`, `0${PHONE.slice(3)}`])
      expectMasked(of({ kind: 'paid', payment: { ...PAYMENT, payer }, previousState: 'pending' }));
    expectMasked(
      of({ kind: 'failed', failure: { reason: 'payment_failed', serviceMessage: `No subscriber ${PHONE}` } }),
    );
    for (const news of EVERY_NEWS) expectMasked(of(news));
  });
});
