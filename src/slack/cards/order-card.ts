// The order's card: the root message of its thread, edited to show the latest state. Pure.
import type { Button, ContextBlock, KnownBlock, Overflow } from '@slack/types';
import { TELLER } from '#orders/audit-line.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { paidAtOf } from '#orders/entries.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { aboutTwin, CARD_TEXT, describeOtherMoney, describeReference, headlineOf } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import { escapeMrkdwn, escapeSentence, shorten } from '#slack/text/escape.ts';
import {
  describeAccount,
  describeKind,
  describeMoney,
  describeState,
  describeWhat,
} from '#slack/text/orders.ts';
import { buttonRow, context, copyable, slackDate, slackTime } from './blocks.ts';
import { orderButtons, reviewRowId } from './buttons.ts';
import { bothCodes, detailsOf } from './card-details.ts';
import {
  bold,
  emoji,
  foreign,
  lineBeside,
  lines,
  MAX_URL_LENGTH,
  ours,
  type Parts,
  SAME_DAY_MS,
} from './line.ts';
import type { MessageContent } from './message.ts';
import { menuElement } from './order-menu.ts';
import { refundParts } from './refund-line.ts';

export function orderCard(order: Order): MessageContent {
  const { buttons, beside: first, menu } = orderButtons(order);
  const [second] = menuElement([...menu, 'history'], order.reference, undefined, order.kind !== 'prompt');
  return {
    text: sentence(order),
    blocks: [
      ...factsBeside(order, first, second),
      ...howToPay(order),
      ...buttonRow(buttons, reviewRowId(order)),
      byline(order),
    ],
  };
}

/** The card without what can be pressed, for an answer that shows it elsewhere. */
export function orderFacts(order: Order): MessageContent {
  return {
    text: sentence(order),
    blocks: [
      lines(firstLine(order), detailsOf(order), refundParts(order)),
      ...howToPay(order),
      byline(order),
    ],
  };
}

/** A line with something at its side is a block of its own. On a card with one line, the menu is beside that. */
function factsBeside(order: Order, button: Button | undefined, menu: Overflow | undefined): KnownBlock[] {
  const [headline, details, refund] = [firstLine(order), detailsOf(order), refundParts(order)];
  const hasSecond = details.some((part) => part.length > 0);
  const first = button ?? (hasSecond ? undefined : menu);
  const second = hasSecond ? menu : undefined;
  return [
    first ? lineBeside(first, ...headline) : lines(headline),
    ...(second ? [lineBeside(second, ...details)] : hasSecond ? [lines(details)] : []),
    ...(refund.length > 0 ? [lines(refund)] : []),
    ...(menu && menu !== first && menu !== second ? buttonRow([menu]) : []),
  ];
}

/** For screen readers and notifications. */
function sentence(order: Order): string {
  const name = nameOf(order);
  const from = name ? ` from ${escapeSentence(shorten(name, 60))}` : '';
  const what = escapeSentence(shorten(describeWhat(order), 100));
  const subject = order.erasedAt === undefined ? ` for ${what}${from}` : '';
  const state = (describeOtherMoney(order) ?? describeState(order)).replace(/…$/, '');
  const erased = order.erasedAt === undefined ? '' : ` ${CARD_TEXT.isErased}`;
  const which = `${describeKind(order)} ${escapeMrkdwn(quotedReference(order.reference))}.`;
  return `${describeMoney(order.amount)}${subject}: ${state}.${erased}${aboutTwin(order)} ${which}`;
}

function firstLine(order: Order): Parts {
  const { icon, money, state } = headlineOf(order);
  return [
    [emoji(icon), ours(' '), bold(money)],
    [order.erasedAt === undefined ? foreign(describeWhat(order)) : ours(CARD_TEXT.erased)],
    ...(state ? stateParts(order, state) : []),
  ];
}

/** Of a duplicate payment, both codes follow the words. */
function stateParts(order: Order, state: string): Parts {
  const codes = bothCodes(order);
  if (codes.length === 0) return [[bold(state, 200)]];
  const more = state.split(' · ').filter((words) => words !== CARD_TEXT.duplicate);
  return [
    [bold(CARD_TEXT.duplicate), ours(': '), ...codes],
    more.length > 0 ? [bold(more.join(' · '), 200)] : [],
  ];
}

/**
 * What the customer can pay with while the order is open. One that was sent again should not be paid any more, and of one that is
 * erased nobody knows who should.
 */
