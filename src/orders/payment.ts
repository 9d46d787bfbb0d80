// What came of an order in money: a payment, or the reason why there was none. Schemas, because both are stored.
import { z } from 'zod';

/** `amount` is a plain decimal without exponent, grouping or needless zeros (lib/money.ts). */
export const money = z.object({ amount: z.string(), currency: z.string() }).readonly();

/** What was really paid, as the service's status record says; it may differ from what was asked. */
export const payment = z
  .object({
    paid: money,
    /** The service's name for it, such as "MpesaKE" or "Visa". */
    method: z.string(),
    confirmationCode: z.string(),
    /** Phone or card number, as masked by the service. */
    payer: z.string(),
    /** Milliseconds since the epoch; missing when the service did not say. */
    paidAt: z.number().exactOptional(),
  })
  .readonly();
export type Payment = z.output<typeof payment>;

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

export const failure = z
  .object({
    reason: z.enum(FAILURE_REASONS),
    /** The service's own message or code; '' when it gave none. */
    serviceMessage: z.string(),
    /** The log has more under this id. */
    incident: z.string().exactOptional(),
  })
  .readonly();
export type Failure = z.output<typeof failure>;
