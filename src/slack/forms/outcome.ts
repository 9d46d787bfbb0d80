// The views that replace a submitted form: "Sending…", then the outcome and what to do next. Pure.
import type { ContextBlock, KnownBlock, ModalView } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import { buttonRow, context, copyable, plainSection, section, slackTime } from '#slack/cards/blocks.ts';
import { shareButtons } from '#slack/cards/buttons.ts';
import { bold, emoji, foreign, line, ours } from '#slack/cards/line.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { describeFailure, describeWhat, PROMPT_AGAIN_FROM } from '#slack/text/orders.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import { SHARING_TEXT } from '#slack/text/sharing.ts';

export function sendingView(title: string): ModalView {
  return contentView(title, [
    section('*Creating the link…* You can close this window. The card shows the link.'),
  ]);
}

/** One sentence in the form's place. */
export function messageView(title: string, sentence: string): ModalView {
  return contentView(title, [plainSection(sentence)]);
}

/** The link's order right after sending, for each state that it can be in by then. `cardUrl`: if Slack has said it. */
export function outcomeView(title: string, order: Order, cardUrl?: string): ModalView {
  return contentView(title, outcomeBlocks(order, cardUrl));
}

function outcomeBlocks(order: Order, cardUrl: string | undefined): KnownBlock[] {
  switch (order.state) {
    case 'sending':
      return [
        section('*No answer from Pesapal yet.*'),
        plainSection(OUTCOME_TEXT.wait),
        ...serviceLine(order),
        whereNews(order),
      ];
    case 'waiting':
      return [
        section(`*${formatMoney(order.amount)} needs approval.* ${OUTCOME_TEXT.waits}`),
        whereNews(order),
      ];
    case 'not_sent':
    case 'failed':
      return failureBlocks(order);
    case 'pending':
      return linkBlocks(order, cardUrl);
    case 'paid':
      return [section(`*${formatMoney(order.amount)} has been paid.*`), whereNews(order)];
    default:
      return [
        section(`*${formatMoney(order.amount)}*: the card in the channel shows how it went.`),
        whereNews(order),
      ];
  }
}

function linkBlocks(order: Order, cardUrl: string | undefined): KnownBlock[] {
  const { redirectUrl } = order.service;
  if (!redirectUrl) return [whereNews(order)];
  return [
    line([emoji('link'), ours(' '), bold(formatMoney(order.amount))], [foreign(describeWhat(order))]),
    copyable(redirectUrl),
    ...buttonRow(shareButtons(order.reference)),
    context(cardUrl ? SHARING_TEXT.updates(cardUrl) : OUTCOME_TEXT.news(order.channel)),
  ];
}

function failureBlocks(order: Order): KnownBlock[] {
  if (!order.failure) return [whereNews(order)];
  const { what, next } = describeFailure(order.failure);
  const { retryAt } = order.failure;
  const again = retryAt === undefined ? '' : ` ${PROMPT_AGAIN_FROM} ${slackTime(retryAt)}.`;
  return [section(`*${what}* ${next}${again}`), ...serviceLine(order), named(order)];
}

function serviceLine({ failure }: Order): KnownBlock[] {
  if (!failure) return [];
  const { serviceText, incident } = describeFailure(failure);
  const parts = [
    serviceText ? [ours(`${CARD_TEXT.serviceSays} `), foreign(serviceText, 300)] : [],
    incident ? [ours(`Incident ${incident}`)] : [],
  ];
  return parts.some((part) => part.length > 0) ? [line(...parts)] : [];
}

function whereNews(order: Order): ContextBlock {
  return named(order, OUTCOME_TEXT.news(order.channel));
}

/** The reference, and a sentence in mrkdwn. */
function named({ reference }: Order, ...sentences: string[]): ContextBlock {
  return {
    type: 'context',
    elements: [
      { type: 'plain_text', text: reference, emoji: false },
      ...sentences.flatMap((sentence) => context(sentence).elements),
    ],
  };
}

/** A message's blocks in the form's place. */
export function contentView(title: string, blocks: KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: 'outcome',
    title: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: 'Close' },
    blocks,
  };
}

const OUTCOME_TEXT = {
  wait: 'The link will be on the card.',
  waits: 'An approver has 24 hours. Nothing is sent until then.',
  /** `channel`: the Slack id of where the card is. For mrkdwn. */
  news: (channel: string) =>
    isDirectMessage(channel)
      ? 'Updates appear in the card’s thread, in your messages with Teller.'
      : `Updates appear in the card’s thread in <#${channel}>.`,
} as const;
