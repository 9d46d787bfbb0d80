import type { Button, ContextBlock, KnownBlock, Overflow } from '@slack/types';
import { maskMsisdn, maskPayer } from '#lib/msisdn.ts';
import { dayWithYear } from '#lib/time.ts';
import { TELLER } from '#orders/audit-line.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { paidAtOf } from '#orders/entries.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Payment } from '#orders/payment.ts';
import { codesIn, excessOf, missingOf, shownPayments } from '#orders/payments.ts';
import { isBeingPaidBack, isPaidAfterCancel, isPaidWithBalance } from '#orders/resends.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { refundParts } from '#slack/refund/line.ts';
import { nameOf } from '#slack/text/customers.ts';
import { escapeMrkdwn, plain, shorten } from '#slack/text/escape.ts';
import {
  describeDeadline,
  describeFailure,
  describeResentOrder,
  describeWhat,
  plainMoney,
  shortMethod,
  whatIsUnknown,
} from '#slack/text/orders.ts';
import { buttonRow, context, copyable } from '#slack/ui/blocks.ts';
import {
  bold,
  code,
  date,
  emoji,
  foreign,
  lineBeside,
  lines,
  MAX_URL_LENGTH,
  ours,
  type Parts,
  type Piece,
  person,
  SAME_DAY_MS,
  time,
} from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { menuElement, orderButtons, reviewRowId } from './buttons.ts';
import {
  CARD_TEXT,
  describeReference,
  headlineOf,
  isRinging,
  linkOrName,
  sameAs,
  whatToDoAboutDuplicate,
} from './text.ts';

export function orderCard(order: Order): MessageContent {
  const { buttons, beside, menu } = orderButtons(order);
  const [allItems] = menuElement([...menu, 'history'], order.reference, undefined, order.kind !== 'prompt');
  return message([
    ...buildFacts(order, beside, allItems),
    ...explainHowToPay(order),
    ...buttonRow(buttons, reviewRowId(order)),
    buildByline(order),
  ]);
}

/** The card without what can be pressed. */
export function orderFacts(order: Order): MessageContent {
  const facts = lines(buildFirstLine(order), buildDetails(order), refundParts(order));
  return message([facts, ...explainHowToPay(order), buildByline(order)]);
}

/** The menu is beside the last line that has room, or in a row of its own. */
function buildFacts(order: Order, button: Button | undefined, menu: Overflow | undefined): KnownBlock[] {
  const [headline, details, refund] = [buildFirstLine(order), buildDetails(order), refundParts(order)];
  const hasSecond = details.some((part) => part.length > 0);
  const first = button ?? (hasSecond ? undefined : menu);
  const left = menu === first ? undefined : menu;
  return [
    first ? lineBeside(first, ...headline) : lines(headline),
    ...(hasSecond ? [left ? lineBeside(left, ...details) : lines(details)] : []),
    ...(refund.length > 0 ? [lines(refund)] : []),
    ...(left && !hasSecond ? buttonRow([left]) : []),
  ];
}

function buildFirstLine(order: Order): Parts {
  const { icon, money, state } = headlineOf(order);
  return [
    [emoji(icon), ours(' '), bold(money)],
    [order.erasedAt === undefined ? foreign(describeWhat(order)) : ours('customer’s data erased')],
    ...(state ? buildState(order, state) : []),
  ];
}

/** Of a duplicate payment, both codes follow: "`S9992K0001` here, `S8836K0006` for ZT0KR-GJ6VB". */
function buildState(order: Order, state: string): Parts {
  const { duplicatePayment } = order;
  if (!duplicatePayment || !isPaidTwice(order)) return [[bold(state, 200)]];
  const codes = codesIn(shownPayments(order)).join(', ');
  const more = state.split(' · ').filter((words) => words !== CARD_TEXT.duplicate);
  const here = codes && say`${code(codes)} here, `;
  const there = duplicatePayment.confirmationCode && say`${code(duplicatePayment.confirmationCode)} for `;
  return [
    say`${bold(CARD_TEXT.duplicate)}: ${here}${there}${linkToDuplicate(order, duplicatePayment.reference)}`,
    more.length > 0 ? [bold(more.join(' · '), 200)] : [],
  ];
}

