// What came of an order in money: a payment, or the reason why there was none.
import type { Money } from '#lib/money.ts';

/** What was really paid, as the service's status record says; it may differ from what was asked. */
export type Payment = {
  readonly paid: Money;
  readonly method: string;
  readonly confirmationCode: string;
  /** As masked by the service. */
  readonly payer: string;
  readonly paidAt?: number;
};

/**
 * Why an order came to nothing. The first eight are the payment service's ways of refusing; `payment_failed` is the
 * customer's side of it; the rest are ours.
 */
export const FAILURE_REASONS = [
  'credentials',
  'invalid_request',
  'declined',
  'not_found',
  'order_state',
  'rate_limited',
  'unavailable',
  'unreadable',
  'payment_failed',
  'reference_known',
  'never_arrived',
  'interrupted',
  'card_not_posted',
  'not_ours',
  'unexpected',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** `said` is the service's own message or code, if it said anything; the log has more under the incident id. */
export type Failure = {
  readonly reason: FailureReason;
  readonly serviceMessage: string;
  readonly incident?: string;
};
