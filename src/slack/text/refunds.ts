// The sentences about asking for a refund. Exhaustive by type.
import type { WhyNoRefund } from '#orders/refunding.ts';
import type { ElsewhereResult } from '#payments/ordering/elsewhere.ts';
import type { AskRefundResult, EndRefundResult } from '#payments/ordering/refunds.ts';
import { UNKNOWN_ORDER } from './people.ts';

export const REFUND_TEXT = {
  wait: 'One moment…',
  amount: {
    label: 'Amount to pay back',
    hint: 'All of it, or a part: a card payment can be paid back in part, once.',
  },
  remarks: {
    label: 'Why',
    hint: 'The approver and the payment service read this. No names or numbers of customers.',
    placeholder: 'Wrong size, goods came back',
  },
  remarksMissing: 'Say in a few words why. The payment service wants a reason.',
  next: 'Another person must approve it before the payment service is asked. That is asked once for each payment.',
  elsewhere: 'This payment was not made with Teller. It gets a card here, and only its refund is in reports.',
  which:
    'Which payment? Write its reference or confirmation code after “refund”. In the thread of an order’s card no words are needed.',
  several: 'Several payments have this code. Write the reference of the one that you mean.',
  notFound:
    'Teller has no payment with this reference or confirmation code. “find” looks for other words. A payment made elsewhere can be asked for by approvers, with its reference or tracking id.',
  changed:
    'The payment is not as the form showed it any more, so nothing was asked for. Look at its card, then ask again.',
  ours: 'Teller has this payment. Ask for it again.',
  noChannel:
    'Its card needs a channel that other approvers read. Type “refund” and its reference after Teller’s command in one.',
  madeElsewhere: 'Made elsewhere',
  asked:
    'Asked. Somebody else who may approve has 24 hours to decide, in the thread of its card; you will hear of it there.',
  offer: 'Press the button to open the form.',
  open: 'Pay it back',
} as const;

/** `paid`: what was paid, as people read it. */
export function paidBackInFull(paid: string): string {
  return `${paid} goes back. Mobile money can only be paid back in full.`;
}

/** `reference`: of the order that was paid for the same thing. */
export function otherGoesBack(reference: string): string {
  return `${reference}, which was paid for the same thing, is being paid back already. Ask for this one only if both payments should go back.`;
}

export function atMostPaid(paid: string): string {
  return `${paid} was paid: enter this amount or less.`;
}

export const WHY_NO_REFUND = {
  not_paid: 'This order has not been paid, so there is nothing to pay back.',
  already_asked:
    'A refund of this payment has been asked for already. Its card and thread say how it stands.',
  asked_in_vain:
    'A refund of this payment was asked for and was not carried out. Teller asks the payment service once for each payment: pay it back in the service’s dashboard.',
  paid_back: 'This payment has been paid back already.',
  rest_asked:
    'The customer is being asked for the rest of it. Cancel or withdraw that order first; then this payment can be paid back.',
  no_code:
    'The payment service has not said under which confirmation code it was paid, or how much, and takes no refund without that. Press Check now on its card, or in the menu of a charge’s reply; or use the service’s dashboard.',
  several:
    'This order has several payments, and Teller can’t ask for a refund of one of them yet. Refund it in the Pesapal dashboard; Teller shows it here once Pesapal has done it.',
  on_other:
    'This payment is also on another order, which has it in its books. Ask for the refund there: this order’s card links to it.',
  not_positive: 'Enter an amount above zero.',
  other_currency: 'A refund is in the currency in which it was paid.',
  too_much: 'More than was paid cannot go back.',
  only_in_full: 'Mobile money can only be paid back in full.',
} satisfies Record<WhyNoRefund, string>;

/** Why a payment made elsewhere cannot be asked for. */
export const NOT_WRITTEN = {
  none: 'Neither Teller nor the payment service knows this payment. Check the reference or tracking id.',
  not_paid: 'The payment service does not have it as paid, so there is nothing to pay back.',
  no_code:
    'The payment service does not say under which code, in which amount and currency it was paid, so Teller cannot ask for it. Use the service’s dashboard.',
  changed:
    'The payment is not as the form showed it any more, or another one has the same reference, so nothing was asked for. Ask again, with its tracking id.',
  no_name:
    'The payment service names it in a way in which Teller cannot ask for it again. Use the service’s dashboard.',
} satisfies Record<Exclude<ElsewhereResult['status'], 'written' | 'ours' | 'unanswered'>, string>;

/** After the form was sent. */
export function describeRefundAsked({ status }: AskRefundResult): string {
  if (status === 'asked') return REFUND_TEXT.asked;
  return status === 'unknown_order' ? REFUND_TEXT.notFound : WHY_NO_REFUND[status];
}

/** After a press of *It was paid back* or *It was not*. */
export function describeRefundEnd({ status }: EndRefundResult, wasPaidBack: boolean): string {
  const sentences = {
    ended: wasPaidBack
      ? 'Noted with your name: it was paid back.'
      : 'Noted with your name: it was not paid back. The payment stands.',
    carried_out: 'The payment service says that it was paid back. Its thread says so too.',
    gone: 'This button is of an earlier refund. The card shows how the newest one stands.',
    not_needed: 'Nobody has to say this any more. The card shows how the refund stands.',
    unknown_order: UNKNOWN_ORDER,
  } satisfies Record<typeof status, string>;
  return sentences[status];
}

/** What the line of a refund on a card is made of. */
export const REFUND_LINE = {
  refund: 'Refund',
  refundOf: 'Refund of',
  waits: 'waits for approval',
  notAsked: 'not asked for',
  beingAsked: 'is being asked for',
  toCarryOut: 'the service still has to carry it out',
  askedBefore: 'was asked for before, not through Teller',
  refused: 'refused by the service',
  stoodStill: 'Teller stood still right before',
  unknown: 'not answered by the service',
  look: 'an approver looks in its dashboard',
  notCarriedOut: 'not carried out',
  asked: 'asked',
  by: 'by',
  and: 'and',
  says: 'says',
  ended: {
    declined: 'declined',
    withdrawn: 'withdrawn',
    run_out: 'not approved within 24 hours',
    lapsed: 'the payment has changed',
    too_late: 'the service could not be asked within 24 hours',
  },
} as const;
