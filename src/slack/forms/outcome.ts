// The views that replace a submitted form: "Sending…", then the outcome and what to do next. Pure.
import type { ContextBlock, KnownBlock, ModalView } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import {
  buttonRow,
  context,
  copyable,
  linkButton,
  plainSection,
  section,
  slackTime,
} from '#slack/cards/blocks.ts';
import { shareButtons } from '#slack/cards/buttons.ts';
import { foreign, line, ours } from '#slack/cards/line.ts';
import { payByHandLine } from '#slack/cards/pay-by-hand.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { describeFailure, PROMPT_AGAIN_FROM } from '#slack/text/orders.ts';
import { OUTCOME_TEXT } from '#slack/text/outcome.ts';

export function sendingView(title: string): ModalView {
  return contentView(title, [
    section(
      '*Sending…* This takes a few seconds. You can close this window: the card in the channel shows how it goes.',
    ),
  ]);
}

/** One sentence in the form's place. */
export function messageView(title: string, sentence: string): ModalView {
  return contentView(title, [plainSection(sentence)]);
}

/** The order right after sending, for each state that it can be in by then. */
export function outcomeView(title: string, order: Order): ModalView {
  return contentView(title, outcomeBlocks(order));
}

function outcomeBlocks(order: Order): KnownBlock[] {
  switch (order.state) {
    case 'sending':
      return [
        section('*No answer from the payment service yet.* Teller keeps asking.'),
        plainSection(OUTCOME_TEXT.wait[order.kind === 'prompt' ? 'prompt' : 'link']),
        ...serviceLine(order),
        whereNews(order),
      ];
    case 'waiting':
      return [
        section(`*${formatMoney(order.amount)} waits for approval.* ${OUTCOME_TEXT.waits}`),
        whereNews(order),
      ];
    case 'not_sent':
    case 'failed':
      return failureBlocks(order);
    case 'pending':
      return order.kind === 'prompt' ? promptBlocks(order) : linkBlocks(order);
    case 'paid':
      return [section(`*${formatMoney(order.amount)} has been paid.*`), whereNews(order)];
    default:
      return [
        section(`*${formatMoney(order.amount)}*: the card in the channel shows how it went.`),
        whereNews(order),
      ];
  }
}

function promptBlocks(order: Order): KnownBlock[] {
  const { prompt } = order;
  if (!prompt?.msisdn) return [];
  return [
    section(
      `*${maskMsisdn(prompt.msisdn)} is being asked for ${formatMoney(order.amount)}.* The customer enters the PIN on the phone.`,
    ),
    ...payByHandLine(order),
    whereNews(order),
  ];
}

function linkBlocks(order: Order): KnownBlock[] {
  const { redirectUrl } = order.service;
  if (!redirectUrl) return [whereNews(order)];
  return [
    section(`*The link for ${formatMoney(order.amount)} is ready.* Send it to the customer:`),
    copyable(redirectUrl),
    ...buttonRow([
      ...shareButtons(order.reference),
      ...linkButton('open_payment_page', 'Open payment page', redirectUrl),
    ]),
    whereNews(order),
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
