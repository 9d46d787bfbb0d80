import { sleep } from '#lib/clock.ts';
import { type Announcement, isDirect, isMoneyKind, isNews, type News } from '#orders/announcement.ts';
import { mayBeReminded } from '#orders/deadline.ts';
import { lastChange } from '#orders/forgetting.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { needsChecks } from '#orders/refund.ts';
import { predecessorOf } from '#orders/resends.ts';
import type { CardPosting } from '#payments/ordering/submit.ts';
import { CardNotPosted } from '#payments/status/log-failure.ts';
import { hintAtThreads, showsInChannel } from '#slack/alerts/deliver.ts';
import { removeDecided } from '#slack/approval/decided-replies.ts';
import { isRequest, shownOfRequest } from '#slack/approval/request-copies.ts';
import { approversMentioned } from '#slack/approval/requests.ts';
import {
  errorIn,
  GIVE_UP_MS,
  isChannelGone,
  isFinal,
  isMessageGone,
  type PostFailure,
} from '#slack/bolt/errors.ts';
import { directMessage } from '#slack/card/direct.ts';
import { newsReply, threadReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import type { AlertChannel } from '#slack/channel/stored-settings.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Message, Outbound, Posted } from '#slack/outbox/outbound.ts';
import { reportSent, type Sent, sendOnce } from '#slack/outbox/send-once.ts';
import { contentHashOf, type MessageContent } from '#slack/ui/message.ts';

type Thread = { card: CardLocation; cardChannel: AlertChannel | undefined; attempt: number };
type Instead = { cause: PostFailure; attempt: number };

export async function deliverInThread(ctx: SlackContext, order: Order, thread: Thread) {
  const { reference } = order;
  const { card, attempt } = thread;
  const news = order.announcements.filter(isNews);
  const to = { channel: card.channel, threadTs: card.threadTs ?? card.ts };
  const mayBePosted = attempt > 1 && news.length > 0;
  const found = mayBePosted ? await ctx.outbound.findOwn(to, reference) : undefined;
  if (found && found.status !== 'found') {
    ctx.report('thread', 'unknown', order, errorIn(found));
    return deliverWithoutThread(ctx, order, { cause: found, attempt });
  }
  return inOrder(order, news, async (announcement) => {
    const { id, at } = announcement;
    const sent = await sendOnce(ctx, {
      ...{ to, since: at, attempt, found },
      metadata: { reference, news: id },
      content: () => buildReply(ctx, order, announcement, thread),
    });
    if (sent.status === 'refused' && sent.isDone)
      return sendDirectly(ctx, order, announcement, { cause: sent, attempt });
    reportSent(ctx, announcement.news.kind, { reference, at }, sent);
    if (sent.status === 'posted' && sent.isNew) await removeDecided(ctx, order, card, announcement);
    return sent;
  });
}

/** `cause`: why the thread cannot be reached. When that is final, people get the news directly. */
export async function deliverWithoutThread(ctx: SlackContext, order: Order, instead: Instead) {
  const { cause } = instead;
  const news = order.announcements.filter(isNews);
  const triedForMs = ctx.clock.now() - (news[0]?.at ?? order.changedAt);
  if (!isFinal(cause, triedForMs)) return { delivered: [], failure: cause };
  return inOrder(order, news, (announcement) => sendDirectly(ctx, order, announcement, instead));
}

export function notifyAgent(
  ctx: SlackContext,
  order: Order,
  { card, attempt }: { card: CardLocation | undefined; attempt: number },
) {
  const { agent, reference } = order;
  return inOrder(order, order.announcements.filter(isDirect), async ({ id, at, news }) => {
    const sent = await sendOnce(ctx, {
      ...{ to: { userId: agent }, since: at, attempt },
      metadata: { reference, news: id },
      content: async () => {
        if (!(await isStillDue(ctx, order, news.kind === 'reminder'))) return undefined;
        const cardUrl = card && (await ctx.outbound.permalink(card.channel, card.ts));
        return directMessage(order, news, { merchantName: ctx.settings.merchantName, cardUrl });
      },
    });
    reportSent(ctx, news.kind, order, sent);
    return sent;
  });
}

/** Up to the first that fails: news must not be posted out of order. What is `delivered` needs no other try. */
async function inOrder<One extends Announcement>(
  { refund }: Order,
  announcements: readonly One[],
  send: (announcement: One) => Promise<Sent>,
) {
  const delivered: { id: string; channel: string | undefined }[] = [];
  for (const announcement of announcements) {
    const { id, news } = announcement;
    const isOutdated = news.kind === 'refund_reminder' && !(refund && needsChecks(refund));
    const sent = isOutdated ? undefined : await send(announcement);
    if (sent && !sent.isDone) return { delivered, failure: sent };
    delivered.push({ id, channel: sent?.status === 'posted' ? sent.channel : undefined });
  }
  return { delivered };
}

async function buildReply(ctx: SlackContext, order: Order, announcement: Announcement<News>, thread: Thread) {
  const { card, cardChannel } = thread;
  const { kind } = announcement.news;
  const reply = threadReply(order, announcement);
  const toChannel = showsInChannel(cardChannel, order, announcement, reply.toChannel);
  const hint = toChannel && !cardChannel ? await hintAtThreads(ctx, card.channel) : [];
  return {
    text: reply.text,
    blocks: [
      ...reply.blocks,
      ...(kind === 'approval_asked' ? approversMentioned(order, ctx.permissions.approverGroups) : []),
      ...hint,
    ],
    toChannel,
    isMoney: isMoneyKind(kind),
  };
}

async function sendDirectly(ctx: SlackContext, order: Order, one: Announcement<News>, instead: Instead) {
  const { reference } = order;
  const { cause, attempt } = instead;
  const { id, at, news } = one;
  const sent = await sendOnce(ctx, {
    ...{ to: { userId: readerOf(order, news) }, since: at, attempt },
    // The thread may have been tried for that long before; here it has as long again.
    triedSince: at + GIVE_UP_MS,
    metadata: { reference, news: id },
    content: async () => directNews(order, one),
  });
  if (sent.isDone) reportSent(ctx, news.kind, { reference, at }, sent, cause);
  return sent;
}

export function directNews(order: Order, announcement: Announcement<News>): MessageContent {
  const { text, blocks } = newsReply(order, announcement);
  const card = orderCard(order).blocks;
  // The row of a review is on the card and on the news of a charge, and Slack takes no row twice.
  const rows = card.flatMap(({ block_id: id }) => id ?? []);
  return {
    text,
    blocks: [...card, ...blocks.filter(({ block_id: id }) => id === undefined || !rows.includes(id))],
  };
}

/** Whoever requested a refund waits for its news, but only an approver can end one. */
function readerOf({ agent }: Order, news: News): string {
  if ('approval' in news) return news.approval.requestedBy;
  if (!('refund' in news)) return agent;
  const { requestedBy, approvedBy = requestedBy } = news.refund;
  const isForApprover = ['refund_unknown', 'refund_reminder', 'refund_overdue'].includes(news.kind);
  return isForApprover ? approvedBy : requestedBy;
}

/** Nothing is sent to whoever may not act any more. */
async function isStillDue(
  { permissions, preferences, clock }: SlackContext,
  order: Order,
  isReminder: boolean,
) {
  const refusal = await permissions.refusalFor(order.agent, 'either');
  // While Slack does not say who somebody is, what it says of the message decides.
  if (refusal && refusal !== 'person_unreadable' && refusal !== 'group_unreadable') return false;
  if (!isReminder) return true;
  return mayBeReminded(order, clock.now()) && !(await preferences.unreminded.has(order.agent));
}

export const CARD = 'card';

/** The agent waits, so a short rate limit is waited out. Rejects with `CardNotPosted`. */
export async function postCard(ctx: SlackContext, order: Order, posting: CardPosting): Promise<void> {
  const own = { ...ctx, client: ctx.announcements, outbound: ctx.outboundFor(posting.confirm) };
  const attempt = posting.mayAlreadyBePosted ? 2 : 1;
  let { failure } = await sendCard(own, order, attempt);
  for (let tries = 1; tries < 3 && failure?.status === 'rate_limited'; tries += 1) {
    await sleep(ctx.clock, Math.min(failure.retryAfterMs, 10_000));
    ({ failure } = await sendCard(own, order, attempt));
  }
  // The answer was lost, so the card may be there.
  if (failure?.status === 'unknown') ({ failure } = await sendCard(own, order, 2));
  if (!failure) return;
  // Stored failures have these words for what has no code of Slack's.
  const unanswered = failure.status === 'rate_limited' ? 'limited' : 'unknown';
  throw new CardNotPosted(failure.status === 'refused' ? failure.code : unanswered, errorIn(failure));
}

export async function sendCard(ctx: SlackContext, order: Order, attempt: number) {
  const { reference, channel, createdAt } = order;
  const shown = orderCard(order);
  const blocks = [...shown.blocks, ...approversMentioned(order, ctx.permissions.approverGroups)];
  const metadata = { reference, news: CARD };
  const content = async () => ({ ...shown, blocks, isAwaited: true });
  const send = (threadTs: string | undefined) =>
    sendOnce(ctx, { to: { channel, threadTs }, since: createdAt, attempt, metadata, content });
  let threadTs = order.bulk?.threadTs;
  let sent = await send(threadTs);
  if (threadTs && sent.status === 'refused' && isMessageGone(sent)) {
    // Somebody has deleted the bulk's message.
    threadTs = undefined;
    sent = await send(threadTs);
  }
  if (sent.status === 'dropped') throw new Error('a card is never dropped');
  if (sent.status !== 'posted') return { failure: sent };
  const { ts } = sent;
  // What a found card shows is not known; '' differs from every hash, so it is edited next.
  const contentHash = sent.isNew ? contentHashOf(shown) : '';
  const url = predecessorOf(order) && (await ctx.outbound.permalink(channel, ts));
  const card = { channel, ts, contentHash, ...(threadTs && { threadTs }), ...(url && { url }) };
  // The thread of a bulk is about many orders.
  if (!threadTs) await ctx.threads.set(threadKey(channel, ts), reference);
  const saved = await ctx.payments.updates.updateOrder(reference, (newest) =>
    newest.card ? undefined : { ...newest, card },
  );
  return { card: saved.card ?? card };
}

/** From the second `attempt` in any case: after a lost answer nobody knows what the card shows. */
export async function refreshCard(ctx: SlackContext, order: Order, card: CardLocation, attempt: number) {
  const { channel, ts } = card;
  const isStale = isCardStale({ ...order, card });
  if (attempt === 1 && !isStale) return {};
  const shown = orderCard(order);
  const metadata = { reference: order.reference, news: CARD };
  const updated = await ctx.outbound.update(ts, { channel, ...shown, metadata });
  if (updated.status !== 'posted' && (isChannelGone(updated) || !isFinal(updated, 0))) {
    // The card also changes long after its own order, so a refusal counts for ten minutes at most.
    const sinceMs = ctx.clock.now() - Math.max(lastChange(order), order.erasedAt ?? 0);
    const triedForMs = Math.min((attempt - 1) * 10 * 60_000, sinceMs);
    // The old hash stays until the channel is open again, so that Check now redraws the card.
    return isFinal(updated, triedForMs) ? {} : { failure: updated };
  }
  return isStale ? { contentHash: contentHashOf(shown) } : {};
}

export function isCardStale(order: Order): boolean {
  return order.card !== undefined && order.card.contentHash !== contentHashOf(orderCard(order));
}

export const threadKey = (channel: string, ts: string) => `${channel}:${ts}`;

export type Copies = NonNullable<Order['copies']>;
type Copy = Copies[number];

/** `takeCopies`: what was posted or found since the last call, with what it shows of `order`. */
export function trackCopies(outbound: Outbound, reference: Order['reference']) {
  const seen: (Copy & { readonly news: string; readonly isFound: boolean })[] = [];
  const see = ({ channel, ts }: Copy, threadTs: string | undefined, news: string, isFound = false) =>
    seen.push({ channel, ts, ...(threadTs ? { threadTs } : {}), news, isFound });
  const track = (posted: Posted, { metadata, threadTs }: Pick<Message, 'metadata' | 'threadTs'>) => {
    if (posted.status === 'posted') see(posted, threadTs, metadata.news);
    return posted;
  };
  const tracked: Outbound = {
    ...outbound,
    async findOwn(place, about) {
      const found = await outbound.findOwn(place, about);
      if (found.status === 'found' && about === reference)
        for (const [news, ts] of found.messages)
          see({ channel: found.channel, ts }, place.threadTs, news, true);
      return found;
    },
    post: async (message) => track(await outbound.post(message), message),
    postToPerson: async (userId, message) => track(await outbound.postToPerson(userId, message), message),
  };
  const takeCopies = (order: Order): Copies =>
    seen.splice(0).flatMap(({ news, isFound, ...copy }): Copies => {
      // What an earlier process showed in a request is not known.
      if (isRequest(news))
        return [{ ...copy, request: news, shows: isFound ? '' : shownOfRequest(order, news) }];
      // The card, and what stays as it is in its thread, can be found there.
      return news === CARD || copy.threadTs ? [] : [copy];
    });
  return { outbound: tracked, takeCopies };
}

/** With `edited` copies in place of its own, and new ones of `posted`; the same object if nothing changes. */
export function withCopies(order: Order, posted: Copies, edited: Copies): Order {
  const { copies = [] } = order;
  const further = withoutCopies(posted, copies);
  if (further.length + edited.length === 0) return order;
  const current = copies.map((copy) => edited.find((one) => isSame(one, copy)) ?? copy);
  return { ...order, copies: [...current, ...further] };
}

export function withoutCopies(copies: Copies, others: Copies): Copies {
  return copies.filter((copy) => !others.some((one) => isSame(one, copy)));
}

const isSame = (one: Copy, other: Copy) => one.channel === other.channel && one.ts === other.ts;