function howToPay(order: Order): KnownBlock[] {
  const { state, successor, paidTwin, service, erasedAt } = order;
  if (!isOpen(state) || successor || paidTwin || erasedAt !== undefined || isCancelAwaited(order)) return [];
  const { redirectUrl } = service;
  if (redirectUrl && redirectUrl.length <= MAX_URL_LENGTH) return [copyable(redirectUrl)];
  return payByHandLine(order);
}

/** The reference, and who did what when. */
function byline(order: Order): ContextBlock {
  const { reference, resendOf, restOf, recurring } = order;
  const names = [
    describeReference(reference),
    resendOf && `${CARD_TEXT.sentAgainFor} ${resendOf}`,
    restOf && `${CARD_TEXT.restOf} ${describeReference(restOf)}`,
    recurring && `${CARD_TEXT.account} ${shorten(describeAccount(recurring, order), 50)}`,
  ];
  const text = names.filter(Boolean).join(' · ');
  const limit =
    order.approval?.about === 'order' && order.approval.state === 'open' ? order.approval.limit : undefined;
  const why = limit ? `${CARD_TEXT.above} ${describeMoney(limit)} · ` : '';
  const who = context(`${why}<@${order.agent}> · ${history(order)}`);
  return { ...who, elements: [{ type: 'plain_text', text, emoji: false }, ...who.elements] };
}

/** "12:23", and "requested 12:23, paid 12:24" once more has happened. */
function history(order: Order): string {
  const { state, createdAt, changedAt, payments, acceptedBy, cancelledBy, kind } = order;
  const at = (time: number) => (time - createdAt < SAME_DAY_MS ? slackTime(time) : slackDate(time));
  const isPaid = payments?.some(({ isDoubtful }) => !isDoubtful);
  // Once an order is paid after its cancel, it no longer says when it was cancelled.
  const when = state === 'cancelled' ? ` ${at(changedAt)}` : '';
  const cancelled = cancelledBy === TELLER ? `expired${when}` : `cancelled by <@${cancelledBy}>${when}`;
  const later = [
    ...decision(order, at),
    ...(cancelledBy ? [cancelled] : []),
    ...(isPaid ? [`paid ${at(paidAtOf(order) ?? changedAt)}`] : []),
    ...(state === 'reversed' ? [`refunded ${at(changedAt)}`] : []),
    ...(acceptedBy && state !== 'reversed' ? [`accepted by <@${acceptedBy}> ${at(changedAt)}`] : []),
  ];
  // Nobody requested an external payment here.
  const first = kind === 'elsewhere' ? 'recorded ' : later.length > 0 ? 'requested ' : '';
  return [`${first}${slackDate(createdAt)}`, ...later].join(', ');
}

/** Who decided whether it is sent. */
function decision({ approval, orderApproval }: Order, at: (time: number) => string): string[] {
  const request = approval?.about === 'order' ? approval : orderApproval;
  if (!request?.decidedBy || request.decidedAt === undefined) return [];
  const { state, decidedBy, decidedAt } = request;
  if (state !== 'approved' && state !== 'declined' && state !== 'withdrawn') return [];
  return [`${state} by <@${decidedBy}> ${at(decidedAt)}`];
}

/** Nothing until the account number is known: half of it would help nobody. */
function payByHandLine(order: Order): ContextBlock[] {
  const byHand = payByHand(order);
  if (!byHand) return [];
  const value = (text: string) => `*${escapeMrkdwn(shorten(text, 60))}*`;
  const { business, number, account, accountNumber } = byHand;
  return [context(`${CARD_TEXT.noPrompt} ${business} ${value(number)} · ${account} ${value(accountNumber)}`)];
}

/** What the menu of each method calls the two values that the customer types to pay by hand. */
const BY_HAND = {
  MpesaKE: ['Paybill', 'account'],
  AirtelKE: ['Business name', 'reference'],
  AirtelUG: ['Business name', 'reference'],
} satisfies Record<keyof typeof PAYMENT_METHODS, readonly [business: string, account: string]>;

/**
 * The two values with their labels; undefined until the account number is known, without which nobody can pay by hand
 * (SPEC.md, Mobile money push response: "Both business_number and account_number should be shown to the customer").
 */
function payByHand({ prompt, service }: Order) {
  if (!prompt || !service.accountNumber) return undefined;
  const [business, account] = BY_HAND[prompt.method];
  const number = service.businessNumber ?? PAYMENT_METHODS[prompt.method].businessNumber;
  return { business, number, account, accountNumber: service.accountNumber };
}
