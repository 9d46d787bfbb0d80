// The work of the `deliver` queue: for one order posts its news in the thread, edits the card, posts alerts, tells approvers what
// waits for them, and the agent what is for them alone.
import type { Clock } from '#lib/clock.ts';
import { type Announcement, alertNewsOf, moneyNewsOf } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { HeldClaim } from '#queue/worker.ts';
import { backoff } from '#queue/worker.ts';
import type { AlertChannel } from '#slack/text/alerts.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { Claim, OrderStore, Reschedule, Store } from '#store/store.ts';
import type { AlertChannels } from './alert-channels.ts';
import type { AlertDelivery } from './alerts.ts';
import type { EraseMessages } from './erase-messages.ts';
import type { OrderCards } from './order-card.ts';
import type { OrderThread } from './order-thread.ts';
import type { PostFailure } from './post-failure.ts';
import type { Delivered } from './post-to-agent.ts';
import { type Copies, withCopies, withEditedCopies, withoutCopies } from './posted-copies.ts';
import type { EditRequests } from './request-copies.ts';
import type { StepRunDelivery } from './step-runs.ts';
import type { Switches } from './switches.ts';
import type { TellAgent } from './tell-agent.ts';
import { mayBeUntraced, type TellApprovers } from './tell-approvers.ts';
import { hearsAlert, isToldElsewhere } from './who-hears.ts';

/** Longer than the way to the next turn after one, so that a try that has failed is not taken for one that waits. */
const ERASED_AGAIN_AFTER_MS = 10_000;
/** So long the news of an order waits for its card before it is looked for again. */
const CARD_WAIT_MS = 10_000;

/** Rejects when the store is down or the claim is lost; in the first case the worker tries again later. */
export type AnnouncementDelivery = (claim: HeldClaim) => Promise<Reschedule>;

