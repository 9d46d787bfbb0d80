// From the service's transaction record to the event that it means for an order (orders/events.ts). Called by
// payments/ wherever a record is read.
import { moneyOf } from '#lib/money.ts';
import type { OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import type { TransactionRecord } from '#provider/responses.ts';

/**
 * An event without a tracking id, from a record that lacks it and was asked for by reference, changes the state like any other; the
 * order is then asked for by reference again.
 */
export function eventFrom(record: TransactionRecord): OrderEvent {
  const id = record.order_tracking_id === undefined ? {} : { trackingId: record.order_tracking_id };
  switch (record.outcome) {
    case 'pending':
    // A status that SPEC.md does not list says no more than that the service has the order.
    case 'unknown':
      return { event: 'pending', ...id };
    case 'completed':
      return { event: 'completed', ...id, payment: paymentFrom(record) };
    case 'failed':
      return { event: 'failed', ...id, failure: failureFrom(record) };
    case 'reversed':
      // A reversal's record may lack the payment: its amount is 0 then.
      return {
        event: 'reversed',
        ...id,
        ...(record.currency && record.amount ? { payment: paymentFrom(record) } : {}),
      };
  }
}

/** The service's clock may be behind by so long (ms). */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * True when a reference that a person typed is another's at the service, of an order that is about to be requested or was not sent:
 * then the record says nothing of this order. It names another address than ours (`callbackUrl`) for the customer's way back, or is
 * older than the order can be there; without a date it counts as older. Of an order that was not sent the record must name our
 * address, because every order that Teller sends has it; but one whose request got no answer may have arrived after all.
 */
export function isOfAnother(
  { typedReference, state, requestedAt, failure, createdAt, changedAt }: Order,
  { call_back_url, created_at = Number.NEGATIVE_INFINITY }: TransactionRecord,
  callbackUrl: string,
): boolean {
  const isNotSent = state === 'not_sent';
  const isUnrequested = state === 'sending' && requestedAt === undefined;
  if (!typedReference || !(isNotSent || isUnrequested)) return false;
  if (call_back_url && !call_back_url.startsWith(callbackUrl)) return true;
  if (isNotSent && failure?.reason === 'never_arrived') return false;
  if (isNotSent && !call_back_url) return true;
  return created_at < (isNotSent ? createdAt : changedAt) - CLOCKS_DIFFER_MS;
}

/** What was really paid. */
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
