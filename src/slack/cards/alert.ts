// What a channel that wants to hear of every payment is told: enough to know it without its card, and the way there. Pure.
import type { KnownBlock } from '@slack/types';
import type { Alert } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { context, facts, linkButton, section, slackDate } from './blocks.ts';
import { forWhat, howPaid, moneyHeadline, paidAt } from './news.ts';
import type { MessageContent } from './order-card.ts';

/** `cardUrl`: where the order's card stands, if that could be learnt. The payer stays in the order's own thread. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  const headline = moneyHeadline(order, of);
  const details = facts([...forWhat(order), ...howPaid(of)]);
  const at = paidAt(of);
  const asked = order.kind === 'charge' ? 'First asked by' : 'Asked by';
  const blocks: KnownBlock[] = [
    section(headline),
    ...(details ? [details] : []),
    context(`${asked} <@${order.agent}>${at === undefined ? '' : ` · paid ${slackDate(at)}`}`),
    ...(cardUrl
      ? [{ type: 'actions' as const, elements: [linkButton('open_card', 'Open its card', cardUrl)] }]
      : []),
  ];
  return { text: headline, blocks };
}
