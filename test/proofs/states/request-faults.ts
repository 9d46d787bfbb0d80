// Faults in requests for approval and in refunds.
import { RINGS_WITHIN_MS } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Fault, never, PAID, storing, WITHOUT_FAULTS } from './fault.ts';
import type { Sabotage } from './process.ts';

const ASKED = [...PAID, 'ask back A1'];
const APPROVED = [...ASKED, 'approve by U2 A1'];

/** What is read of an order is not what is stored. */
function reading(change: (order: Order) => Order): () => Sabotage {
  return () => ({
    orders: (orders) => ({
      ...orders,
      async get(reference) {
        const order = await orders.get(reference);
        return order && change(order);
      },
    }),
  });
}

const asIfAskedBy =
  (somebody: string) =>
  (order: Order): Order =>
    order.approval ? { ...order, approval: { ...order.approval, askedBy: somebody } } : order;

/** However long ago it was. */
function approvedJustNow(order: Order): Order {
  const { approval, refund } = order;
  if (!approval || refund?.status !== 'approved') return order;
  return { ...order, approval: { ...approval, decidedAt: Number.MAX_SAFE_INTEGER } };
}

/** As if no answer had settled it, so that an approver may say what became of it. */
function asIfUnanswered(order: Order): Order {
  return order.refund?.status === 'received'
    ? { ...order, refund: { ...order.refund, status: 'unknown' } }
    : order;
}

/** As if it had been asked for so long (ms) after the order was made. */
function askedAt(order: Order, afterMs: number): Order {
  const { approval, createdAt } = order;
  return approval ? { ...order, approval: { ...approval, askedAt: createdAt + afterMs } } : order;
}

export const REQUEST_FAULTS: readonly Fault[] = [
  {
    what: 'it is forgotten who asked for the order',
    breaks: 'nobody approves what they asked for',
    sabotage: reading(asIfAskedBy('U9')),
    scenario: 'approval',
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'it is forgotten who asked for the refund',
    breaks: 'nobody approves what they asked for',
    sabotage: reading(asIfAskedBy('U9')),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: ASKED,
  },
  {
    what: 'a request that was decided is read as open',
    breaks: 'what was decided stays decided',
    sabotage: reading(({ approval, refund, ...order }) => ({
      ...order,
      ...(approval ? { approval: { ...approval, state: 'open' } } : {}),
      ...(refund ? { refund: { ...refund, status: 'waiting' } } : {}),
    })),
    scenario: 'refund',
    limits: { events: 2, faults: 1 },
    after: ASKED,
  },
  {
    what: 'an order that waits is submitted',
    breaks: 'the service hears nothing of an order before it is approved',
    sabotage: reading(({ approval, ...order }) =>
      order.state === 'waiting'
        ? { ...order, state: 'sending' }
        : { ...order, ...(approval && { approval }) },
    ),
    scenario: 'approval',
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a prompt that was approved late is sent by itself',
    breaks: 'a prompt that was approved late rings when its asker sends it',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        get: (reference) => orders.get(reference).then((order) => order && askedAt(order, RINGS_WITHIN_MS)),
        save: (order, trigger) => orders.save(askedAt(order, 0), trigger),
      }),
    }),
    scenario: 'approval',
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a refund is asked for at the service before it is approved',
    breaks: 'the service is asked to pay back only what was approved',
    sabotage: reading((order) => {
      const { approval, refund } = order;
      if (approval?.state !== 'open' || refund?.status !== 'waiting') return order;
      const decided = { ...approval, state: 'approved', decidedBy: 'U2' } as const;
      return { ...order, approval: decided, refund: { ...refund, status: 'approved' } };
    }),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: ASKED,
  },
  {
    what: 'it is forgotten since when a refund is approved',
    breaks: 'the service is asked to pay back within a day of the approval, or not at all',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        async get(reference) {
          const order = await orders.get(reference);
          return order && approvedJustNow(order);
        },
        // Else it would be asked for at once, and not when its request would have run out.
        save(order, { check, ...schedule } = {}) {
          const isApproved = order.refund?.status === 'approved';
          return orders.save(order, { ...schedule, ...(isApproved || check === undefined ? {} : { check }) });
        },
      }),
    }),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: ASKED,
  },
  {
    what: 'it is not stored that the service was asked for the second time',
    breaks: 'the service is asked to pay back twice at most',
    sabotage: storing(({ refund, ...order }) => {
      if (!refund) return order;
      const { repeatedAt: _, ...once } = refund;
      return { ...order, refund: once };
    }),
    scenario: 'refund',
    limits: { events: 2, faults: 2 },
    after: APPROVED,
  },
  {
    what: 'the service is asked once more whatever it answered',
    breaks: 'the service is asked to pay back once more only if nobody heard its answer',
    sabotage: () => ({
      client: (client) => ({
        ...client,
        requestRefund: (request) => client.requestRefund(request).then(() => client.requestRefund(request)),
      }),
    }),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: APPROVED,
  },
  {
    what: 'a refund that the service has received is stored as refused',
    breaks: 'what the service may be paying back is not asked for anew',
    sabotage: storing((order) =>
      order.refund?.status === 'received'
        ? { ...order, refund: { ...order.refund, status: 'refused' } }
        : order,
    ),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: APPROVED,
  },
  {
    what: 'a refund is not checked any more once an approver says that it was not carried out',
    breaks: 'what an approver says was not paid back is checked for thirty days',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        save: (order, trigger) => orders.save(asIfUnanswered(order), trigger),
        async complete(claim, next) {
          const order = await orders.get(claim.reference);
          return orders.complete(claim, order?.refund?.status === 'not_paid_back' ? never(next) : next);
        },
      }),
    }),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: APPROVED,
  },
  {
    what: 'a request is not due when it runs out',
    breaks: 'at rest no request waits',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        complete: (claim, next) => orders.complete(claim, claim.queue === 'check' ? never(next) : next),
      }),
    }),
    scenario: 'approval',
    limits: { events: 0, faults: 0 },
  },
  {
    what: 'a refund that the service has received is not watched',
    breaks: 'at rest every refund has its outcome, or an approver was asked for it',
    sabotage: () => ({ check: never }),
    scenario: 'refund',
    limits: WITHOUT_FAULTS,
    after: APPROVED,
  },
];
