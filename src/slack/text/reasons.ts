// Why an order failed, and what to do next: the reasons of failures in words. Exhaustive by type.
import type { FailureReason } from '#orders/payment.ts';

/** A reason in words, and what to do next. */
export type Explanation = { readonly what: string; readonly next: string };

export const REASONS = {
  credentials: {
    what: 'Pesapal rejected Teller’s keys.',
    next: 'Nothing was sent. Ask whoever runs Teller to check the consumer key and secret.',
  },
  invalid_request: {
    what: 'Pesapal didn’t accept this order.',
    next: 'Nothing was sent. Correct it and try again.',
  },
  declined: {
    what: 'Pesapal declined this order.',
    next: 'Nothing was sent. Change the order, or ask Pesapal about your account’s limit.',
  },
  not_found: {
    what: 'Pesapal has no such order.',
    next: 'Check the reference, then try again.',
  },
  order_state: {
    what: 'This order, or one it was made from, has changed since.',
    next: 'Nothing was sent. Check the card of the order it was made from.',
  },
  rate_limited: {
    what: 'Pesapal is busy right now.',
    next: 'Nothing was sent. Try again in a minute.',
  },
  unavailable: {
    what: 'Pesapal can’t be reached.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  /** As `unavailable`, but something came back. */
  answered_with_error: {
    what: 'Pesapal answered with an error.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  unreadable: {
    what: 'Pesapal’s answer was unreadable.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  not_registered: {
    what: 'Pesapal didn’t accept the address for payment notifications.',
    next: 'Nothing was sent. Ask whoever runs Teller to check its public address and the Pesapal keys.',
  },
  payment_failed: {
    what: 'The payment didn’t go through.',
    next: 'Check with the customer, then press Send again. A late payment appears here.',
  },
  reference_known: {
    what: 'Pesapal already has an order with this reference.',
    next: 'Nothing was sent. Use another reference, or leave the field empty.',
  },
  never_arrived: {
    what: 'Pesapal never received this order.',
    next: 'The customer got no request. You can send it again.',
  },
  interrupted: {
    what: 'Teller was stopped before the order reached Pesapal.',
    next: 'The customer got no request. You can send it again.',
  },
  not_ours: { what: 'This payment belongs to another order.', next: 'There’s nothing to do.' },
  too_many_prompts: {
    what: 'This number has three unpaid prompts from the last ten minutes.',
    next: 'Nothing was sent. Call the customer, or create a link instead.',
  },
  same_again: {
    what: 'This number got the same request meanwhile, or the customer paid the earlier prompt.',
    next: 'Nothing was sent. Send it again only if it’s for something else.',
  },
  bulk_over: {
    what: 'The bulk was stopped before this row was sent.',
    next: 'The customer got no request. You can send it again.',
  },
  approval_declined: {
    what: 'An approver declined this.',
    next: 'The customer got no request. Check with the approver, then send it again.',
  },
  approval_withdrawn: {
    what: 'The request for approval was withdrawn.',
    next: 'The customer got no request. You can send it again.',
  },
  approval_ran_out: {
    what: 'This wasn’t approved and sent within 24 hours.',
    next: 'The customer got no request. You can send it again.',
  },
  over_limit: {
    what: 'The amount is over this method’s limit.',
    next: 'The customer got no request. Create a link instead.',
  },
  first_day_passed: {
    what: 'The first day had passed when this was approved.',
    next: 'The customer got no request. Send it again with a later first day.',
  },
  deadline_passed: {
    what: 'The deadline had passed before this was sent.',
    next: 'The customer got no request. Send it again with a later deadline.',
  },
  paid_meanwhile: {
    what: 'An order this one was made from is paid, or is being refunded.',
    next: 'The customer got no second request. See the card of that order.',
  },
  unexpected: {
    what: 'Something went wrong.',
    next: 'Check the card before you send again.',
  },
  not_cancelled: {
    what: 'Pesapal didn’t cancel the earlier request. The customer can still pay it.',
    next: 'Nothing was sent. Press Send again to retry.',
  },
} satisfies Record<Exclude<FailureReason, 'card_not_posted'> | 'answered_with_error', Explanation>;
