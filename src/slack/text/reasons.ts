// Why an order failed, and what to do next: the reasons of failures in words. Exhaustive by type.
import type { FailureReason } from '#orders/payment.ts';

/** A reason in words, and what to do next. */
export type Explanation = { readonly what: string; readonly next: string };

export const REASONS = {
  credentials: {
    what: 'The payment service does not accept Teller’s key.',
    next: 'Nothing was sent. Tell whoever runs Teller: the consumer key and secret need checking.',
  },
  invalid_request: {
    what: 'The payment service did not accept the order.',
    next: 'Nothing was sent. Correct it and try again.',
  },
  declined: {
    what: 'The payment service declined the order.',
    next: 'Nothing was sent. Change the order, or ask the payment service about the limit of your account.',
  },
  not_found: {
    what: 'The payment service does not know this order.',
    next: 'Check the reference, then try again.',
  },
  order_state: {
    what: 'The order, or one that it was made from, has changed meanwhile, so this cannot be done any more.',
    next: 'Nothing was sent. Look at the card of the order that it was made from: that one may be paid now.',
  },
  rate_limited: {
    what: 'The payment service has too much to do right now.',
    next: 'Nothing was sent. Wait a minute and try again.',
  },
  unavailable: {
    what: 'The payment service cannot be reached.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  /** As `unavailable`, but something came back. */
  answered_with_error: {
    what: 'The payment service answered with an error.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  unreadable: {
    what: 'Teller could not read the answer of the payment service.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  not_registered: {
    what: 'The payment service does not take Teller’s address for news of payments.',
    next: 'Nothing was sent. Tell whoever runs Teller: its address, and the payment service’s address and keys need checking.',
  },
  payment_failed: {
    what: 'The payment did not go through.',
    next: 'Ask the customer, then press Send again on the card. If this one is still paid after all, you will hear of it here.',
  },
  reference_known: {
    what: 'The payment service already has an order with this reference.',
    next: 'Nothing was sent. Use another reference, or leave the field empty, and Teller makes one.',
  },
  never_arrived: {
    what: 'The payment service never got this order.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  interrupted: {
    what: 'Teller was stopped before it asked the payment service.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  not_ours: { what: 'This is not a payment of this order.', next: 'There is nothing to do.' },
  too_many_prompts: {
    what: 'This number has had three prompts in ten minutes that are not paid.',
    next: 'Nothing was sent. Call the customer, or send a link instead.',
  },
  same_again: {
    what: 'This number was asked for the same amount meanwhile, or its customer paid the prompt before.',
    next: 'This one was not sent. Send it again only if it is for something else.',
  },
  bulk_over: {
    what: 'Sending was stopped before this row was sent.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  approval_declined: {
    what: 'It was not approved.',
    next: 'The customer was not asked to pay. Ask whoever declined it, then send it again.',
  },
  approval_withdrawn: {
    what: 'The request to approve it was withdrawn.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  approval_ran_out: {
    what: 'It was not approved and sent within 24 hours.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  over_limit: {
    what: 'The amount is more than this method takes now.',
    next: 'The customer was not asked to pay. Send a link instead.',
  },
  first_day_passed: {
    what: 'The first day of the recurring payments had passed when it was approved.',
    next: 'The customer was not asked to pay. Send it again with a later first day.',
  },
  deadline_passed: {
    what: 'Its deadline was over before it was sent.',
    next: 'The customer was not asked to pay. Send it again with a later deadline.',
  },
  paid_meanwhile: {
    what: 'An order that this one was made from has been paid meanwhile, or is being paid back.',
    next: 'The customer was not asked to pay again. The card of that order says whether there is anything to do.',
  },
  unexpected: {
    what: 'Something went wrong in Teller.',
    next: 'Check how the order stands before you send it again.',
  },
} satisfies Record<Exclude<FailureReason, 'card_not_posted'> | 'answered_with_error', Explanation>;
