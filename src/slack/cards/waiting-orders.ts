// What waits for approval: as rows of Home and of `/pay open`, and as a direct message to an approver. Pure.
import type { KnownBlock } from '@slack/types';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import { ago } from '#slack/text/home.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { waitingCount, waitingSentence, whatWaits } from '#slack/text/requests.ts';
import { buttonRow, linkButton, plainSection } from './blocks.ts';
import { fitsMessage } from './limits.ts';
import { bold, foreign, lines, link, ours, person } from './line.ts';
import type { MessageContent } from './message.ts';
import { forWhom, type Listed } from './open-orders.ts';
import { orderFacts } from './order-card.ts';
import { decisionButtons } from './requests.ts';

/** Fewer when they are long. */
const MAX_SHOWN = 10;

/** An order with the request that is open, and the address of its card. */
export type Waiting = Listed & { readonly request: Approval };

/** Two lines, and the buttons. `now` in milliseconds since the epoch. */
export function waitingRows({ order, request, cardUrl }: Waiting, now: number): KnownBlock[] {
  const amount = request.about === 'refund' ? order.refund?.amount : undefined;
  return [
    lines(
      [[bold(plainMoney(amount ?? order.amount))], ...forWhom(order)],
      [
        [ours(`${whatWaits(order, request)}, asked by `), person(request.askedBy)],
        [ours(`${ago(now - request.askedAt)} ago`)],
        [foreign(quotedReference(order.reference))],
        link('card', cardUrl),
      ],
    ),
    ...buttonRow(decisionButtons(order, request)),
  ];
}

/** `waiting`: the oldest first, of which as many are shown as fit into a message. */
export function waitingMessage(waiting: readonly Waiting[], now: number): MessageContent {
  const listed = (count: number): MessageContent => {
    const text = waitingCount(waiting.length, count);
    const rows = waiting.slice(0, count).flatMap((one) => waitingRows(one, now));
    return { text, blocks: [plainSection(text), ...rows] };
  };
  let count = Math.min(waiting.length, MAX_SHOWN);
  while (count > 1 && !fitsMessage(listed(count).blocks)) count -= 1;
  return listed(count);
}

/** For an approver who may not read the channel, so it says all that is on the card. */
export function waitingDirectly(
  order: Order,
  request: Approval,
  cardUrl: string | undefined,
): MessageContent {
  return {
    text: waitingSentence(order, request),
    blocks: [
      ...orderFacts(order).blocks,
      ...buttonRow([
        ...decisionButtons(order, request),
        ...linkButton('open_card', 'Open its card', cardUrl),
      ]),
    ],
  };
}
