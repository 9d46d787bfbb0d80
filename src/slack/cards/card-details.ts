// The second line of an order's card: who pays, how, and what people have to know beyond how it stands. Pure.
import { maskMsisdn, maskPayer } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { codesIn, shownPayments } from '#orders/payments.ts';
import { isBeingPaidBack, isPaidAfterCancel, isPaidWithRest } from '#orders/successor.ts';
import { CARD_TEXT, describeReview, describeSpan, isRinging, whatToDoAboutTwin } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import {
  describeDeadline,
  describeFailure,
  describeSuccessor,
  plainMoney,
  shortMethod,
} from '#slack/text/orders.ts';
import { bold, code, foreign, link, ours, type Parts, type Piece } from './line.ts';
import { samePaymentParts } from './same-payment.ts';

export function detailsOf(order: Order): Parts {
  const { customer, prompt, recurring } = order;
  const name = nameOf(order);
  const phone = prompt?.msisdn ?? customer.phone;
  return [
    name ? [foreign(name, 60)] : [],
    phone ? [ours(maskMsisdn(phone))] : [],
    ...howPaid(order),
    recurring ? [ours(describeSpan(recurring))] : [],
    deadline(order),
    reason(order),
    order.state === 'review' ? [bold(describeReview(order), 200)] : [],
    order.state === 'paid' && isPaidAfterCancel(order) && !isBeingPaidBack(order)
      ? [bold(CARD_TEXT.deliverOrPayBack)]
      : [],
    otherPayment(order),
    ...samePaymentParts(order),
    successorPart(order),
  ];
}

/**
 * A part of what is approved, and a link whose payment failed can still be paid until then. While it waits for payment, its state
 * says so.
 */
function deadline(order: Order): Piece[] {
  const isShown = order.state === 'waiting' || (order.state === 'failed' && !order.successor);
  const until = isShown ? describeDeadline(order) : undefined;
  return until ? [ours(until)] : [];
}

/** So many payments are named, the newest; hardly any order has more than two. */
const MAX_PAYMENTS = 8;

/** The method, and what was paid with it: the code, and the amount where the first line does not say it. */
function howPaid(order: Order): Parts {
  const { prompt, payments = [] } = order;
  if (payments.length === 0) {
    if (!prompt) return [];
    const method = shortMethod(prompt.method);
    return [[ours(isRinging(order) ? `${method}, ${CARD_TEXT.waitingForPin}` : method)]];
  }
  if (isPaidTwice(order)) return [];
  const isNamed = payments.length > 1 || isPaidWithRest(order);
  const left = payments.length - MAX_PAYMENTS;
  const named = payments.slice(-MAX_PAYMENTS).map((payment) => paymentPart(order, payment, isNamed));
  return left > 0 ? [[ours(`${left} earlier`)], ...named] : named;
}

function paymentPart(order: Order, payment: Payment, isAmountNamed: boolean): Piece[] {
  const { prompt, customer, state } = order;
  const payer = maskPayer(payment.payer);
  const hasNumber = prompt !== undefined || customer.phone !== undefined;
  const words = [
    ...(payment.paid && (isAmountNamed || payment.isDoubtful) ? [ours(plainMoney(payment.paid))] : []),
    ...(payment.method ? [foreign(shortMethod(payment.method), 40)] : []),
    ...(payment.confirmationCode ? [code(payment.confirmationCode)] : []),
    // The card already has the customer's own number.
    ...(payer && !hasNumber ? [foreign(payer, 40)] : []),
    ...(payment.reversedAt !== undefined && state !== 'reversed' ? [ours(CARD_TEXT.wentBack)] : []),
  ];
  return words.flatMap((word, index) => (index === 0 ? [word] : [ours(' '), word]));
}

/** Why it was not paid or not sent, or what came in place of an answer. */
function reason({ kind, state, failure, successor, approval }: Order): Piece[] {
  if (!failure || successor) return [];
  // The last line names who declined.
  if (failure.reason === 'approval_declined' && approval?.reason)
    return [ours(`${CARD_TEXT.declined} `), foreign(approval.reason, 200)];
  const { what, serviceText } = describeFailure(failure, kind);
  if (state === 'sending')
    return serviceText ? [ours(`${CARD_TEXT.serviceSays} `), foreign(serviceText, 300)] : [];
  if (state !== 'failed' && state !== 'not_sent') return [];
  if (!serviceText) return [ours(what)];
  return [ours(`${what.replace(/\.$/, '')} (`), foreign(serviceText, 300), ours(')')];
}

/** Another order of the same chain that was paid. */
function otherPayment(order: Order): Piece[] {
  const { paidTwin, state } = order;
  if (!paidTwin) return [];
  if (isPaidTwice(order)) return [bold(whatToDoAboutTwin(order))];
  const { confirmationCode } = paidTwin;
  return [
    linkToTwin(order, paidTwin.reference),
    ours(paidTwin.isAccepted ? ` ${CARD_TEXT.wasAccepted}` : ' is paid'),
    ...(confirmationCode ? [ours(' '), code(confirmationCode)] : []),
    ...(state === 'cancelled' || state === 'not_sent'
      ? []
      : [ours('. '), bold(state === 'waiting' ? CARD_TEXT.withdrawThisOne : CARD_TEXT.cancelThisOne)]),
  ];
}

/** Of a duplicate payment "`S9992K0001` here, `S8836K0006` for ZT0KR-GJ6VB"; nothing for other orders. */
export function bothCodes(order: Order): Piece[] {
  const { paidTwin } = order;
  if (!paidTwin || !isPaidTwice(order)) return [];
  const { reference, confirmationCode } = paidTwin;
  const codes = codesIn(shownPayments(order)).join(', ');
  return [
    ...(codes ? [code(codes), ours(' here, ')] : []),
    ...(confirmationCode ? [code(confirmationCode), ours(' for ')] : []),
    linkToTwin(order, reference),
  ];
}

function linkToTwin({ successor }: Order, reference: string): Piece {
  const [card] = successor?.reference === reference ? link(reference, successor.cardUrl) : [];
  return card ?? foreign(reference);
}

/** Then the first line has both codes. */
function isPaidTwice({ paidTwin, state }: Order): boolean {
  return paidTwin !== undefined && (state === 'paid' || state === 'review');
}

/** What became of the order that was made from this one. */
function successorPart({ restOf, successor, paidTwin }: Order): Piece[] {
  // The first line already has the other's reference.
  if (!successor || paidTwin?.reference === successor.reference) return [];
  const { reference, cardUrl } = successor;
  const label = successor.restOf === restOf ? CARD_TEXT.sentAgain : CARD_TEXT.restAsked;
  const [name = foreign(reference)] = link(reference, cardUrl);
  return [ours(`${label} `), name, ours(` · ${describeSuccessor(successor)}`)];
}
