// Faults in what Teller does when a deadline is over, and in reminders.
import { TELLER } from '#orders/audit-line.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { readTransaction } from '#provider/read-transaction.ts';
import { type Fault, never, ONE_FAULT, storing, WITHOUT_FAULTS } from './fault.ts';
import type { Sabotage } from './process.ts';
import { AMOUNT } from './service-door.ts';

/** What is open counts as not paid, without a question to the service. */
function doesNotAsk(): Sabotage {
  let mayBePaid = true;
  return {
    orders: (orders) => ({
      ...orders,
      async get(reference) {
        const order = await orders.get(reference);
        mayBePaid = !order || !isOpen(order.state);
        return order;
      },
    }),
    client: (client) => ({
      ...client,
      getTransactionStatus: async (orderTrackingId) =>
        mayBePaid ? client.getTransactionStatus(orderTrackingId) : unpaid(orderTrackingId),
    }),
  };
}

function unpaid(orderTrackingId: string) {
  const body = {
    status_code: 0,
    order_tracking_id: orderTrackingId,
    amount: Number(AMOUNT.amount),
    currency: AMOUNT.currency,
  };
  const operation = 'getTransactionStatus';
  const answer = {
    operation,
    httpStatus: 200,
    contentType: 'application/json',
    body,
    redact: String,
  } as const;
  return readTransaction(answer, { orderTrackingId });
}

function noChecksAfterCancelling(): Sabotage {
  let hasCancelled = false;
  return {
    client: (client) => ({
      ...client,
      cancelOrder(trackingId) {
        hasCancelled = true;
        return client.cancelOrder(trackingId);
      },
    }),
    check: (next) => (hasCancelled ? never(next) : next),
  };
}

const scenario = 'deadline';

export const DEADLINE_FAULTS: readonly Fault[] = [
  {
    what: 'a paid order is cancelled at the service',
    breaks: 'only what is open is cancelled at the service',
    scenario,
    sabotage: storing((order) => (order.state === 'paid' ? { ...order, cancelRequestedAt: 1 } : order)),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'Teller does not ask the service when a deadline is over',
    breaks: 'Teller asks how an order stands before it cancels it',
    scenario,
    sabotage: doesNotAsk,
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a link is stored as cancelled by Teller when a person does it',
    breaks: 'Teller cancels nothing before its deadline is over',
    scenario,
    sabotage: storing((order) => (order.cancelledBy === 'U1' ? { ...order, cancelledBy: TELLER } : order)),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'a deadline that is over is told as a person’s cancel',
    breaks: 'a deadline is told as Teller’s, and a person’s cancel as theirs',
    scenario,
    sabotage: storing((order) => (order.cancelledBy === TELLER ? { ...order, cancelledBy: 'U1' } : order)),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'it is forgotten that a link has reminded',
    breaks: 'an order reminds once',
    scenario,
    sabotage: storing(({ remindedAt: _, ...order }) => order),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'the service never cancels anything',
    breaks: 'at rest nothing is open whose deadline is over',
    scenario,
    sabotage: () => ({
      client: (client) => ({
        ...client,
        cancelOrder: async () => ({ done: false, status: '500', message: 'Not now' }),
      }),
    }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'an order is not checked any more once Teller has cancelled it',
    breaks: 'at rest a payment that raced the deadline is known',
    scenario,
    sabotage: noChecksAfterCancelling,
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'the announcement of a reminder is stored without its time, and not kept',
    breaks: 'at rest whose link was not paid was reminded',
    scenario,
    sabotage: storing(withoutReminder),
    limits: ONE_FAULT,
  },
];

function withoutReminder({ remindedAt: _, ...order }: Order): Order {
  return { ...order, announcements: order.announcements.filter(({ news }) => news.kind !== 'reminder') };
}
