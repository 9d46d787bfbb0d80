// The outcome of an order: the payment, or the reason why there is none.
import type { Money } from '#lib/money.ts';

/** What was really paid, as the service's transaction record says; `paid` may differ from the order's amount. */
export type Payment = {
  readonly paid: Money;
  readonly method: string;
  readonly confirmationCode: string;
  /** Phone or card number as the service masks it. */
  readonly payer: string;
  readonly paidAt?: number;
};

/**
 * The first eight are the kinds of the service's errors (provider/errors.ts). `payment_failed`: the customer did not pay.
 * The rest are found by Teller itself.
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

/** `serviceMessage`: the service's own message or code, or ''. `incident`: the id under which the log has the error. */
export type Failure = {
  readonly reason: FailureReason;
  readonly serviceMessage: string;
  readonly incident?: string;
};
