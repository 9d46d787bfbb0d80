// The answer about a payment that was found: its state, readable without its card. Pure.

import type { KnownBlock } from '@slack/types';
import { maskNumbers, maskPayer } from '#lib/msisdn.ts';
import { mayBeAtService, neverArrived } from '#orders/at-service.ts';
import { lastCheck } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import type { FindResult, OtherTransaction } from '#payments/status/find.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { headlineOf } from '#slack/text/card.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { checkedNow, describeUnasked, FIND_TEXT, nothingFound, UNDERSTOOD } from '#slack/text/find.ts';
import { describeFailure, describeMoney, describeState, serviceSays } from '#slack/text/orders.ts';
import { OUTCOMES } from '#slack/text/tasks.ts';
import { buttonRow, context, facts, linkButton, plainSection, section, slackDate } from './blocks.ts';
import { checkButton, shareButton, toCustomerButtons } from './buttons.ts';
import { emoji, foreign, line, ours } from './line.ts';
import { type MessageContent, mrkdwnMessage, plainMessage } from './message.ts';
import { orderFacts } from './order-card.ts';

type StatusOptions = {
  /** The reference or tracking id that was looked up. */
  readonly query: string;
  /** Where the order's card is, if it has one. */
  readonly cardUrl?: string | undefined;
  /** `sharer`: the Slack id of who posted it to the channel; without one the answer is for one person. */
  readonly sharer?: string | undefined;
  /** Whether a button to post it to the channel makes sense here. */
  readonly canShare: boolean;
  readonly now: number;
  /** The answer is in the thread of the order's card, or right below the card. */
  readonly isAtCard?: boolean;
};

export function statusCard(found: FindResult, options: StatusOptions): MessageContent {
  switch (found.status) {
    case 'ours': {
      const { order, stale } = found;
      const missing = stale ? undefined : missingThere(order, options.now);
      if (options.isAtCard) return missing ? mrkdwnMessage(missing) : statusLine(order, stale);
      const { outcomeUnknownAt, ...answered } = order;
      const { text, blocks } = orderFacts(missing ? answered : order);
      const more = [
        ...(missing ? [section(missing)] : []),
        ...(order.state === 'cancelled' ? [plainSection(FIND_TEXT.cancelledHere)] : []),
        ...(stale ? [plainSection(staleText(stale))] : []),
        ...footer(options, stale || isUnsent(order) ? undefined : options.now),
        ...buttonRow([
          ...linkButton('open_card', 'Open card', options.cardUrl),
          ...(stale ? [checkButton(order.reference)] : toCustomerButtons(order)),
          ...(options.canShare ? [shareButton(order.reference)] : []),
        ]),
      ];
      const said = [text, stale ? escapeMrkdwn(staleText(stale)) : missing].filter(Boolean).join(' ');
      return { text: said, blocks: [...blocks, ...more] };
    }
    case 'elsewhere':
      return elsewhereCard(found.transaction, options);
    case 'none':
      return plainMessage(FIND_TEXT.none(options.query));
    case 'unanswered':
      return mrkdwnMessage(
        `${nothingFound({ said: [UNDERSTOOD.text(options.query)] })} ${escapeMrkdwn(describeUnasked(found.failure))}`,
      );
  }
}

/** The provider is not queried about an order that it was never sent. */
function isUnsent(order: Order): boolean {
  return (order.state === 'waiting' || order.state === 'not_sent') && !mayBeAtService(order);
}

/**
 * That the provider, which was queried just now, has no such order; undefined when it has. Only a request without an answer leaves that
 * open. In mrkdwn.
 */
function missingThere(order: Order, now: number): string | undefined {
  const isOpen = order.state === 'sending' || neverArrived(order);
  if (!isOpen || order.kind === 'charge' || !mayBeAtService(order)) return undefined;
  const until = lastCheck(order);
  return until > now
    ? `${FIND_TEXT.noSuchOrder} ${FIND_TEXT.checkedUntil(slackDate(until))}`
    : FIND_TEXT.noSuchOrder;
}

/** The card is above, so nothing of it is repeated. */
function statusLine(order: Order, stale: Failure | undefined): MessageContent {
  const state = describeState(order);
  const { icon } = headlineOf(order);
  if (!stale) {
    const sentence = isUnsent(order) ? `${state}.` : checkedNow(state);
    return { text: escapeMrkdwn(sentence), blocks: [line([emoji(icon), ours(` ${sentence}`)])] };
  }
  return {
    text: escapeMrkdwn(`${state}. ${staleText(stale)}`),
    blocks: [
      line([emoji(icon), ours(` ${state}. `), foreign(staleText(stale), 600)]),
      ...buttonRow([checkButton(order.reference)]),
    ],
  };
}

function elsewhereCard(found: OtherTransaction, options: StatusOptions): MessageContent {
  // A record may lack either; its amount is 0 then.
  const isKnown = found.money.currency !== '' && found.money.amount !== '0';
  const money = isKnown ? describeMoney(found.money) : FIND_TEXT.noAmount;
  return {
    text: `${money} · ${OUTCOMES[found.outcome]}`,
    blocks: [
      section(`*${money}* · *${OUTCOMES[found.outcome]}*`),
      ...facts([
        ['Reference', found.reference],
        ['Paid with', paidWith(found.payment)],
        ['Confirmation code', found.payment?.confirmationCode],
        ['Pesapal says', found.serviceMessage ? maskNumbers(found.serviceMessage) : undefined],
        ['Tracking id', found.trackingId],
      ]),
      ...(found.createdAt === undefined ? [] : [context(slackDate(found.createdAt))]),
      plainSection(FIND_TEXT.elsewhere),
      ...footer(options, options.now),
      ...buttonRow(options.canShare ? [shareButton(found.trackingId ?? options.query)] : []),
    ],
  };
}

function paidWith(payment: Payment | undefined): string | undefined {
  return payment && [nameOfMethod(payment.method), maskPayer(payment.payer)].filter(Boolean).join(', ');
}

function staleText(failure: Failure): string {
  const { what, serviceText } = describeFailure(failure);
  return [what, serviceSays(serviceText), FIND_TEXT.stale].filter(Boolean).join(' ');
}

function footer({ sharer }: StatusOptions, checkedAt: number | undefined): KnownBlock[] {
  const parts = [
    ...(checkedAt === undefined ? [] : [`Checked with Pesapal ${slackDate(checkedAt)}`]),
    ...(sharer ? [`posted by <@${sharer}>`] : []),
  ];
  return parts.length > 0 ? [context(parts.join(' · '))] : [];
}
