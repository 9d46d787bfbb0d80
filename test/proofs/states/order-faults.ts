// Faults in what is stored of an order, and when it is checked.
import type { News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { type Fault, never, ONE_FAULT, PAID, PAID_IN_PART, storing, WITHOUT_FAULTS } from './fault.ts';
import type { Sabotage } from './process.ts';
import { createOrdersDoor } from './store-door.ts';

export const ORDER_FAULTS: readonly Fault[] = [
  {
    what: 'it is not kept who has begun to cancel',
    breaks: 'at rest the service has cancelled nothing that is open here',
    sabotage: storing(({ cancelRequestedBy: _, ...order }) => order),
    limits: ONE_FAULT,
  },
  {
    what: 'the store saves without comparing versions',
    breaks: 'no announcement is lost',
    sabotage: () => ({ orders: (_, ask) => createOrdersDoor(ask, false) }),
    limits: { events: 1, faults: 1 },
    after: PAID_IN_PART,
  },
  {
    what: 'the time of the request is not stored',
    breaks: 'nothing is requested before the order says so',
    sabotage: storing(({ requestedAt: _, ...order }) => order),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a payment that is told is taken back',
    breaks: 'paid is never undone',
    sabotage: storing((order) =>
      order.state === 'paid' && order.announcements.length === 0 ? { ...order, state: 'failed' } : order,
    ),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'the code of a payment is not stored',
    breaks: 'money has a payment with a code',
    sabotage: storing((order) =>
      order.payments
        ? { ...order, payments: order.payments.map((payment) => ({ ...payment, confirmationCode: '' })) }
        : order,
    ),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a prompt that nobody answers is told as cancelled',
    breaks: 'a cancellation that is told was made',
    sabotage: storing((order) => withNewsOfNoPin(order, { kind: 'cancelled', by: 'U1' })),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a prompt that nobody answers is told as not sent',
    breaks: 'what is told as not sent is not there',
    sabotage: storing((order) =>
      withNewsOfNoPin(order, { kind: 'not_sent', failure: { reason: 'never_arrived', serviceMessage: '' } }),
    ),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'an order is read without its announcements',
    breaks: 'no announcement is lost',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        async get(reference) {
          const order = await orders.get(reference);
          return order?.state === 'paid' ? { ...order, announcements: [] } : order;
        },
      }),
    }),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'a check that got no answer is not repeated',
    breaks: 'an open order is checked until its checks end',
    sabotage: () => ({ check: never }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'an order that a person has cancelled is checked once and never again',
    breaks: 'at rest a payment within a day of a cancel is known',
    sabotage: noChecksOfCancelled,
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'the end of the checks is stored without its announcement',
    breaks: 'the end of the checks is told',
    sabotage: storing((order) => ({
      ...order,
      announcements: order.announcements.filter(({ news }) => news.kind !== 'checks_ended'),
    })),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'each save sets the time of the request anew',
    breaks: 'the time of the request and the tracking id stay',
    sabotage: storing((order) =>
      order.requestedAt === undefined ? order : { ...order, requestedAt: order.createdAt + order.version },
    ),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a notification makes no check due',
    breaks: 'at rest what was notified is known',
    sabotage: () => ({ orders: (orders) => ({ ...orders, trigger: async () => {} }) }),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'what a check of a paid order says is not saved',
    breaks: 'at rest the order is as the service said',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        save: async (order, trigger) => (order.state === 'reversed' ? order : orders.save(order, trigger)),
      }),
    }),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
  {
    what: 'a payment is saved that breaks a rule of production',
    breaks: 'no save is refused',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        async get(reference) {
          const order = await orders.get(reference);
          return order && { ...order, announcements: [...order.announcements, ...order.announcements] };
        },
      }),
    }),
    limits: WITHOUT_FAULTS,
    after: PAID,
  },
];

function noChecksOfCancelled(): Sabotage {
  let isCancelled = false;
  return {
    orders: (orders) => ({
      ...orders,
      async get(reference) {
        const order = await orders.get(reference);
        isCancelled = order?.state === 'cancelled';
        return order;
      },
    }),
    check: (next) => (isCancelled ? never(next) : next),
  };
}

function withNewsOfNoPin(order: Order, news: News): Order {
  if (order.noPinAt === undefined || order.announcements.length > 0 || order.state !== 'pending')
    return order;
  return { ...order, announcements: [{ id: `no-pin-${order.version}`, at: order.noPinAt, news }] };
}
