// The message to a channel with alerts on: one payment in one line, readable without its card. Pure.
import type { Alert } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { channel, line, link, ours, person } from './line.ts';
import type { MessageContent } from './message.ts';
import { moneyLine, moneySentence } from './money-line.ts';

/** `cardUrl`: the address of the order's card, if Slack gave it. The payer's number is shown in the order's thread only. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  return {
    text: moneySentence(order, of),
    blocks: [
      line(
        ...moneyLine(order, of),
        [person(order.agent), ours(' in '), channel(order.channel)],
        link('card', cardUrl),
      ),
    ],
  };
}
