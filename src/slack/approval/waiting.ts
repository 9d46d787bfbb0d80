// What waits for approval: as rows of Home and of `/pay open`, and as a direct message to an approver.
import type { KnownBlock } from '@slack/types';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import { readWaiting as readAllWaiting } from '#payments/reports/open-work.ts';
import { orderFacts } from '#slack/card/order-card.ts';
import { cardUrlOf } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import { ago, forWhom, type Listed } from '#slack/home/open-orders.ts';
import { describeWhat } from '#slack/text/orders.ts';
import { buttonRow, linkButton, section } from '#slack/ui/blocks.ts';
import { bold, foreign, lines, link, ours, person } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import { amountOf, decisionButtons, describeEnd, otherIsRefunded, whatWaits } from './requests.ts';

/** An order with the request that is open, and the address of its card. */
export type Waiting = Listed & { readonly request: Approval };

/**
 * `waiting`: the oldest first, without what the person has requested. `isNotifiedDirectly`: as the person has chosen. Undefined for
 * whoever may not approve. Rejects when the store is down.
 */
export async function readWaiting(
  ctx: SlackContext,
  userId: string,
): Promise<{ readonly waiting: readonly Waiting[]; readonly isNotifiedDirectly: boolean } | undefined> {
  if (await ctx.permissions.approverRefusalFor(userId)) return undefined;
  const [found, isUnnotified] = await Promise.all([
    readAllWaiting(ctx.store.orders),
    ctx.preferences.unnotified.has(userId),
  ]);
  const waiting = await Promise.all(
    found.map(async (order) => {
      const { approval: request } = order;
      if (request?.state !== 'open' || request.requestedBy === userId) return undefined;
      return { order, request, cardUrl: await cardUrlOf(ctx, order) };
    }),
  );
  return {
    waiting: waiting.filter((one) => one !== undefined).sort((a, b) => a.request.askedAt - b.request.askedAt),
    isNotifiedDirectly: !isUnnotified,
  };
}

/** Two lines, and the buttons. `now` in milliseconds since the epoch. */
export function waitingRows({ order, request, cardUrl }: Waiting, now: number): KnownBlock[] {
  return [
    lines(
      [[bold(amountOf(order, request))], ...forWhom(order)],
      [
        [ours(`${whatWaits(order, request)}, requested by `), person(request.requestedBy)],
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
  const other = isRefund ? otherIsRefunded(order) : '';
  const note = isOpen ? say`${other && foreign(other, 300)}` : describeEnd(request);
  const what = say`${amountOf(order, request)} for ${describeWhat(order)} needs your approval, requested by ${person(request.requestedBy)}.`;
  const open = isRefund ? say`Refund of ${what}` : what;
  const blocks = [
    ...orderFacts(order).blocks,
    ...(note.length > 0 ? [section(note)] : []),
    ...buttonRow([
      ...(isOpen ? decisionButtons(order, request) : []),
      ...linkButton('open_card', 'Open card', cardUrl),
    ]),
  ];
  return message(blocks, isOpen ? open : note);
}
