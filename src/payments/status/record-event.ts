// From the service's record of a transaction to what happened to the order.

import { moneyOf } from '#lib/money.ts';
import type { OrderEvent } from '#orders/events.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import type { TransactionRecord } from '#provider/responses.ts';

/** What the service's record means here; undefined when it says nothing that could be relied on. */
export function eventFrom(record: TransactionRecord): OrderEvent | undefined {
  const trackingId = record.order_tracking_id;
  switch (record.outcome) {
    case 'pending':
      return { event: 'pending', trackingId };
    case 'completed':
      return { event: 'completed', trackingId, payment: paymentFrom(record) };
    case 'failed':
      return { event: 'failed', trackingId, failure: failureFrom(record) };
    case 'reversed':
      // What is taken back was told when it came; a record that no longer names it says nothing of 0.00.
      return { event: 'reversed', trackingId, ...(record.currency ? { payment: paymentFrom(record) } : {}) };
    case 'unknown':
      return undefined;
  }
}

/** What was really paid, as the record says. */
export function paymentFrom(record: TransactionRecord): Payment {
  return {
    paid: moneyOf(record.amount, record.currency),
    method: record.payment_method,
    confirmationCode: record.confirmation_code,
    payer: record.payment_account,
    ...(record.created_at === undefined ? {} : { paidAt: record.created_at }),
  };
}

/** "payment_status_code … sometimes names the reason and is sometimes empty" (SPEC.md, Transaction record). */
function failureFrom(record: TransactionRecord): Failure {
  return { reason: 'payment_failed', serviceMessage: record.payment_status_code || record.description || '' };
}
