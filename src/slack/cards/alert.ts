// The message to a channel with alerts on: one payment in one line, readable without its card. Pure.
import type { Alert } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { describeFailure, describeMoney } from '#slack/text/orders.ts';
import { channel, line, link, ours, person } from './line.ts';
import type { MessageContent } from './message.ts';
import { moneyLine } from './money-line.ts';
import { moneyHeadline } from './news.ts';

/** `cardUrl`: the address of the order's card, if Slack gave it. The payer's number is shown in the order's thread only. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  return {
    text:
      of.kind === 'failed'
        ? `${describeMoney(order.amount)} not paid. ${describeFailure(of.failure).what}`
        : moneyHeadline(order, of),
    blocks: [
      line(
        ...moneyLine(order, of),
        [person(order.agent), ours(' in '), channel(order.channel)],
        link('card', cardUrl),
      ),
    ],
  };
}
