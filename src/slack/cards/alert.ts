// The message to a channel with alerts on: one payment, readable without its card, with a link to the card. Pure.
import type { KnownBlock } from '@slack/types';
import type { Alert } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { buttonRow, context, facts, linkButton, section, slackDate } from './blocks.ts';
import type { MessageContent } from './message.ts';
import { forWhat, howPaid, moneyHeadline, paidAt } from './news.ts';

/** `cardUrl`: the address of the order's card, if Slack gave it. The payer's number is shown in the order's thread only. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  const headline = moneyHeadline(order, of);
  const at = paidAt(of);
  const byline = order.kind === 'charge' ? 'First asked by' : 'Asked by';
  const blocks: KnownBlock[] = [
    section(headline),
    ...facts([...forWhat(order), ...howPaid(of)]),
    context(`${byline} <@${order.agent}>${at === undefined ? '' : ` · paid ${slackDate(at)}`}`),
    ...buttonRow(linkButton('open_card', 'Open its card', cardUrl)),
  ];
  return { text: headline, blocks };
}