function buildDetails(order: Order): Parts {
  const { customer, prompt, recurring, state, resentAs, payments = [] } = order;
  const name = nameOf(order);
  const phone = prompt?.msisdn ?? customer.phone;
  // While the order waits for payment, its state names the deadline.
  const until =
    state === 'waiting' || (state === 'failed' && !resentAs) ? describeDeadline(order) : undefined;
  const isLate = state === 'paid' && isPaidAfterCancel(order) && !isBeingPaidBack(order);
  return [
    name ? [foreign(name, 60)] : [],
    phone ? [ours(maskMsisdn(phone))] : [],
    ...describePayments(order),
    recurring ? [ours(`${dayWithYear(recurring.startDay)} to ${dayWithYear(recurring.endDay)}`)] : [],
    until ? [ours(until)] : [],
    explainFailure(order),
    state === 'review' ? [bold(describeReview(order), 200)] : [],
    isLate ? [bold(CARD_TEXT.deliverOrPayBack)] : [],
    describeOtherPayment(order),
    ...payments.map(({ alsoOn, reversedAt }): Said => {
      const next = reversedAt ? undefined : say`. ${bold('Deliver once.')}`;
      return alsoOn ? say`${sameAs(alsoOn)}${next}` : [];
    }),
    describeLaterOrder(order),
  ];
}

const MAX_PAYMENTS = 8;

function describePayments(order: Order): Parts {
  const { prompt, payments = [] } = order;
  if (payments.length === 0) {
    if (!prompt) return [];
    const method = shortMethod(prompt.method);
    return [[ours(isRinging(order) ? `${method}, waiting for the PIN` : method)]];
  }
  if (isPaidTwice(order)) return [];
  const isNamed = payments.length > 1 || isPaidWithBalance(order);
  const left = payments.length - MAX_PAYMENTS;
  const named = payments.slice(-MAX_PAYMENTS).map((payment) => describePayment(order, payment, isNamed));
  return left > 0 ? [[ours(`${left} earlier`)], ...named] : named;
}

function describePayment(order: Order, payment: Payment, isAmountNamed: boolean): Said {
  const { prompt, customer, state } = order;
  const payer = maskPayer(payment.payer);
  const hasNumber = prompt !== undefined || customer.phone !== undefined;
  const words = [
    ...(payment.paid && (isAmountNamed || payment.isDoubtful) ? [ours(plainMoney(payment.paid))] : []),
    ...(payment.method ? [foreign(shortMethod(payment.method), 40)] : []),
    ...(payment.confirmationCode ? [code(payment.confirmationCode)] : []),
    // The card already has the customer's own number.
    ...(payer && !hasNumber ? [foreign(payer, 40)] : []),
    ...(payment.reversedAt !== undefined && state !== 'reversed' ? [ours('refunded')] : []),
  ];
  return words.flatMap((word, index) => (index === 0 ? [word] : [ours(' '), word]));
}

function explainFailure({ kind, state, failure, resentAs, approval }: Order): Said {
  if (!failure || resentAs) return [];
  if (failure.reason === 'approval_declined' && approval?.reason)
    return [ours('Declined: '), foreign(approval.reason, 200)];
  const { what, providerText } = describeFailure(failure, kind);
  const said = foreign(providerText, 300);
  if (state === 'sending') return providerText ? [ours(`${CARD_TEXT.providerSays} `), said] : [];
  if (state !== 'failed' && state !== 'not_sent') return [];
  return providerText ? [ours(`${what.replace(/\.$/, '')} (`), said, ours(')')] : [ours(what)];
}

function describeReview(order: Order): string {
  if (whatIsUnknown(order)) return CARD_TEXT.checkDashboard;
  const [missing, excess] = [missingOf(order), excessOf(order)];
  if (missing) return `${plainMoney(missing)} missing`;
  if (!excess) return 'another currency';
  const isSeveral = shownPayments(order).length > 1;
  const next = isSeveral ? '. Accept it, or refund one payment in the Pesapal dashboard.' : '';
  return `${plainMoney(excess)} too much${next}`;
}

function describeOtherPayment(order: Order): Said {
  const { duplicatePayment, state } = order;
  if (!duplicatePayment) return [];
  if (isPaidTwice(order)) return [bold(whatToDoAboutDuplicate(order))];
  const { reference, confirmationCode, isAccepted } = duplicatePayment;
  const end = state === 'waiting' ? 'Withdraw or decline this one.' : CARD_TEXT.cancelThisOne;
  const next = state === 'cancelled' || state === 'not_sent' ? undefined : say`. ${bold(end)}`;
  const paid = ours(isAccepted ? ` ${CARD_TEXT.wasAccepted}` : ' is paid');
  const paidWith = confirmationCode && say` ${code(confirmationCode)}`;
  return say`${linkToDuplicate(order, reference)}${paid}${paidWith}${next}`;
}

function linkToDuplicate({ resentAs }: Order, reference: string): Piece {
  return linkOrName(reference, resentAs?.reference === reference ? resentAs.cardUrl : undefined);
}