export function createAnnouncementDelivery(deps: {
  orders: Pick<OrderStore, 'get'>;
  updates: Pick<OrderUpdates, 'updateOrder'>;
  alertChannels: Pick<AlertChannels, 'list'>;
  cards: Pick<OrderCards, 'findOrPost' | 'refresh'>;
  thread: OrderThread;
  alerts: AlertDelivery;
  endStepRun: StepRunDelivery;
  tellApprovers: TellApprovers;
  tellAgent: TellAgent;
  editRequests: EditRequests;
  switches: { readonly paid: Pick<Switches['paid'], 'has'> };
  erasing: {
    /** Resolves to 0 when the order's messages may be edited now, else to in how many ms to ask again. */
    tryTurn: () => number;
    eraseMessages: EraseMessages;
    /** Where this delivery has posted outside the thread since it was last asked. */
    takeCopies: (order: Order) => Copies;
    scrub: Store['scrub'];
  };
  clock: Clock;
}): AnnouncementDelivery {
  const { orders, updates, alertChannels, cards, thread, alerts, endStepRun, erasing, clock } = deps;

  /**
   * Removes delivered news and, in the same save, sets the card's new content hash and queues one alert for each other
   * channel that wants to hear of it, and a copy for an agent who does. Resolves to the order as saved.
   */
  async function markDelivered(
    order: Order,
    delivered: readonly Delivered[],
    channels: readonly AlertChannel[],
    contentHash: string | undefined,
  ): Promise<Order> {
    if (delivered.length === 0 && contentHash === undefined) return order;
    const isForAgent = await wantsMoneyDirectly(order.agent, delivered);
    // Without its announcement nobody would look for what was posted directly.
    const posted = erasing.takeCopies(order);
    return updates.updateOrder(order.reference, (newest) => ({
      ...withCopies(newest, posted),
      announcements: newest.announcements.flatMap((queued): Announcement[] => {
        const done = delivered.find(({ announcement }) => announcement.id === queued.id);
        if (!done) return [queued];
        return copiesAfter(newest, done, channels, isForAgent);
      }),
      ...(newest.card && contentHash !== undefined ? { card: { ...newest.card, contentHash } } : {}),
    }));
  }

  /**
   * With `isForAgent` a copy for the agent, and one alert for each of `channels` that wants to hear of what was just posted
   * elsewhere. The copy is told in place of an alert in the agent's direct message: an alert waits while Slack cannot say who may
   * use Teller, and is dropped when alerts are switched off meanwhile.
   */
  function copiesAfter(
    order: Order,
    done: Delivered,
    channels: readonly AlertChannel[],
    isForAgent: boolean,
  ): Announcement[] {
    const { announcement, channel: posted } = done;
    const of = alertNewsOf(announcement.news);
    if (!of || isToldElsewhere(order, of)) return [];
    const copies = isForAgent ? copyForAgent(done) : [];
    const hasCopy = ({ channel, by }: AlertChannel) =>
      copies.length > 0 && isDirectMessage(channel) && by === order.agent;
    const alerts = channels
      .filter((one) => one.channel !== posted && hearsAlert(one, order, of) && !hasCopy(one))
      .map(
        ({ channel }): Announcement => ({
          id: `${announcement.id}@${channel}`,
          at: clock.now(),
          news: { kind: 'alert', channel, of },
        }),
      );
    return [...alerts, ...copies];
  }

  /** News that is told to the agent in any case is not copied. */
  function copyForAgent({ announcement: { id, news }, channel }: Delivered): Announcement[] {
    const of = channel === undefined || isDirectMessage(channel) ? undefined : moneyNewsOf(news);
    return of ? [{ id: `${id}@agent`, at: clock.now(), news: { kind: 'money_directly', of } }] : [];
  }

  async function wantsMoneyDirectly(agent: string, delivered: readonly Delivered[]): Promise<boolean> {
    return delivered.some((one) => copyForAgent(one).length > 0) && deps.switches.paid.has(agent);
  }

  /** `posted`: where copies stand now, which their order keeps until its customer is erased. Resolves to the order as saved. */
  async function removeCopies(order: Order, ids: readonly string[], posted: Copies): Promise<Order> {
    if (ids.length === 0 && withCopies(order, posted) === order) return order;
    return updates.updateOrder(order.reference, (newest) => ({
      ...withCopies(newest, posted),
      announcements: newest.announcements.filter(({ id }) => !ids.includes(id)),
    }));
  }

  /** Edits what was posted of an erased order. Resolves to why it must be tried again. */
  async function finishErasing(
    order: Order,
    card: CardLocation | undefined,
  ): Promise<PostFailure | undefined> {
    const { edited, failure } = await erasing.eraseMessages(order, card);
    if (failure) {
      if (edited.length > 0)
        await updates.updateOrder(order.reference, (newest) => withoutCopies(newest, edited));
      return failure;
    }
    await erasing.scrub([order.reference]);
    await updates.updateOrder(order.reference, ({ isErasing: _, copies: __, ...newest }) => newest);
    return undefined;
  }

  /** After a failure in the order's own thread or card, new news waits for the retry; after one beside it, it does not. */
  function reschedule(
    inThread: PostFailure | undefined,
    besides: readonly PostFailure[],
    { attempt, leastMs }: Pick<Claim, 'attempt'> & { readonly leastMs: number },
  ): Reschedule {
    const failures = inThread ? [inThread, ...besides] : besides;
    if (failures.length === 0) return { at: undefined, atIfTriggered: clock.now() };
    const waits = failures.map((one) =>
      one.status === 'rate_limited' ? one.retryAfterMs : Math.max(leastMs, backoff(attempt)),
    );
    const at = clock.now() + Math.min(...waits);
    return {
      at,
      atIfTriggered: inThread ? at : clock.now(),
      // What an earlier attempt left unknown stays unknown until all is delivered, whatever stopped this one.
      mayBeHalfDone: attempt > 1 || failures.some(({ status }) => status !== 'rate_limited'),
    };
  }

  return async (claim) => {
    const { attempt } = claim;
    const order = await orders.get(claim.reference);
    // A charge has no card of its own; its news goes to the thread of the order that it belongs to.
    const parent = order?.chargeOf ? await orders.get(order.chargeOf) : order;
    if (!order || !parent) return { at: undefined, atIfTriggered: undefined };
    const { approval } = order;
    const hasNews = order.announcements.length > 0;
    const tries = { attempt, leastMs: order.isErasing && !hasNews ? ERASED_AGAIN_AFTER_MS : 0 };
    if (order.isErasing && !hasNews && approval?.state !== 'open') {
      // Editing many at once would hold up the cards of payments. An edit that is made twice does no harm, so a wait is no failed try:
      // as one it would be made due with every other when Slack takes a message. What stays is that tries have failed, which a start
      // of Teller says of every order as well, but no more than once; and a message to an approver that may have to be found.
      const waitMs = erasing.tryTurn();
      const mayBeHalfDone =
        attempt > 2 || (approval !== undefined && mayBeUntraced(approval, attempt, clock.now()));
      if (waitMs > 0) return { at: clock.now() + waitMs, atIfTriggered: clock.now(), mayBeHalfDone };
    }
    // Whoever submits the order is posting its card. With the outcome of that the order is delivered again; only news of a
    // request that was decided before is to be delivered without one.
    const isUnsent =
      (parent.state === 'sending' && parent.requestedAt === undefined) || parent.state === 'waiting';
    if (!parent.card && isUnsent) {
      const at = hasNews ? clock.now() + CARD_WAIT_MS : undefined;
      return { at, atIfTriggered: clock.now() };
    }
    if (!parent.card && order.isErasing && !hasNews) {
      // It never had a card, and needs none now.
      const left = await finishErasing(order, undefined);
      return reschedule(undefined, left ? [left] : [], tries);
    }
    const ofRun = await endStepRun(order);
    const channels = hasNews ? await alertChannels.list() : [];
    const found = parent.card
      ? ({ status: 'posted', card: parent.card } as const)
      : await cards.findOrPost(parent);
    const card = found.status === 'posted' ? found.card : undefined;
    const cardChannel = channels.find(({ channel }) => channel === card?.channel);
    const inThread =
      found.status === 'posted'
        ? await thread.deliver(order, found.card, { cardChannel, attempt })
        : await thread.deliverWithoutCard(order, found, attempt);
    const refreshed =
      inThread.failure || order !== parent || !card
        ? ({ status: 'unchanged' } as const)
        : await cards.refresh(order, card, attempt);
    const contentHash = refreshed.status === 'edited' ? refreshed.contentHash : undefined;
    const saved = await markDelivered(order, inThread.delivered, channels, contentHash);
    const alerted = await alerts.deliver(saved, { card, channels, attempt });
    const toldAgent = await deps.tellAgent(saved, { card, attempt });
    const current = await removeCopies(
      saved,
      [...alerted.done, ...toldAgent.done],
      erasing.takeCopies(saved),
    );
    const toApprovers = await deps.tellApprovers(current, { card, attempt });
    const notified = await removeCopies(current, [], erasing.takeCopies(current));
    const ofRequests = await deps.editRequests(notified);
    const newest =
      ofRequests.edited.length > 0
        ? await updates.updateOrder(order.reference, (read) => withEditedCopies(read, ofRequests.edited))
        : notified;
    const isRefreshed = refreshed.status === 'edited' || refreshed.status === 'unchanged';
    const failed = inThread.failure ?? (isRefreshed ? undefined : refreshed);
    const copies = [alerted.failures, toldAgent.failures, toApprovers, ofRequests.failures].flat();
    // What may stand somewhere without being known is found first: once the erasing is over, nobody edits it any more.
    const mayBeErased = newest.isErasing && !failed && copies.length === 0;
    const left = mayBeErased ? await finishErasing(newest, card) : undefined;
    const besides = [...copies, ofRun ?? [], left ?? []].flat();
    return reschedule(failed, besides, tries);
  };
}
