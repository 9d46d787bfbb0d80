// Tells people what is saved to be told: the card shows the latest state, the thread gets each piece of news once.
import { type Clock, sleep } from '#lib/clock.ts';
import { type Announcement, alertsFor, isNews, type News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import { CardNotPosted } from '#payments/status/to-failure.ts';
import { backoff } from '#queue/worker.ts';
import { newsReply, type ThreadReply } from '#slack/cards/news.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import type { Claim, OrderStore, Reschedule } from '#store/store.ts';
import type { AlertChannel, AlertChannels } from './alert-channels.ts';
import { createAlertDelivery } from './alerts.ts';
import { createOrderCards } from './order-card.ts';
import { type Message, type Outbound, postFailureOf, SLACK_CLOCK_MS } from './outbound.ts';
import { errorIn, isFinal, type PostFailure } from './post-failure.ts';
import type { ThreadIndex } from './thread-index.ts';

export type AnnouncementDelivery = {
  /**
   * Posts the order's card and remembers where; rejects with `CardNotPosted` when that cannot be done now. `mayStand`:
   * somebody who died may have posted it, so it is looked for first.
   */
  postCard(order: Order, how: { mayStand: boolean }): Promise<void>;
  /** The work of the `announce` queue. */
  deliver(claim: Claim): Promise<Reschedule>;
};

export function createAnnouncementDelivery(deps: {
  orders: OrderStore;
  updates: OrderUpdates;
  outbound: Outbound;
  /** Which channels hear of every payment. */
  alerts: Pick<AlertChannels, 'list' | 'set'>;
  /** By its thread an order is found again without a reference. */
  threads: Pick<ThreadIndex, 'remember'>;
  clock: Clock;
  told: (
    kind: string,
    outcome: 'posted' | 'direct' | 'limited' | 'unknown' | 'undeliverable',
    order: Order,
    error?: unknown,
  ) => void;
}): AnnouncementDelivery {
  const { orders, updates, outbound, alerts, threads, clock, told } = deps;
  const cards = createOrderCards({ updates, outbound, threads });
  const alertDelivery = createAlertDelivery({ alerts, outbound, clock, told });

  async function postCard(order: Order, { mayStand }: { mayStand: boolean }): Promise<void> {
    const put = mayStand ? cards.findOrPost : cards.post;
    let result = await put(order);
    for (let tries = 0; tries < 2 && 'done' in result && result.why === 'limited'; tries += 1) {
      // An agent is waiting, and nothing was posted: Slack's seconds are worth sitting out.
      await sleep(clock, Math.min(result.retryAfterMs, MAX_WAIT_MS));
      result = await put(order);
    }
    // Lost, not refused: it may stand there already, so look before posting another.
    if ('done' in result && result.why === 'unknown') result = await cards.findOrPost(order);
    if ('done' in result)
      throw new CardNotPosted(result.why === 'refused' ? result.code : result.why, errorIn(result));
  }

  async function deliver(claim: Claim): Promise<Reschedule> {
    const order = await orders.get(claim.reference);
    const home = order?.chargeOf ? await orders.get(order.chargeOf) : order;
    if (!order || !home) return NO_MORE;
    const channels = order.announcements.length > 0 ? await alerts.list() : [];
    const card = home.card ?? (await cards.findOrPost(home));
    const where = 'done' in card ? undefined : card;
    const thread =
      'done' in card
        ? await withoutCard(order, card, claim.attempt)
        : await tellThread(order, card, {
            isQuiet: channels.some(({ channel, mode }) => channel === card.channel && mode === 'quiet'),
            attempt: claim.attempt,
          });
    const shown = thread.problem || order !== home || !where ? undefined : await cards.refresh(order, where);
    const kept = await remember(order, thread.done, channels, shown?.done ? shown.contentHash : undefined);
    const others = await alertDelivery.deliver(kept, { card: where, channels, attempt: claim.attempt });
    await forget(kept, others.done);
    return nextTurn(
      thread.problem ?? (shown?.done === false ? shown.problem : undefined),
      others.problems,
      claim,
    );
  }

  async function tellThread(
    order: Order,
    card: CardLocation,
    { isQuiet, attempt }: { isQuiet: boolean; attempt: number },
  ): Promise<ThreadResult> {
    const pending = order.announcements.filter(isNews);
    // An earlier try may have got through without our knowing: what stands in the thread is not told again.
    const standing =
      attempt > 1 && pending.length > 0 ? await standingIn(order, card) : new Map<string, string>();
    if ('done' in standing) {
      if (isFinal(standing)) return withoutCard(order, standing, attempt);
      // Whatever kept us from looking, it is still not known what stands there.
      return { done: [], problem: { done: false, why: 'unknown', error: errorIn(standing) } };
    }
    const done: Delivered[] = [];
    for (const announcement of pending) {
      const heard = standing.has(announcement.id)
        ? { announcement, in: card.channel }
        : await tellOne(order, announcement, card, { isQuiet, attempt });
      if ('done' in heard) return { done, problem: heard };
      done.push(heard);
    }
    return { done };
  }

  function standingIn(order: Order, card: CardLocation): Promise<Map<string, string> | PostFailure> {
    const place = { channel: card.channel, threadTs: card.ts, sinceMs: order.createdAt - SLACK_CLOCK_MS };
    return outbound.findOwn(place, order.reference).catch((error: unknown) => {
      told('thread', 'unknown', order, error);
      return postFailureOf(error);
    });
  }

  async function tellOne(
    order: Order,
    announcement: Announcement<News>,
    card: CardLocation,
    { isQuiet, attempt }: { isQuiet: boolean; attempt: number },
  ): Promise<Delivered | PostFailure> {
    const { kind } = announcement.news;
    const reply = newsReply(order, announcement);
    const posted = await outbound.post({
      channel: card.channel,
      threadTs: card.ts,
      ...content(order, announcement, reply),
      toChannel: reply.toChannel && !isQuiet,
    });
    if (posted.done) {
      told(kind, 'posted', order);
      return { announcement, in: card.channel };
    }
    if (isFinal(posted)) return tellAgent(order, announcement, posted, attempt);
    told(kind, posted.why === 'limited' ? 'limited' : 'unknown', order, errorIn(posted));
    return posted;
  }

  /** The channel or the thread is gone: the agent who asked gets the news, and nobody is left in silence. */
  async function tellAgent(
    order: Order,
    announcement: Announcement<News>,
    cause: PostFailure,
    attempt: number,
  ): Promise<Delivered | PostFailure> {
    // As in the thread: what an earlier try left there is not told again.
    const standing = attempt > 1 ? await standingWithAgent(order, announcement) : undefined;
    if (standing && 'done' in standing && !isFinal(standing))
      return { done: false, why: 'unknown', error: errorIn(standing) };
    if (standing && !('done' in standing) && standing.has(announcement.id))
      return { announcement, in: undefined };
    const reply = newsReply(order, announcement);
    const posted = await outbound.postToPerson(order.agent, {
      ...content(order, announcement, reply),
      blocks: [...orderCard(order).blocks, ...reply.blocks],
    });
    if (!posted.done && !isFinal(posted)) return posted;
    told(announcement.news.kind, posted.done ? 'direct' : 'undeliverable', order, errorIn(cause));
    return { announcement, in: undefined };
  }

  function standingWithAgent(order: Order, { at }: Announcement): Promise<Map<string, string> | PostFailure> {
    return outbound.findOwnWith(order.agent, at - SLACK_CLOCK_MS, order.reference).catch(postFailureOf);
  }

  async function withoutCard(order: Order, problem: PostFailure, attempt: number): Promise<ThreadResult> {
    if (!isFinal(problem)) return { done: [], problem };
    const done: Delivered[] = [];
    for (const announcement of order.announcements.filter(isNews)) {
      const heard = await tellAgent(order, announcement, problem, attempt);
      if ('done' in heard) return { done, problem: heard };
      done.push(heard);
    }
    return { done };
  }

  /** What was told is over, and in the same step becomes what other channels are still to be told. */
  async function remember(
    order: Order,
    done: readonly Delivered[],
    channels: readonly AlertChannel[],
    contentHash: string | undefined,
  ): Promise<Order> {
    if (done.length === 0 && contentHash === undefined) return order;
    const listening = channels.flatMap(({ channel, mode }) => (mode === 'on' ? [channel] : []));
    return updates.updateOrder(order.reference, (newest) => ({
      ...newest,
      announcements: newest.announcements.flatMap((pending): Announcement[] => {
        const heard = done.find(({ announcement }) => announcement.id === pending.id);
        if (!heard) return [pending];
        const others = listening.filter((channel) => channel !== heard.in);
        return alertsFor(heard.announcement, others, clock.now());
      }),
      ...(newest.card && contentHash !== undefined ? { card: { ...newest.card, contentHash } } : {}),
    }));
  }

  async function forget(order: Order, done: readonly string[]): Promise<void> {
    if (done.length === 0) return;
    await updates.updateOrder(order.reference, (newest) => ({
      ...newest,
      announcements: newest.announcements.filter(({ id }) => !done.includes(id)),
    }));
  }

  /** News for the order's own thread is not held up by channels that cannot be told. */
  function nextTurn(
    own: PostFailure | undefined,
    others: readonly PostFailure[],
    { attempt }: Claim,
  ): Reschedule {
    const problems = own ? [own, ...others] : others;
    if (problems.length === 0) return { at: undefined, ifTriggeredAt: clock.now() };
    const waits = problems.map((one) => (one.why === 'limited' ? one.retryAfterMs : backoff(attempt)));
    const at = clock.now() + Math.min(...waits);
    return {
      at,
      ifTriggeredAt: own ? at : clock.now(),
      uncertain: problems.some(({ why }) => why !== 'limited'),
    };
  }

  return { postCard, deliver };
}

/** News that is over, and in which channel it now stands, if in any. */
type Delivered = { readonly announcement: Announcement<News>; readonly in: string | undefined };

type ThreadResult = { readonly done: readonly Delivered[]; readonly problem?: PostFailure };

/** For a card, which the agent is waiting for. */
const MAX_WAIT_MS = 10_000;

const NO_MORE: Reschedule = { at: undefined, ifTriggeredAt: undefined };

function content(
  order: Order,
  announcement: Announcement<News>,
  reply: ThreadReply,
): Omit<Message, 'channel' | 'threadTs'> {
  return { ...reply, metadata: { reference: order.reference, news: announcement.id } };
}
