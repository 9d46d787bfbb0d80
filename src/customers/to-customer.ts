// What there is of an order for its customer: a link to pay, or a receipt. Pure.
import { isKeptPastDeadline } from '#orders/deadline.ts';
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { isUnstated } from '#orders/payments.ts';
import { paymentPageOf } from './sentences.ts';

export type WhyNotShared =
  | 'no_link'
  | 'waits'
  | 'paid'
  | 'cancelled'
  /** The provider has not said yet that it is. */
  | 'being_cancelled'
  | 'not_sent'
  | 'sent_again'
  | 'other_is_paid'
  | 'erased'
  /** Its deadline is over, and the provider refused to cancel it. */
  | 'not_cancelled';

/** Undefined when it has a payment page on which the customer may pay, and should. */
export function whyNotShared(order: Order): WhyNotShared | undefined {
  const { state, cancelRequestedAt, resentAs, duplicatePayment, erasedAt } = order;
  if (wasPaid(state)) return 'paid';
  if (duplicatePayment) return 'other_is_paid';
  if (resentAs) return 'sent_again';
  if (state === 'waiting') return 'waits';
  if (state === 'cancelled') return 'cancelled';
  if (cancelRequestedAt !== undefined) return 'being_cancelled';
  if (!isOpen(state)) return 'not_sent';
  if (erasedAt !== undefined) return 'erased';
  if (isKeptPastDeadline(order)) return 'not_cancelled';
  return paymentPageOf(order) === undefined ? 'no_link' : undefined;
}

export type WhyNoReceipt = 'erased' | 'not_paid' | 'review' | 'paid_back' | 'external';

/** Undefined when it is paid, as it was asked for. */
export function whyNoReceipt(order: Order): WhyNoReceipt | undefined {
  const { state, kind, erasedAt } = order;
  if (erasedAt !== undefined) return 'erased';
  if (kind === 'elsewhere') return 'external';
  if (state === 'review' || (state === 'paid' && isUnstated(order))) return 'review';
  if (state === 'paid') return undefined;
  return state === 'reversed' ? 'paid_back' : 'not_paid';
}
