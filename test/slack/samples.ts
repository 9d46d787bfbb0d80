// One of each message and outcome that people read about an order, with what real ones have in them.

import type { News } from '#orders/announcement.ts';
import { TELLER } from '#orders/audit-line.ts';
import { NO_CHARGES } from '#orders/charges.ts';
import type { Order, ResentOrder } from '#orders/order.ts';
import { alertCard } from '#slack/alerts/deliver.ts';
import { waitingDirectly } from '#slack/approval/waiting.ts';
import { directMessage } from '#slack/card/direct.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { statusCard } from '#slack/find/status.ts';
import { outcomeView } from '#slack/order/outcome.ts';
import { recurringOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { msisdn } from './every-order.ts';
import {
  ASKED_AT,
  approved,
  decided,
  declined,
  forRefund,
  lost,
  PAID_AT,
  PAYMENT,
  received,
  refund,
  waits,
} from './request-samples.ts';
import { ordersWithSeveral, repliesOfSeveral } from './several-payments-samples.ts';

const DECLINED = { reason: 'payment_failed', providerMessage: 'request_terminated_by_user' } as const;
const REFUSED = {
  reason: 'declined',
  providerMessage: 'amount_exceeds_default_limit',
  incident: '7f3a-91c2',
} as const;

function order(own: Partial<Order> = {}): Order {
  return sampleOrder('BR6ZC-VV9H9', {
    state: 'pending',
    description: 'Two bags of flour',
    customer: { firstName: 'Jane', lastName: 'Wanjiru' },
    prompt: { msisdn: msisdn(), method: 'MpesaKE' },
    provider: {
      trackingId: 'af2234da-03ee-4b60-b2dd-dd746bcda1bd',
      businessNumber: '220222',
      accountNumber: 'PP565691',
    },
    createdAt: ASKED_AT,
    changedAt: PAID_AT,
    card: { channel: 'C1', ts: '1.1', contentHash: '' },
    ...own,
  });
}

function link(own: Partial<Order> = {}): Order {
  const { prompt, ...other } = order({
    kind: 'link',
    amount: { amount: '2500', currency: 'KES' },
    description: 'School fees',
    customer: { firstName: 'Jane', lastName: 'Wanjiru', phone: msisdn() },
    provider: {
      trackingId: 'af2234da-03ee-4b60-b2dd-dd746bcda1bd',
      redirectUrl: 'https://pay.example/iframe/PesapalIframe3/Index?OrderTrackingId=af2234da',
    },
    ...own,
  });
  return other;
}

function monthly(own: Partial<Order> = {}): Order {
  const { recurring } = recurringOrder('BR6ZC-VV9H9', 'GYM-12', ASKED_AT);
  return link({
    amount: { amount: '3000', currency: 'KES' },
    description: 'Gym',
    charges: NO_CHARGES,
    ...(recurring ? { recurring } : {}),
    ...own,
  });
}

const resentAs = (state: ResentOrder['state']): ResentOrder => ({
  reference: referenceOf('ZT0KR-GJ6VB'),
  version: 1,
  state,
  cardUrl: 'https://sandbox.slack.com/archives/C1/p1700000000000100',
});
const duplicate = { reference: referenceOf('ZT0KR-GJ6VB'), confirmationCode: 'S8836K0006' };
const goingBack = { state: 'paid', payments: [PAYMENT], approval: decided } as const;
const back = { ...PAYMENT, reversedAt: PAID_AT + 60_000 };
const short = { ...PAYMENT, paid: { amount: '1000', currency: 'KES' } };

/** The order behind each card. */
export const ORDERS = {
  'prompt: being sent': order({ state: 'sending', provider: {} }),
  'prompt: waits for approval': order({ state: 'waiting', provider: {}, approval: waits }),
  'prompt: approved late': order({ state: 'waiting', provider: {}, approval: approved }),
  'prompt: declined': order({
    state: 'not_sent',
    provider: {},
    approval: declined,
    failure: { reason: 'approval_declined', providerMessage: '' },
  }),
  'prompt: waiting for the PIN': order(),
  'prompt: no PIN yet': order({ noPinAt: PAID_AT }),
  'prompt: paid': order({ state: 'paid', payments: [PAYMENT] }),
  'prompt: paid, a refund asked for': order({
    state: 'paid',
    payments: [PAYMENT],
    approval: forRefund,
    refund,
  }),
  'prompt: paid, a refund received': order({ ...goingBack, refund: received }),
  'prompt: paid, a refund not answered': order({ ...goingBack, refund: lost }),
  'prompt: not paid': order({ state: 'failed', failure: DECLINED }),
  'prompt: sent again and paid': order({ state: 'failed', failure: DECLINED, resentAs: resentAs('paid') }),
  'prompt: paid twice': order({
    state: 'paid',
    payments: [PAYMENT],
    resentAs: resentAs('paid'),
    duplicatePayment: duplicate,
  }),
  'prompt: paid after a cancel': order({ state: 'paid', payments: [PAYMENT], cancelledBy: 'U2' }),
  'prompt: paid less': order({ state: 'review', payments: [short] }),
  'prompt: paid less, the rest asked for': order({
    state: 'review',
    payments: [short],
    resentAs: { ...resentAs('pending'), balanceOf: referenceOf('BR6ZC-VV9H9') },
  }),
  'prompt: paid less, accepted': order({ state: 'paid', payments: [short], acceptedBy: 'U2' }),
  'prompt: cancelled': order({ state: 'cancelled', cancelledBy: 'U2' }),
  'prompt: not sent': order({ state: 'not_sent', failure: REFUSED, provider: {} }),
  'prompt: paid too much': order({
    state: 'review',
    payments: [{ ...PAYMENT, paid: { amount: '2000', currency: 'KES' } }],
  }),
  'prompt: paid back': order({
    state: 'reversed',
    payments: [back],
  }),
  'prompt: paid back as asked for': order({
    state: 'reversed',
    payments: [back],
    approval: decided,
    refund: { ...received, status: 'paid_back' },
  }),
  ...ordersWithSeveral(order),
  'link: waiting': link(),
  'link: waiting until its deadline': link({ validUntil: '2030-01-20' }),
  'link: its deadline is over': link({ validUntil: '2030-01-20', deadlineAt: 1, deadlineOverAt: PAID_AT }),
  'link: cancelled at its deadline': link({
    state: 'cancelled',
    cancelledBy: TELLER,
    validUntil: '2030-01-20',
  }),
  'link: not answered': link({ checksEndedAt: PAID_AT }),
  'link: paid': link({
    state: 'paid',
    payments: [{ ...PAYMENT, paid: { amount: '2500', currency: 'KES' } }],
  }),
  'recurring link: waiting': monthly(),
  'recurring link: 3 of 12 paid': monthly({
    state: 'paid',
    payments: [{ ...PAYMENT, paid: { amount: '3000', currency: 'KES' } }],
    charges: { paid: 2, total: '6000', lastAt: Date.parse('2030-02-01T09:00:00Z') },
  }),
} satisfies Record<string, Order>;

const NEWS = {
  paid: { kind: 'paid', payment: PAYMENT, previousState: 'pending' },
  'paid less': { kind: 'review', payment: short, previousState: 'pending' },
  'paid less after a cancel': { kind: 'review', payment: short, previousState: 'cancelled' },
  'paid back': { kind: 'reversed', payment: back },
  'not paid': { kind: 'failed', failure: DECLINED },
  'not sent': { kind: 'not_sent', failure: REFUSED },
  cancelled: { kind: 'cancelled', by: 'U2' },
  'cancelled at the deadline': { kind: 'cancelled', by: TELLER },
  'not cancelled': { kind: 'cancel_refused', by: 'U2', providerMessage: 'Invalid order request.' },
  declined: { kind: 'approval_decided', approval: declined },
  'approved late': { kind: 'approved_late', approval: approved },
  'refund not asked for': { kind: 'refund_lapsed', refund: { ...refund, status: 'not_asked' } },
  'refund received': { kind: 'refund_received', refund: received },
  'refund reminder': { kind: 'refund_reminder', refund: received },
  'refund ended': { kind: 'refund_ended', refund: { ...lost, status: 'not_paid_back', endedBy: 'U2' } },
} satisfies Record<string, News>;

type Shown = { readonly text: string; readonly blocks: readonly unknown[] };

/** Everything that is posted or answered, by what it is. */
export function messages(): Record<string, Shown> {
  const paid = ORDERS['prompt: paid'];
  const reply = (news: News, of: Order = paid) => newsReply(of, { id: 'x-1', at: PAID_AT, news });
  const cards = Object.entries(ORDERS).map(([name, one]) => [`Card, ${name}`, orderCard(one)]);
  const replies = Object.entries(NEWS).map(([name, news]) => [`Reply, ${name}`, reply(news)]);
  const asked = { query: paid.reference, canShare: true, now: PAID_AT };
  const cardUrl = 'https://sandbox.slack.com/archives/C1/p1700000000000100';
  return {
    ...Object.fromEntries(cards),
    ...Object.fromEntries(replies),
    ...repliesOfSeveral((own, news) => reply(news, order(own))),
    'Reply, refund asked for': reply(
      { kind: 'approval_asked', approval: forRefund, refund },
      ORDERS['prompt: paid, a refund asked for'],
    ),
    'Reply, refund not answered': reply(
      { kind: 'refund_unknown', refund: lost },
      ORDERS['prompt: paid, a refund not answered'],
    ),
    'Direct message, waits for approval': waitingDirectly(
      ORDERS['prompt: waits for approval'],
      waits,
      cardUrl,
    ),
    'Direct message, link not paid yet': directMessage(
      ORDERS['link: waiting until its deadline'],
      { kind: 'reminder' },
      { merchantName: 'Duka la Amina', cardUrl },
    ),
    'Direct message, paid': directMessage(
      paid,
      { kind: 'money_directly', of: NEWS.paid },
      { merchantName: 'Duka la Amina', cardUrl },
    ),
    'Alert, paid': alertCard(
      paid,
      { kind: 'alert', channel: 'C2', of: { kind: 'paid', payment: PAYMENT, previousState: 'pending' } },
      cardUrl,
    ),
    'Look-up, paid': statusCard({ status: 'ours', order: paid }, { ...asked, cardUrl }),
    'Look-up in the card’s own thread, paid': statusCard(
      { status: 'ours', order: paid },
      { ...asked, canShare: false, isAtCard: true },
    ),
  };
}

/** What replaces each form. */
export function outcomes(): Record<string, { readonly blocks: readonly unknown[] }> {
  return {
    'Outcome of a link': outcomeView('Payment link', ORDERS['link: waiting']),
  };
}
