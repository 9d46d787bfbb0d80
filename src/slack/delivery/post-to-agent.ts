// News by direct message to the agent who made the order, or to whoever it is for, where it is about a request: for when the
// order's channel or thread is gone.
import type { Clock } from '#lib/clock.ts';
import type { Announcement, News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { newsReply } from '#slack/cards/news.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import type { ReportDelivery } from './delivery-report.ts';
import type { Outbound } from './outbound.ts';
import { errorIn, GIVE_UP_MS, isFinal, type PostFailure, stillUnknown } from './post-failure.ts';

/** `channel`: where the news is posted now, also of a direct message; undefined when it went to nobody. */
export type Delivered = {
  readonly status: 'delivered';
  readonly announcement: Announcement<News>;
  readonly channel: string | undefined;
};

export type PostToAgent = ReturnType<typeof createPostToAgent>;

/**
 * `cause` is why it is not in the thread; `attempt` is the claim's. An announcement that Slack refuses here too counts as
 * delivered, because there is nowhere else to post it. Rejects only with what `outbound` rejects.
 */
export function createPostToAgent(deps: { outbound: Outbound; clock: Clock; report: ReportDelivery }) {
  const { outbound, clock, report } = deps;

  return async (
    order: Order,
    announcement: Announcement<News>,
    cause: PostFailure,
    attempt: number,
  ): Promise<Delivered | PostFailure> => {
    const userId = readerOf(order, announcement.news);
    const deliveredIn = (channel: string | undefined): Delivered => ({
      status: 'delivered',
      announcement,
      channel,
    });
    // The thread may have been tried for that long before; here it has as long again.
    const triedForMs = clock.now() - announcement.at - GIVE_UP_MS;
    if (attempt > 1) {
      // An earlier attempt may have posted it without getting Slack's answer.
      const since = { userId, sinceMs: announcement.at };
      const found = await outbound.findOwn(since, order.reference);
      if (found.status === 'found' && found.messages.has(announcement.id)) return deliveredIn(found.channel);
      if (found.status !== 'found' && !isFinal(found, triedForMs)) return stillUnknown(found);
    }
    const posted = await outbound.postToPerson(userId, {
      ...directNews(order, announcement),
      metadata: { reference: order.reference, news: announcement.id },
    });
    if (posted.status !== 'posted' && !isFinal(posted, triedForMs)) return posted;
    const outcome = posted.status === 'posted' ? 'direct' : 'undeliverable';
    const { reference } = order;
    report(announcement.news.kind, outcome, { reference, at: announcement.at }, errorIn(cause));
    return deliveredIn(posted.status === 'posted' ? posted.channel : undefined);
  };
}

/** The order's card and the news below it. */
export function directNews(order: Order, announcement: Announcement<News>): MessageContent {
  const { text, blocks } = newsReply(order, announcement);
  const card = orderCard(order).blocks;
  // The buttons of a review stand on the card and on the news of a charge, and Slack takes no row twice.
  const rows = card.flatMap(({ block_id: id }) => id ?? []);
  return {
    text,
    blocks: [...card, ...blocks.filter(({ block_id: id }) => id === undefined || !rows.includes(id))],
  };
}

const FOR_APPROVER: ReadonlySet<News['kind']> = new Set([
  'refund_unknown',
  'refund_reminder',
  'refund_overdue',
]);

/**
 * A refund may be asked for by somebody else than the order's agent, who is waiting for the answer. One that nobody but an
 * approver can end has its buttons on the news alone, so that goes to the approver who approved it.
 */
function readerOf({ agent }: Order, news: News): string {
  if ('approval' in news) return news.approval.askedBy;
  if (!('refund' in news)) return agent;
  const { askedBy, approvedBy = askedBy } = news.refund;
  return FOR_APPROVER.has(news.kind) ? approvedBy : askedBy;
}
