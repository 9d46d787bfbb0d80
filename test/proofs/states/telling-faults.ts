// Faults in what is posted and when.
import type { Order } from '#orders/order.ts';
import { isStated } from '#orders/payment.ts';
import { type Fault, never, ONE_FAULT, PAID, PAID_IN_PART, storing, WITHOUT_FAULTS } from './fault.ts';
import type { Sabotage } from './process.ts';
import { ALERTS, CHANNEL } from './slack-door.ts';

/** The double telling of the storm: a 429 makes Teller forget that an earlier try may have got through. */
function forgetsAfterLimit(): Sabotage {
  let isLimited = false;
  return {
    outbound: (outbound) => ({
      ...outbound,
      async post(message) {
        const posted = await outbound.post(message);
        if (posted.status === 'rate_limited') isLimited = true;
        return posted;
      },
      async findOwn(place, reference) {
        const found = await outbound.findOwn(place, reference);
        if (found.status === 'rate_limited') isLimited = true;
        return found;
      },
    }),
    deliver: (next) => (isLimited ? { ...next, mayBeHalfDone: false } : next),
  };
}

export const TELLING_FAULTS: readonly Fault[] = [
  {
    what: 'a rate limit wipes out that an earlier try may have got through',
    breaks: 'news is told once',
    sabotage: forgetsAfterLimit,
    limits: { events: 2, faults: 2 },
    after: PAID,
  },
  {
    what: 'a process posts without having its claim confirmed',
    breaks: 'an alert is posted once',
    sabotage: () => ({ claim: (claim) => ({ ...claim, confirm: async () => {} }) }),
    limits: ONE_FAULT,
    after: PAID,
  },
  {
    what: 'a card counts as posted that was not',
    breaks: 'nothing is requested before its card stands',
    sabotage: () => ({
      outbound: (outbound) => ({
        ...outbound,
        post: async (message) =>
          message.metadata.news === 'card'
            ? { status: 'posted', channel: message.channel, ts: '0' }
            : outbound.post(message),
      }),
    }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a search in the channel finds nothing',
    breaks: 'an order has one card',
    sabotage: () => findingNothingIn(CHANNEL),
    limits: ONE_FAULT,
  },
  {
    what: 'a search among the alerts finds nothing',
    breaks: 'an alert is posted once',
    sabotage: () => findingNothingIn(ALERTS),
    limits: { events: 1, faults: 1 },
    after: PAID,
  },
  {
    what: 'told money is announced once more under another id',
    breaks: 'money is told once',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        save: (order, trigger) => orders.save(withPaidAgain(order), { deliver: order.changedAt, ...trigger }),
      }),
    }),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'the newest announcement is delivered first',
    breaks: 'news is told in its order',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        async get(reference) {
          const order = await orders.get(reference);
          return order && { ...order, announcements: order.announcements.toReversed() };
        },
      }),
    }),
    limits: { events: 2, faults: 1 },
    after: PAID_IN_PART,
  },
  {
    what: 'an announcement is stored without a delivery',
    breaks: 'news never waits for nothing',
    sabotage: () => ({ orders: (orders) => ({ ...orders, save: (order) => orders.save(order, {}) }) }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'what could not be delivered is given up',
    breaks: 'news never waits for nothing',
    sabotage: () => ({ deliver: never }),
    limits: { events: 1, faults: 1 },
    after: PAID,
  },
  {
    what: 'the card is not edited',
    breaks: 'at rest the card shows how the order stands',
    sabotage: () => ({
      outbound: (outbound) => ({
        ...outbound,
        update: async (ts, { channel }) => ({ status: 'posted', channel, ts }),
      }),
    }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'no alert is made of delivered money',
    breaks: 'at rest money has its alert',
    sabotage: storing((order) => ({
      ...order,
      announcements: order.announcements.filter(({ news }) => news.kind !== 'alert'),
    })),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'a delivery is made due again for ever',
    breaks: 'from every state Teller comes to rest',
    sabotage: () => ({ deliver: (next, now) => ({ ...next, at: now + 1_000 }) }),
    limits: { events: 0, faults: 0 },
  },
];

/** Once paid is told, it waits once more. */
function withPaidAgain(order: Order): Order {
  const { state, payments: [payment] = [], announcements } = order;
  const [first] = announcements;
  if (
    state !== 'paid' ||
    !payment ||
    !isStated(payment) ||
    first?.news.kind === 'paid' ||
    first?.id.startsWith('again')
  )
    return order;
  const news = { kind: 'paid', payment, previousState: 'pending' } as const;
  return {
    ...order,
    announcements: [...announcements, { id: `again-${order.version}`, at: order.changedAt, news }],
  };
}

function findingNothingIn(channel: string): Sabotage {
  return {
    outbound: (outbound) => ({
      ...outbound,
      async findOwn(place, reference) {
        const found = await outbound.findOwn(place, reference);
        const isThere = place.channel === channel && place.threadTs === undefined;
        return isThere && found.status === 'found' ? { ...found, messages: new Map() } : found;
      },
    }),
  };
}
