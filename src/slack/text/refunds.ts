// The sentences about requesting a refund. Exhaustive by type.
import { sumMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { StatedPayment } from '#orders/payment.ts';
import { quotedReference } from '#orders/reference.ts';
import type { WhyNoRefund } from '#orders/refunding.ts';
import type { ElsewhereResult } from '#payments/ordering/elsewhere.ts';
import type { AskRefundResult, EndRefundResult } from '#payments/ordering/refunds.ts';
import { plainMoney } from './orders.ts';
import { UNKNOWN_ORDER } from './people.ts';

export const REFUND_TEXT = {
  wait: 'One moment…',
  amount: {
    label: 'Refund amount',
    hint: 'All or part of it. A card payment can be refunded once.',
  },
  remarks: {
    label: 'Reason',
    hint: 'The approver and Pesapal see this. Leave out customers’ names and numbers.',
    placeholder: 'Wrong size, goods returned',
  },
  remarksMissing: 'Enter a reason. Pesapal requires one.',
  next: 'Another person must approve this. Each payment can be refunded once.',
  elsewhere:
    'This payment wasn’t made with Teller. It gets a card here, and reports include only its refund.',
  which:
    'Which payment? Add its reference or confirmation code after “refund”. In the thread of an order’s card you can leave it out.',
  several: 'Several payments have this code. Use the reference of the one you mean.',
  notFound:
    'No payment here has this reference or confirmation code. Try “find” for other search terms. Approvers can also refund payments made outside Teller, by reference or tracking id.',
  changed:
    'The payment has changed since you opened the form. Check its card, then request the refund again.',
  ours: 'This payment is already here. Request its refund again.',
  noChannel:
    'This refund needs a card in a channel that other approvers read. Use “refund” and the reference there.',
  madeElsewhere: 'Made elsewhere',
  asked: 'Refund requested. An approver has 24 hours; you’ll see the decision in the thread.',
  offer: 'Continue in the form.',
  open: 'Refund',
  both: 'Refund both payments',
} as const;

/** `paid`: what was paid, as people read it. */
export function paidBackInFull(paid: string): string {
  return `The full ${paid} will be refunded. Mobile money can’t be refunded in part.`;
}

/** Why somebody must tick that both halves of a duplicate payment shall be refunded. `paid`: with this order. */
export function otherIsRefundedToo(
  { reference, refundAmount }: NonNullable<Order['paidTwin']>,
  { paid }: Pick<StatedPayment, 'paid'>,
): string {
  const total =
    refundAmount?.currency === paid.currency
      ? `, up to ${plainMoney(sumMoney(paid.currency, [paid, refundAmount]))} in total`
      : '';
  return `The duplicate payment ${quotedReference(reference)} is already being refunded. With this request, both are${total}.`;
}

export function atMostPaid(paid: string): string {
  return `Enter ${paid} or less.`;
}

export const WHY_NO_REFUND = {
  not_paid: 'This order isn’t paid, so there’s nothing to refund.',
  already_asked: 'A refund of this payment was already requested. Its card shows the status.',
  asked_in_vain:
    'Pesapal takes one refund request per payment, and this one wasn’t carried out. Refund it in the Pesapal dashboard.',
  paid_back: 'This payment was already refunded.',
  rest_asked:
    'The customer can still pay the remaining amount. Cancel or withdraw that order first, then refund this payment.',
  no_code:
    'Pesapal hasn’t given a confirmation code and amount for this payment yet. Press Check now on its card, or in the menu of a charge’s reply. Or use the Pesapal dashboard.',
  several:
    'This order has several payments. Refund the one you mean in the Pesapal dashboard; its card shows it once Pesapal has processed it.',
  on_other: 'Another order has this payment. Request the refund there: this order’s card links to it.',
  other_requested:
    'Someone just requested a refund of the duplicate payment. To refund both, open the form again.',
  not_positive: 'Enter an amount above zero.',
  other_currency: 'Use the currency of the payment.',
  too_much: 'Enter no more than was paid.',
  only_in_full: 'Mobile money can’t be refunded in part.',
} satisfies Record<WhyNoRefund, string>;

/** Why the refund of an external payment cannot be requested. */
export const NOT_WRITTEN = {
  none: 'Neither Teller nor Pesapal has this payment. Check the reference or tracking id.',
  not_paid: 'Pesapal doesn’t show this as paid, so there’s nothing to refund.',
  no_code:
    'Pesapal doesn’t give this payment’s confirmation code, amount and currency. Refund it in the Pesapal dashboard.',
  changed:
    'The payment has changed since you opened the form, or another has the same reference. Request the refund again, with the tracking id.',
  no_name: 'Teller can’t look up this payment by its reference. Refund it in the Pesapal dashboard.',
} satisfies Record<Exclude<ElsewhereResult['status'], 'written' | 'ours' | 'unanswered'>, string>;

/** After the form was sent. */
export function describeRefundAsked({ status }: AskRefundResult): string {
  if (status === 'asked') return REFUND_TEXT.asked;
  return status === 'unknown_order' ? REFUND_TEXT.notFound : WHY_NO_REFUND[status];
}

/** After a press of *It was refunded* or *It wasn't refunded*. */
export function describeRefundEnd({ status }: EndRefundResult, wasPaidBack: boolean): string {
  const sentences = {
    ended: wasPaidBack
      ? 'Saved with your name: it was refunded.'
      : 'Saved with your name: it wasn’t refunded. It still counts as paid.',
    carried_out: 'Pesapal says it was refunded. The thread shows it.',
    gone: 'This button is out of date. The card shows the newest refund.',
    not_needed: 'This refund no longer needs an answer. The card shows its status.',
    unknown_order: UNKNOWN_ORDER,
  } satisfies Record<typeof status, string>;
  return sentences[status];
}

/** The line of a refund on a card. `money`: as people read it. */
export const REFUND_LINE = {
  waits: (money: string) => `Refund of ${money} needs approval`,
  beingAsked: (money: string) => `Requesting the refund of ${money}`,
  refundOf: (money: string) => `Refund of ${money}`,
  notProcessed: '. Pesapal hasn’t processed it yet.',
  askedBefore: 'Refund already requested outside Teller',
  refused: (money: string) => `Pesapal refused the refund of ${money}`,
  interrupted: (money: string) => `Refund of ${money} interrupted before it reached Pesapal`,
  unknown: (money: string) => `Pesapal didn’t answer the refund of ${money}`,
  check: 'An approver must check the Pesapal dashboard',
  notPaidBack: (money: string) => `${money} wasn’t refunded`,
  requested: 'requested ',
  requestedBy: 'requested by ',
  refundRequestedBy: 'Refund requested by ',
  by: 'by ',
  approvedBy: ', approved by ',
  checkedBy: 'checked by ',
  ended: {
    declined: (money: string) => `Refund of ${money} declined`,
    withdrawn: (money: string) => `Request for a refund of ${money} withdrawn`,
    run_out: (money: string) => `Refund of ${money} not approved within 24 hours`,
    lapsed: (money: string) => `Refund of ${money} closed: the payment has changed`,
    too_late: (money: string) => `Refund of ${money} not sent: Pesapal couldn’t be reached within 24 hours`,
  },
} as const;
