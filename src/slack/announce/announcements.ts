import { type Announcement, alertNewsOf, isNews, moneyNewsOf, type News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { backoff, type HeldClaim } from '#queue/worker.ts';
import { deliverAlerts, getsAlert, isAnnouncedElsewhere } from '#slack/alerts/deliver.ts';
import { editRequests, mayBeUntraced, notifyApprovers } from '#slack/approval/notify.ts';
import type { PostFailure } from '#slack/bolt/errors.ts';
import type { AlertChannel } from '#slack/channel/stored-settings.ts';
import type { SlackContext } from '#slack/context.ts';
import { eraseMessages } from '#slack/erase/erase-messages.ts';
import { endStepRunOf } from '#slack/steps/steps.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { Reschedule } from '#store/queue.ts';
import {
  type Copies,
  deliverInThread,
  deliverWithoutThread,
  notifyAgent,
  refreshCard,
  sendCard,
  trackCopies,
  withCopies,
  withoutCopies,
} from './order-news.ts';

/** The work of the `deliver` queue. Rejects when the store is down or the claim is lost. */
export async function deliverAnnouncements(slack: SlackContext, claim: HeldClaim): Promise<Reschedule> {
  const { reference, attempt } = claim;
  const { orders } = slack.store;
  const order = await orders.get(reference);
  // A charge has no card; its news goes to the thread of the order that it belongs to.
  const parent = order?.chargeOf ? await orders.get(order.chargeOf) : order;
  if (!order || !parent) return { at: undefined, atIfTriggered: undefined };
  const wait = findWait(slack, order, parent, attempt);
  if (wait) return wait;
  const { outbound, takeCopies } = trackCopies(slack.outboundFor(claim.confirm), reference);
  const ctx = { ...slack, client: slack.announcements, outbound };
  // An order to erase that never had a card needs none now.
  if (onlyErases(order) && !parent.card)
    return reschedule(ctx, order, { attempt, besides: [await finishErasing(ctx, order)] });
  const ofRun = await endStepRunOf(ctx, order);
  const channels = order.announcements.length > 0 ? await ctx.alertChannels.list() : [];
  const { card, failure } = parent.card ? { card: parent.card } : await sendCard(ctx, parent, 2);
  const cardChannel = channels.find(({ channel }) => channel === card?.channel);
  const inThread = card
    ? await deliverInThread(ctx, order, { card, cardChannel, attempt })
    : await deliverWithoutThread(ctx, order, { cause: failure, attempt });
  const isRefreshed = card && order === parent && !inThread.failure;
  const refreshed = isRefreshed ? await refreshCard(ctx, order, card, attempt) : undefined;
  const failed = inThread.failure ?? refreshed?.failure;
  const isForAgent = inThread.delivered.length > 0 && (await ctx.preferences.paid.has(order.agent));
  const saved = await save(ctx, order, {
    done: inThread.delivered,
    copies: takeCopies(order),
    contentHash: refreshed?.contentHash,
    next: (newest, news, posted) => copiesAfter(ctx, newest, news, { posted, channels, isForAgent }),
  });
  const alerted = await deliverAlerts(ctx, saved, { card, channels, attempt });
  const toAgent = await notifyAgent(ctx, saved, { card, attempt });
  const done = [...alerted.done.map((id) => ({ id })), ...toAgent.delivered];
  const current = await save(ctx, saved, { done, copies: takeCopies(saved) });
  const toApprovers = await notifyApprovers(ctx, current, { card, attempt });
  const notified = await save(ctx, current, { copies: takeCopies(current) });
  const { edited, failures } = await editRequests(ctx, notified);
  const newest = await save(ctx, notified, { edited });
  const uncertain = [alerted.failures, toAgent.failure ?? [], toApprovers, failures].flat();
  // Once the erasing is over, nobody edits what an uncertain try has posted.
  const mayBeErased = newest.isErasing && !failed && uncertain.length === 0;
  const left = mayBeErased ? await finishErasing(ctx, newest, card) : undefined;
  return reschedule(ctx, order, { attempt, failed, besides: [...uncertain, ofRun, left] });
}

const onlyErases = (order: Order) => order.isErasing && order.announcements.length === 0;

function findWait(ctx: SlackContext, order: Order, parent: Order, attempt: number): Reschedule | undefined {
  const { approval, announcements } = order;
  const now = ctx.clock.now();
  if (onlyErases(order) && approval?.state !== 'open') {
    // Editing many at once would hold up the cards of payments. A wait is no failed try, but what stays is that several
    // have failed (a start of Teller counts as one), or that an approver may have a message.
    const waitMs = ctx.erasePace.tryTurn();
    const mayBeHalfDone = attempt > 2 || (approval !== undefined && mayBeUntraced(approval, attempt, now));
    if (waitMs > 0) return { at: now + waitMs, atIfTriggered: now, mayBeHalfDone };
  }
  // Whoever submits the order is posting its card, and then triggers this again.
  const isUnsent =
    (parent.state === 'sending' && parent.requestedAt === undefined) || parent.state === 'waiting';
  if (parent.card || !isUnsent) return undefined;
  return { at: announcements.length > 0 ? now + 10_000 : undefined, atIfTriggered: now };
}

/** Alerts for other channels, and a copy for the agent in place of an alert in their direct messages. */
function copiesAfter(
  { clock }: SlackContext,
  order: Order,
  { id, news }: Announcement<News>,
  options: { posted: string | undefined; channels: readonly AlertChannel[]; isForAgent: boolean },
): Announcement[] {
  const { posted, channels, isForAgent } = options;
  const of = alertNewsOf(news);
  if (!of || isAnnouncedElsewhere(order, of)) return [];
  const at = clock.now();
  const isInChannel = posted !== undefined && !isDirectMessage(posted);
  const money = isForAgent && isInChannel ? moneyNewsOf(news) : undefined;
  const isReplaced = ({ channel, by }: AlertChannel) =>
    money && isDirectMessage(channel) && by === order.agent;
  const alerts = channels
    .filter((one) => one.channel !== posted && getsAlert(one, order, of) && !isReplaced(one))
    .map(({ channel }) => ({ id: `${id}@${channel}`, at, news: { kind: 'alert' as const, channel, of } }));
  return money ? [...alerts, { id: `${id}@agent`, at, news: { kind: 'money_directly', of: money } }] : alerts;
}

/** `next` of news that is done is saved with it, so that none is lost or queued twice. */
async function save(
  { payments }: SlackContext,
  order: Order,
  changes: {
    done?: readonly { readonly id: string; readonly channel?: string | undefined }[];
    copies?: Copies;
    edited?: Copies;
    contentHash?: string | undefined;
    next?: (newest: Order, news: Announcement<News>, channel: string | undefined) => Announcement[];
  },
): Promise<Order> {
  const { done = [], copies = [], edited = [], contentHash, next = () => [] } = changes;
  const isSame = withCopies(order, copies, edited) === order;
  if (done.length === 0 && contentHash === undefined && isSame) return order;
  return payments.updates.updateOrder(order.reference, (newest) => ({
    ...withCopies(newest, copies, edited),
    announcements: newest.announcements.flatMap((queued) => {
      const one = done.find(({ id }) => id === queued.id);
      if (!one) return [queued];
      return isNews(queued) ? next(newest, queued, one.channel) : [];
    }),
    ...(newest.card && contentHash !== undefined ? { card: { ...newest.card, contentHash } } : {}),
  }));
}

async function finishErasing(ctx: SlackContext, order: Order, card?: CardLocation) {
  const { updates } = ctx.payments;
  const { edited, failure } = await eraseMessages(ctx, order, card);
  if (!failure) {
    await ctx.store.scrub([order.reference]);
    await updates.updateOrder(order.reference, ({ isErasing: _, copies: __, ...newest }) => newest);
  } else if (edited.length > 0)
    await updates.updateOrder(order.reference, ({ copies = [], ...newest }) => ({
      ...newest,
      copies: withoutCopies(copies, edited),
    }));
  return failure;
}

/** After `failed`, in the order's own thread or card, new news waits for the retry. */
function reschedule(
  { clock }: SlackContext,
  order: Order,
  tries: { attempt: number; failed?: PostFailure | undefined; besides: readonly (PostFailure | undefined)[] },
): Reschedule {
  const { attempt, failed, besides } = tries;
  const failures = [failed, ...besides].filter((one) => one !== undefined);
  if (failures.length === 0) return { at: undefined, atIfTriggered: clock.now() };
  // Longer than the wait for a turn to erase, for which a failed try would be taken.
  const backoffMs = Math.max(onlyErases(order) ? 10_000 : 0, backoff(attempt));
  const waits = failures.map((one) => (one.status === 'rate_limited' ? one.retryAfterMs : backoffMs));
  const at = clock.now() + Math.min(...waits);
  // What an earlier attempt left unknown stays unknown until all is delivered.
  const mayBeHalfDone = attempt > 1 || failures.some(({ status }) => status !== 'rate_limited');
  return { at, atIfTriggered: failed ? at : clock.now(), mayBeHalfDone };
}
