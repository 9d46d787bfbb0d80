// The order's card: the root message of its thread, edited to show the latest state. Pure.
import type { Button, ContextBlock, KnownBlock, Overflow } from '@slack/types';
import { TELLER } from '#orders/audit-line.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { paidAtOf } from '#orders/entries.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
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
import { detailsOf } from './card-details.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { bold, emoji, foreign, lineBeside, lines, ours, type Parts, SAME_DAY_MS } from './line.ts';
import type { MessageContent } from './message.ts';
import { menuElement } from './order-menu.ts';
import { payByHandLine } from './pay-by-hand.ts';
import { refundParts } from './refund-line.ts';

export function orderCard(order: Order): MessageContent {
  const { buttons, beside: first, menu: deeds } = orderButtons(order);
  const menu = [...deeds, 'history'] as const;
  // Where buttons stand, the menu stands beside them; else beside the second line.
  const [second] = buttons.length > 0 ? [] : menuElement(menu, order.reference);
  const row = buttons.length > 0 ? [...buttons, ...menuElement(menu, order.reference)] : [];
  return {
    text: sentence(order),
    blocks: [
      ...factsBeside(order, first, second),
      ...howToPay(order),
      ...buttonRow(row, reviewRowId(order)),
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

/** A line that has something at its side is a block of its own. */
function factsBeside(order: Order, first: Button | undefined, second: Overflow | undefined): KnownBlock[] {
  const [headline, details, refund] = [firstLine(order), detailsOf(order), refundParts(order)];
  if (!first && !second) return [lines(headline, details, refund)];
  return [
    first ? lineBeside(first, ...headline) : lines(headline),
    ...(second
      ? [lineBeside(second, ...details), ...(refund.length > 0 ? [lines(refund)] : [])]
      : [lines(details, refund)]),
  ];
}

/** What a screen reader hears, and a notification shows. */
function sentence(order: Order): string {
  const name = nameOf(order);
  const from = name ? ` from ${escapeSentence(shorten(name, 60))}` : '';
  const what = escapeSentence(shorten(describeWhat(order), 100));
  const subject = order.erasedAt === undefined ? ` for ${what}${from}` : '';
  const state = (describeOtherMoney(order) ?? describeState(order)).replace(/…$/, '');
  return `${describeKind(order)} ${escapeMrkdwn(quotedReference(order.reference))}, ${describeMoney(order.amount)}${subject}: ${state}.${order.erasedAt === undefined ? '' : ` ${CARD_TEXT.isErased}`}${aboutTwin(order)}`;
}

function firstLine(order: Order): Parts {
  const headline = headlineOf(order);
  return [
    [emoji(headline.icon), ours(' '), bold(headline.money)],
    [order.erasedAt === undefined ? foreign(describeWhat(order)) : ours(CARD_TEXT.erased)],
    headline.state ? [bold(headline.state, 200)] : [],
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
  const who = context(`${why}<@${order.agent}> · ${history(order).join(', ')}`);
  return { ...who, elements: [{ type: 'plain_text', text, emoji: false }, ...who.elements] };
}

function history(order: Order): string[] {
  const { state, createdAt, changedAt, payments, acceptedBy, cancelledBy, kind } = order;
  const at = (time: number) => (time - createdAt < SAME_DAY_MS ? slackTime(time) : slackDate(time));
  const paid = payments?.some(({ isDoubtful }) => !isDoubtful)
    ? [`paid ${at(paidAtOf(order) ?? changedAt)}`]
    : [];
  // What was paid elsewhere was not asked for here.
  const first =
    kind === 'elsewhere' ? `written down ${slackDate(createdAt)}` : `asked ${slackDate(createdAt)}`;
  const by = cancelledBy === TELLER ? CARD_TEXT.teller : `<@${cancelledBy}>`;
  // Once it is paid all the same, the order no longer says when that was.
  const cancelled = cancelledBy
    ? [`cancelled by ${by}${state === 'cancelled' ? ` ${at(changedAt)}` : ''}`]
    : [];
  const asked = [first, ...decision(order, at), ...cancelled, ...paid];
  if (state === 'reversed') return [...asked, `paid back ${at(changedAt)}`];
  return acceptedBy ? [...asked, `accepted as paid by <@${acceptedBy}> ${at(changedAt)}`] : asked;
}

/** Who decided whether it is sent. */
function decision({ approval, orderApproval }: Order, at: (time: number) => string): string[] {
  const request = approval?.about === 'order' ? approval : orderApproval;
  if (!request?.decidedBy || request.decidedAt === undefined) return [];
  const { state, decidedBy, decidedAt } = request;
  if (state !== 'approved' && state !== 'declined' && state !== 'withdrawn') return [];
  return [`${state} by <@${decidedBy}> ${at(decidedAt)}`];
}
