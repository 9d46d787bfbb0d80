// What there is of an order for its customer: a link to pay, or a receipt. Pure.
import { isOpen, wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';

export type WhyNotShared =
  | 'no_link'
  | 'waits'
  | 'paid'
  | 'cancelled'
  | 'not_sent'
  | 'sent_again'
  | 'other_is_paid';

/** Undefined when it has a payment page on which the customer may pay, and should. */
export function whyNotShared({ state, service, successor, paidTwin }: Order): WhyNotShared | undefined {
  if (wasPaid(state)) return 'paid';
  if (paidTwin) return 'other_is_paid';
  if (successor) return 'sent_again';
  if (state === 'waiting') return 'waits';
  if (!isOpen(state)) return state === 'cancelled' ? 'cancelled' : 'not_sent';
  return service.redirectUrl ? undefined : 'no_link';
}

export type WhyNoReceipt = 'not_paid' | 'review' | 'paid_back' | 'elsewhere';

/** Undefined when it is paid, as it was asked for. */
export function whyNoReceipt({ state, kind }: Order): WhyNoReceipt | undefined {
  if (kind === 'elsewhere') return 'elsewhere';
  if (state === 'paid') return undefined;
  if (state === 'review') return 'review';
  return state === 'reversed' ? 'paid_back' : 'not_paid';
}
