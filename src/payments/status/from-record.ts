// From the service's transaction record to the event that it means for an order (orders/events.ts). Called by
// payments/ wherever a record is read.
import { isMore, type Money, moneyOf } from '#lib/money.ts';
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
    // A status that SPEC.md does not list says no more than that the service has the order.
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

/** The service's clock may be behind by so long (ms). */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * True when a reference that a person typed is another's at the service, of an order that has no answer from there or was not sent:
 * then the record says nothing of this order. It names another address for the customer's way back than ours, which is that of the
 * order's request, or `callbackUrl` before there is one. Or the order was not requested, or was not sent, and the record is older than
 * the order can be there; without a date it counts as older. Of an order that was not sent the record must name our address, because
 * every order that Teller sends has it; but one whose request got no answer may have arrived after all.
 */
export function isOfAnother(order: Order, record: TransactionRecord, callbackUrl: string): boolean {
  const { typedReference, state, requestedAt, failure, createdAt, changedAt } = order;
  const { call_back_url: address, created_at = Number.NEGATIVE_INFINITY } = record;
  const isNotSent = state === 'not_sent';
  if (!typedReference || !(isNotSent || state === 'sending')) return false;
  const mayHaveArrived = !isNotSent && requestedAt !== undefined;
  // Of an order of before nobody knows which address its request named, and its payment must not stay untold.
  if (mayHaveArrived && order.callbackUrl === undefined) return false;
  if (address && !leadsTo(address, order.callbackUrl ?? callbackUrl)) return true;
  if (mayHaveArrived || (isNotSent && failure?.reason === 'never_arrived')) return false;
  if (isNotSent && !address) return true;
  return created_at < (isNotSent ? createdAt : Math.max(createdAt, changedAt)) - CLOCKS_DIFFER_MS;
}

/** The service appends parameters, and may write the rest in another way. */
function leadsTo(address: string, ours: string): boolean {
  const [named, own] = [URL.parse(address), URL.parse(ours)];
  if (!named || !own) return address.startsWith(ours);
  return named.host === own.host && named.pathname.startsWith(own.pathname);
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
  return { reason: 'payment_failed', serviceMessage: record.payment_status_code || record.description || '' };
}
