// From the provider's transaction record to the event that it means for an order (orders/events.ts). Called by
// payments/ wherever a record is read.
import { isMore, type Money, moneyOf } from '#lib/money.ts';
import { neverArrived } from '#orders/at-provider.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import { type Failure, foldCode, type Payment } from '#orders/payment.ts';
import type { TransactionRecord } from '#provider/read-transaction.ts';

/**
 * An event without a tracking id, from a record that lacks it and was asked for by reference, changes the state like any other; the
 * order is then asked for by reference again.
 */
export function eventFrom(record: TransactionRecord): OrderEvent {
  const id = record.order_tracking_id === undefined ? {} : { trackingId: record.order_tracking_id };
  switch (record.outcome) {
    case 'pending':
    // A status that SPEC.md does not list says no more than that the provider has the order.
    case 'unknown':
      return { event: 'pending', ...id };
    case 'completed':
      return { event: 'completed', ...id, payment: paymentFrom(record) };
    case 'failed':
      return hasReceipt(record)
        ? { event: 'completed', ...id, payment: { ...paymentFrom(record), isDoubtful: true } }
        : { event: 'failed', ...id, failure: failureFrom(record) };
    case 'reversed':
      return { event: 'reversed', ...id, payment: paymentFrom(record) };
  }
}

/** The provider's clock may be behind by so long (ms). */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * True when another system has used the reference that a person typed: the provider refused the order, or the order was not requested,
 * as far as the store knows, and the provider's record is older than the wish for it. A record without a date counts as older.
 */
export function isOfAnother(order: Order, { created_at }: TransactionRecord): boolean {
  const { typedReference, state, requestedAt, changedAt } = order;
  if (!typedReference) return false;
  if (state === 'not_sent') return !neverArrived(order);
  if (state !== 'sending' || requestedAt !== undefined) return false;
  return created_at === undefined || created_at < changedAt - CLOCKS_DIFFER_MS;
}

/** What was really paid. Without an amount the record still says that something was. */
export function paymentFrom(record: TransactionRecord): Payment {
  const paid = statedMoney(record);
  return {
    ...(paid ? { paid } : {}),
    method: record.payment_method,
    confirmationCode: record.confirmation_code,
    payer: record.payment_account,
    ...(record.created_at === undefined ? {} : { paidAt: record.created_at }),
  };
}

/**
 * True of a failed record that names money and a receipt, as the provider does for an underpayment (PROVIDER-FACTS, Several payments
 * under one order). The code of a payment that did fail is a number.
 */
function hasReceipt(record: TransactionRecord): boolean {
  const code = foldCode(record.confirmation_code);
  const isReceipt = /^(?=.*\d)(?=.*[a-z])[a-z\d]{8,}$/.test(code);
  return isReceipt && statedMoney(record) !== undefined;
}

/** Undefined while the record lacks the amount or its currency, without which it cannot be compared with the order's. */
function statedMoney({ amount, currency }: TransactionRecord): Money | undefined {
  const money = moneyOf(amount, currency);
  return currency && isMore(money, { amount: '0', currency }) ? money : undefined;
}

/** "payment_status_code … sometimes names the reason and is sometimes empty" (SPEC.md, Transaction record). */
function failureFrom(record: TransactionRecord): Failure {
  return {
    reason: 'payment_failed',
    providerMessage: record.payment_status_code || record.description || '',
  };
}
