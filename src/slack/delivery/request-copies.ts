// Edits every message with a request when that is decided, withdrawn or over, or when the other half of a duplicate payment gets a
// request too: the reply in the order's thread, and the direct messages. So nothing that is closed looks open. An order's card is
// redrawn like any other.
import type { Clock } from '#lib/clock.ts';
import type { Approval } from '#orders/approval.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { newsReply } from '#slack/cards/news.ts';
import { waitingDirectly } from '#slack/cards/waiting-orders.ts';
import { REQUEST_TEXT } from '#slack/text/requests.ts';
import type { Outbound } from './outbound.ts';
import { isFinal, type PostFailure } from './post-failure.ts';
import { directNews } from './post-to-agent.ts';

type Copies = NonNullable<Order['copies']>;

/** `edited`: the order's copies as they are now. Rejects with what `outbound` rejects. */
export type EditRequests = (
  order: Order,
) => Promise<{ readonly edited: Copies; readonly failures: readonly PostFailure[] }>;

/** A direct message to an approver, or a request to refund in the thread or for whoever made it. Both name the request's number. */
const REQUEST = /^(waits|approval_asked)-(\d+)/;

/** The name of the direct messages to approvers about a request. */
export function requestName({ number }: Pick<Approval, 'number'>): string {
  return `waits-${number}`;
}

/** `news`: of a message's metadata. */
export function isRequest(news: string): boolean {
  return REQUEST.test(news);
}

/** Changes whenever the messages with the request must be edited. */
export function shownOfRequest(order: Order, request: string): string {
  const approval = requestOf(order, request);
  if (approval?.state !== 'open') return approval?.state ?? 'over';
  const { isBeingPaidBack, refundAmount } = order.paidTwin ?? {};
  return isBeingPaidBack ? `open with ${refundAmount?.amount ?? 'another'}` : 'open';
}

/** Undefined when the order has a newer request. */
function requestOf({ approval }: Order, request: string): Approval | undefined {
  return approval?.number === Number(REQUEST.exec(request)?.[2]) ? approval : undefined;
}

export function createEditRequests({
  outbound,
  clock,
}: {
  outbound: Pick<Outbound, 'permalink' | 'update'>;
  clock: Clock;
}): EditRequests {
  return async (order) => {
    const { reference, approval, copies = [] } = order;
    const edited: Copies[number][] = [];
    const failures: PostFailure[] = [];
    for (const { request, shows, ...copy } of copies) {
      if (request === undefined) continue;
      const shown = shownOfRequest(order, request);
      if (shown !== shows) {
        const metadata = { reference, news: request };
        const content = await contentOf(order, { ...copy, request });
        const posted = await outbound.update(copy.ts, { ...copy, ...content, metadata });
        const triedForMs = clock.now() - (approval?.decidedAt ?? approval?.askedAt ?? 0);
        if (posted.status !== 'posted' && !isFinal(posted, triedForMs)) {
          failures.push(posted);
          continue;
        }
      }
      const isOver = shown !== 'approved' && !shown.startsWith('open');
      if (isOver || (shown === 'approved' && !waitsToBeSent(order))) edited.push(copy);
      else if (shown !== shows) edited.push({ ...copy, request, shows: shown });
    }
    return { edited, failures };
  };

  async function contentOf(
    order: Order,
    { request, threadTs }: { readonly request: string; readonly threadTs?: string },
  ): Promise<MessageContent> {
    const { card, refund } = order;
    const approval = requestOf(order, request);
    if (!approval) return mrkdwnMessage(REQUEST_TEXT.over);
    if (request === requestName(approval))
      return waitingDirectly(order, approval, card && (await outbound.permalink(card.channel, card.ts)));
    if (!refund) return mrkdwnMessage(REQUEST_TEXT.over);
    const news = { kind: 'approval_asked', approval, refund } as const;
    const announcement = { id: request, at: approval.askedAt, news };
    return threadTs ? newsReply(order, announcement) : directNews(order, announcement);
  }
}
