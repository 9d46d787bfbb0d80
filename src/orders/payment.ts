// The outcome of an order: its payments, or the reason why there is none. Schemas, because both are stored.
import { z } from 'zod';
import { type Money, sameMoney } from '#lib/money.ts';
import { storedReference } from './reference.ts';

/** `amount` is a plain decimal without exponent, grouping or needless zeros (lib/money.ts). */
export const money = z.object({ amount: z.string(), currency: z.string() }).readonly();

/** One payment, as the provider's transaction record says. An order may have several (payments.ts). */
export const payment = z
  .object({
    /** Missing while the record says that it was paid, but not how much. */
    paid: money.exactOptional(),
    /** The provider's name for it, such as "MpesaKE" or "Visa". */
    method: z.string(),
    /** '' while the record has none. */
    confirmationCode: z.string(),
    /** Phone or card number as the provider masks it. */
    payer: z.string(),
    /** Milliseconds since the epoch; missing when the record has no date. */
    paidAt: z.number().exactOptional(),
    /** When Teller learned that it went back to the customer (ms). */
    reversedAt: z.number().exactOptional(),
    /** The record calls it failed, with an amount and a receipt's code all the same: people must find out whether it came. */
    isDoubtful: z.literal(true).exactOptional(),
    /** Another order with the same payment: its code is on both. */
    alsoOn: z
      .object({
        reference: storedReference,
        /** The address of that order's card, if Slack gave it. */
        cardUrl: z.string().exactOptional(),
        /** It is in the books of that order, and not of this one. */
        isBookedThere: z.literal(true).exactOptional(),
      })
      .readonly()
      .exactOptional(),
  })
  .readonly();
export type Payment = z.output<typeof payment>;
export type StatedPayment = Payment & { readonly paid: Money };

/** True when it is known what came with it. */
export function isStated(payment: Payment): payment is StatedPayment {
  return payment.paid !== undefined && payment.isDoubtful === undefined;
}

/** What people read of a payment before they ask to pay it back. */
export type ShownPayment = Pick<Payment, 'paid' | 'confirmationCode'>;

/** False when the provider says something else of it by now, or it is another one. */
export function isAsShown({ paid, confirmationCode }: Payment, shown: ShownPayment): boolean {
  return isSameCode(confirmationCode, shown.confirmationCode) && sameMoney(paid, shown.paid);
}

/** True of one and the same confirmation code: case and spaces do not matter. */
export function isSameCode(one: string, other: string): boolean {
  return foldCode(one) === foldCode(other);
}

export function foldCode(code: string): string {
  return code.replace(/\s/g, '').toLowerCase();
}

/**
 * Up to `unreadable`: ErrorKind of provider/errors.ts. `not_registered`: the provider does not take the notification URL, or no id
 * of it. `payment_failed`: the customer did not pay. `reference_known`: the provider already has such an order. `never_arrived`:
 * the answer was lost and the provider does not know the order. `interrupted`: the process died, or stood still, before the
 * request. `not_ours`: the charge of no order of ours. `too_many_prompts`: the number was prompted too often in a short time.
 * `same_again`: somebody has sent the same prompt since the row of a bulk was created. `bulk_over`: its bulk was stopped, or has
 * ended, before the row was requested. `approval_…`: what became of the request to approve the order. `over_limit`,
 * `first_day_passed`, `deadline_passed`, `paid_meanwhile` (an order that it was made from): what held when it was asked for and
 * no longer did when it was approved, or sent. `not_cancelled`: the provider did not cancel an order that it was made from.
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
  'not_registered',
  'payment_failed',
  'reference_known',
  'never_arrived',
  'interrupted',
  'card_not_posted',
  'not_ours',
  'too_many_prompts',
  'same_again',
  'bulk_over',
  'approval_declined',
  'approval_withdrawn',
  'approval_ran_out',
  'over_limit',
  'first_day_passed',
  'deadline_passed',
  'paid_meanwhile',
  'not_cancelled',
  'unexpected',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export const failure = z
  .object({
    reason: z.enum(FAILURE_REASONS),
    /** The provider's own message or code; '' when it gave none. */
    providerMessage: z.string(),
    /** The earlier order that this one was made from, if that is why nothing was sent. */
    order: storedReference.exactOptional(),
    /** From when it may be tried again (ms). */
    retryAt: z.number().exactOptional(),
    /** The id under which the log has the error. */
    incident: z.string().exactOptional(),
  })
  .readonly();
export type Failure = z.output<typeof failure>;
