// What waits for approval: as rows of Home and of `/pay open`, and as a direct message to an approver. Pure.
import type { KnownBlock } from '@slack/types';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { ago } from '#slack/text/home.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { describeEnd, otherIsRefunded, waitingSentence, whatWaits } from '#slack/text/requests.ts';
import { buttonRow, linkButton, section } from './blocks.ts';
import { bold, foreign, lines, link, ours, person } from './line.ts';
import type { MessageContent } from './message.ts';
import { forWhom, type Listed } from './open-orders.ts';
import { orderFacts } from './order-card.ts';
import { decisionButtons } from './requests.ts';

/** An order with the request that is open, and the address of its card. */
export type Waiting = Listed & { readonly request: Approval };

/** Two lines, and the buttons. `now` in milliseconds since the epoch. */
export function waitingRows({ order, request, cardUrl }: Waiting, now: number): KnownBlock[] {
  const amount = request.about === 'refund' ? order.refund?.amount : undefined;
  return [
    lines(
      [[bold(plainMoney(amount ?? order.amount))], ...forWhom(order)],
      [
        [ours(`${whatWaits(order, request)}, requested by `), person(request.askedBy)],
        [ours(`${ago(now - request.askedAt)} ago`)],
        [foreign(quotedReference(order.reference))],
        link('card', cardUrl),
      ],
    ),
    ...buttonRow(decisionButtons(order, request)),
  ];
}

/** For an approver who may not read the channel, so it says all that is on the card; and how the request ended. */
export function waitingDirectly(
  order: Order,
  request: Approval,
  cardUrl: string | undefined,
): MessageContent {
  const isOpen = request.state === 'open';
  const isRefund = request.about === 'refund';
  const note = isOpen ? (isRefund ? escapeMrkdwn(otherIsRefunded(order).trim()) : '') : describeEnd(request);
  return {
    text: isOpen ? waitingSentence(order, request) : note,
    blocks: [
      ...orderFacts(order).blocks,
      ...(note ? [section(note)] : []),
      ...buttonRow([
        ...(isOpen ? decisionButtons(order, request) : []),
        ...linkButton('open_card', 'Open card', cardUrl),
      ]),
    ],
  };
}