const isPaidTwice = ({ duplicatePayment, state }: Order) =>
  duplicatePayment && (state === 'paid' || state === 'review');

function describeLaterOrder({ balanceOf, resentAs, duplicatePayment }: Order): Said {
  // The first line already has the other's reference.
  if (!resentAs || duplicatePayment?.reference === resentAs.reference) return [];
  const { reference, cardUrl } = resentAs;
  const label = resentAs.balanceOf === balanceOf ? CARD_TEXT.sentAgain : 'Balance requested as';
  return [ours(`${label} `), linkOrName(reference, cardUrl), ours(` · ${describeResentOrder(resentAs)}`)];
}

/** What a phone's menu calls the two values that the customer types. */
const BY_HAND = {
  MpesaKE: ['Paybill', 'account'],
  AirtelKE: ['Business name', 'reference'],
  AirtelUG: ['Business name', 'reference'],
} satisfies Record<keyof typeof PAYMENT_METHODS, readonly [business: string, account: string]>;

/** Nobody can pay by hand without the account number (SPEC.md, Mobile money push). */
function explainHowToPay(order: Order): KnownBlock[] {
  const { state, resentAs, duplicatePayment, prompt, provider, erasedAt } = order;
  if (!isOpen(state) || resentAs || duplicatePayment || erasedAt !== undefined || isCancelAwaited(order))
    return [];
  const { redirectUrl, accountNumber } = provider;
  if (redirectUrl && redirectUrl.length <= MAX_URL_LENGTH) return [copyable(redirectUrl)];
  if (!prompt || !accountNumber) return [];
  const [business, account] = BY_HAND[prompt.method];
  const number = provider.businessNumber ?? PAYMENT_METHODS[prompt.method].businessNumber;
  // A value is copied, so it has no joiner before a dot, which `bold` would put there.
  const value = (text: string) => ({ type: 'ours', text: `*${escapeMrkdwn(shorten(text, 60))}*` }) as const;
  return [context(say`No prompt? ${business} ${value(number)} · ${account} ${value(accountNumber)}`)];
}

function buildByline(order: Order): ContextBlock {
  const { reference, resendOf, balanceOf, recurring, approval, agent } = order;
  const names = [
    describeReference(reference),
    resendOf && `resend of ${resendOf}`,
    balanceOf && `balance of ${describeReference(balanceOf)}`,
    // Many merchants take the customer's phone number for the account number.
    recurring && `account ${shorten(withoutOwnNumbers(plain(recurring.accountNumber), order), 50)}`,
  ];
  const limit = approval?.about === 'order' && approval.state === 'open' ? approval.limit : undefined;
  const why = limit && say`above ${plainMoney(limit)} · `;
  const byline = context(say`${why}${person(agent)} · ${describeHistory(order)}`);
  const text = names.filter(Boolean).join(' · ');
  return { ...byline, elements: [{ type: 'plain_text', text, emoji: false }, ...byline.elements] };
}

/** "12:23", and "requested 12:23, paid 12:24" once more has happened. */
function describeHistory(order: Order): Said {
  const { state, createdAt, changedAt, payments, acceptedBy, cancelledBy, kind, approval } = order;
  const request = approval?.about === 'order' ? approval : order.orderApproval;
  const { state: decision, decidedBy, decidedAt } = request ?? {};
  const at = (moment: number) => (moment - createdAt < SAME_DAY_MS ? time(moment) : date(moment));
  const isPaid = payments?.some(({ isDoubtful }) => !isDoubtful);
  const later = [
    ...(decidedBy && decidedAt ? say`, ${decision} by ${person(decidedBy)} ${at(decidedAt)}` : []),
    ...(cancelledBy === TELLER ? say`, expired` : []),
    ...(cancelledBy && cancelledBy !== TELLER ? say`, cancelled by ${person(cancelledBy)}` : []),
    // Once an order is paid after its cancel, it no longer says when it was cancelled.
    ...(cancelledBy && state === 'cancelled' ? say` ${at(changedAt)}` : []),
    ...(isPaid ? say`, paid ${at(paidAtOf(order) ?? changedAt)}` : []),
    ...(state === 'reversed' ? say`, refunded ${at(changedAt)}` : []),
    ...(acceptedBy && state !== 'reversed' ? say`, accepted by ${person(acceptedBy)} ${at(changedAt)}` : []),
  ];
  // Nobody requested an external payment here.
  const first = kind === 'elsewhere' ? say`recorded ` : later.length > 0 ? say`requested ` : [];
  return [...first, date(createdAt), ...later];
}
