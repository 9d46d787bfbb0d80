// What can happen to an order. Applied by events.ts.
import type { Money } from '#lib/money.ts';
import type { ApprovalEvent } from './approval.ts';
import type { ProviderDetails } from './order.ts';
import type { Failure, Payment } from './payment.ts';
import type { Reference } from './reference.ts';

/**
 * From the provider's answer to a request or a check, or from a person (then `by` is a Slack id), or from another order.
 * `trackingId` is missing when the provider's record has none; the order then stays without one until an answer has it.
 */
export type OrderEvent =
  | { readonly event: 'accepted'; readonly provider: ProviderDetails }
  | { readonly event: 'refused'; readonly failure: Failure }
  | { readonly event: 'pending'; readonly trackingId?: string }
  | { readonly event: 'completed'; readonly trackingId?: string; readonly payment: Payment }
  | { readonly event: 'failed'; readonly trackingId?: string; readonly failure: Failure }
  /** `payment`: what the record says of it, which may lack code and amount. */
  | { readonly event: 'reversed'; readonly trackingId?: string; readonly payment: Payment }
  | { readonly event: 'cancelled' | 'accepted_as_paid'; readonly by: string }
  | ApprovalEvent
  /** The asker sends a prompt that was approved late. */
  | { readonly event: 'sent_now' }
  /** An approver says that the refund was carried out, of which the provider says nothing. */
  | { readonly event: 'paid_back'; readonly by: string }
  /** The orders for its balance hold `brought` by now; `by`: the one that was paid, or whose money went back. */
  | {
      readonly event: 'balance_paid';
      readonly by: Reference;
      readonly brought: Money;
      readonly balancePayment: Payment;
    }
  | { readonly event: 'balance_returned'; readonly by: Reference; readonly brought?: Money };
