// Posts an order's news as replies in its card's thread, each once.
import type { Clock } from '#lib/clock.ts';
import { type Announcement, isMoneyKind, isNews, type News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { needsChecks } from '#orders/refund.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { context } from '#slack/cards/blocks.ts';
import { approversMentioned } from '#slack/cards/requests.ts';
import { threadReply } from '#slack/cards/thread-reply.ts';
import { type AlertChannel, keepInThreads } from '#slack/text/alerts.ts';
import type { AlertChannels } from './alert-channels.ts';
import { createRemoveDecided } from './decided-replies.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import type { Outbound } from './outbound.ts';
import { errorIn, isFinal, type PostFailure } from './post-failure.ts';
import type { Delivered, PostToAgent } from './post-to-agent.ts';
import { showsInChannel } from './who-hears.ts';

/** What was delivered, oldest first, and the failure that stopped the rest. */
type ThreadResult = { readonly delivered: readonly Delivered[]; readonly failure?: PostFailure };

export type OrderThread = {
  /** `cardChannel`: the alerts of the card's channel. `attempt` is the claim's. Rejects only with what `outbound` rejects. */
  deliver(
    order: Order,
    card: CardLocation,
    how: { cardChannel: AlertChannel | undefined; attempt: number },
  ): Promise<ThreadResult>;
  /** The same for an order whose card could not be posted: when that is final, the agent gets the news directly. */
  deliverWithoutCard(order: Order, cause: PostFailure, attempt: number): Promise<ThreadResult>;
};

export function createOrderThread(deps: {
  outbound: Outbound;
  postToAgent: PostToAgent;
  alertChannels: Pick<AlertChannels, 'isFirstReply'>;
  permissions: Pick<Permissions, 'approverGroups'>;
  /** What people type for Teller's command. */
  lastCommand: () => Promise<string>;
  clock: Clock;
  report: ReportDelivery;
}): OrderThread {
  const { outbound, postToAgent, alertChannels, permissions, clock, report } = deps;
  const removeDecided = createRemoveDecided({ outbound });

  const deliver: OrderThread['deliver'] = async (order, card, how) => {
    const news = order.announcements.filter(isNews);
    if (how.attempt === 1 || news.length === 0)
      return inOrder(order, news, (announcement) => deliverOne(order, announcement, card, how));
    // An earlier attempt may have posted some of it without getting Slack's answer.
    const thread = { channel: card.channel, threadTs: card.threadTs ?? card.ts };
    const found = await outbound.findOwn(thread, order.reference);
    if (found.status === 'found') {
      return inOrder(order, news, async (announcement) =>
        found.messages.has(announcement.id)
          ? { status: 'delivered', announcement, channel: card.channel }
          : deliverOne(order, announcement, card, how),
      );
    }
    report('thread', 'unknown', order, errorIn(found));
    return deliverWithoutCard(order, found, how.attempt);
  };

  async function deliverOne(
    order: Order,
    announcement: Announcement<News>,
    card: CardLocation,
    { cardChannel, attempt }: { cardChannel: AlertChannel | undefined; attempt: number },
  ): Promise<Delivered | PostFailure> {
    const { news } = announcement;
    const reply = threadReply(order, announcement);
    const toChannel = showsInChannel(cardChannel, order, announcement, reply.toChannel);
    const isFirst = toChannel && !cardChannel && (await alertChannels.isFirstReply(card.channel));
    const posted = await outbound.post({
      ...reply,
      blocks: [
        ...reply.blocks,
        ...(news.kind === 'approval_asked' ? approversMentioned(order, permissions.approverGroups) : []),
        ...(isFirst ? [context(keepInThreads(await deps.lastCommand()))] : []),
      ],
      channel: card.channel,
      threadTs: card.threadTs ?? card.ts,
      toChannel,
      isMoney: isMoneyKind(news.kind),
      metadata: { reference: order.reference, news: announcement.id },
    });
    if (posted.status === 'posted') {
      report(news.kind, 'posted', { reference: order.reference, at: announcement.at });
      await removeDecided(order, card, announcement);
      return { status: 'delivered', announcement, channel: card.channel };
    }
    if (isFinal(posted, clock.now() - announcement.at))
      return postToAgent(order, announcement, posted, attempt);
    report(news.kind, retriedOutcome(posted), order, errorIn(posted));
    return posted;
  }

  const deliverWithoutCard: OrderThread['deliverWithoutCard'] = async (order, cause, attempt) => {
    const news = order.announcements.filter(isNews);
    const triedForMs = clock.now() - (news[0]?.at ?? order.changedAt);
    if (!isFinal(cause, triedForMs)) return { delivered: [], failure: cause };
    return inOrder(order, news, (announcement) => postToAgent(order, announcement, cause, attempt));
  };

  return { deliver, deliverWithoutCard };
}

/** One after the other, up to the first that fails: news must not be posted out of order. */
async function inOrder(
  order: Order,
  news: readonly Announcement<News>[],
  deliverOne: (announcement: Announcement<News>) => Promise<Delivered | PostFailure>,
): Promise<ThreadResult> {
  const delivered: Delivered[] = [];
  for (const announcement of news) {
    const result: Delivered | PostFailure = isOutdated(order, announcement)
      ? { status: 'delivered', announcement, channel: undefined }
      : await deliverOne(announcement);
    if (result.status !== 'delivered') return { delivered, failure: result };
    delivered.push(result);
  }
  return { delivered };
}

/** True of a reminder about a refund that was carried out, or ended, before Slack took it. */
function isOutdated({ refund }: Order, { news }: Announcement<News>): boolean {
  return news.kind === 'refund_reminder' && !(refund && needsChecks(refund));
}
