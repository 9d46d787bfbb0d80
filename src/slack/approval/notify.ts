// Keeps every message with a request as the request is. Approvers are notified of each by direct message, once: all but its requester
// and those who switched that off in Home. When a request is decided, withdrawn or over, or when the other half of a duplicate payment
// gets one too, the messages are edited, so that nothing that is closed looks open. An order's card is redrawn like any other.
import { type Approval, RUNS_OUT_AFTER_MS } from '#orders/approval.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { directNews } from '#slack/announce/order-news.ts';
import { isFinal, type PostFailure } from '#slack/bolt/errors.ts';
import { newsReply } from '#slack/card/news.ts';
import type { SlackContext } from '#slack/context.ts';
import { SLACK_CLOCK_SKEW_MS } from '#slack/outbox/outbound.ts';
import { reportSent, sendOnce } from '#slack/outbox/send-once.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import { requestName, requestOf, shownOfRequest } from './request-copies.ts';
import { waitingDirectly } from './waiting.ts';

type Copies = NonNullable<Order['copies']>;

/** `attempt` is the claim's. */
type Options = { readonly card: CardLocation | undefined; readonly attempt: number };

/** True when an earlier attempt may have notified an approver of a request just before it was decided, without its being known. */
export function mayBeUntraced({ askedAt }: Approval, attempt: number, now: number): boolean {
  return attempt > 1 && now - askedAt <= RUNS_OUT_AFTER_MS;
}

/** Resolves to what failed and is to be tried again. Rejects when the store is down, and with what `outbound` rejects. */
export async function notifyApprovers(
  ctx: SlackContext,
  order: Order,
  options: Options,
): Promise<readonly PostFailure[]> {
  const { approval } = order;
  if (!approval || (approval.state !== 'open' && !mayBeUntraced(approval, options.attempt, ctx.clock.now())))
    return [];
  const [{ people, isComplete }, unnotified] = await Promise.all([
    ctx.permissions.listApprovers(),
    ctx.preferences.unnotified.list(),
  ]);
  const notified = people.filter((id) => id !== approval.requestedBy && !unnotified.includes(id));
  const results = await Promise.all(
    notified.map((userId) => notify(ctx, userId, order, { request: approval, ...options })),
  );
  const failures = results.filter((failure) => failure !== undefined);
  // The members of a group that Slack could not read are notified by the next try.
  return isComplete ? failures : [...failures, approversUnreadable()];
}

async function notify(
  ctx: SlackContext,
  userId: string,
  order: Order,
  { request, card, attempt }: Options & { readonly request: Approval },
): Promise<PostFailure | undefined> {
  const { reference } = order;
  const delivered = ctx.store.keyValues('told');
  const key = `${reference}#${request.number} ${userId}`;
  const isDelivered = await delivered.get(key);
  if (isDelivered && attempt === 1) return undefined;
  let isUnreadable = false;
  // An earlier attempt may have posted it without its order being saved; order-news.ts then keeps where, open or not.
  const sent = await sendOnce(ctx, {
    to: { userId },
    metadata: { reference, news: requestName(request) },
    attempt,
    since: request.askedAt,
    async content() {
      if (isDelivered || request.state !== 'open') return undefined;
      const refusal = await ctx.permissions.approverRefusalFor(userId);
      isUnreadable = refusal === 'person_unreadable' || refusal === 'group_unreadable';
      if (refusal) return undefined;
      const cardUrl = card && (await ctx.outbound.permalink(card.channel, card.ts));
      return waitingDirectly(order, request, cardUrl);
    },
  });
  reportSent(ctx, 'waits', order, sent);
  if (sent.status === 'dropped') return isUnreadable ? approversUnreadable() : undefined;
  if (sent.status !== 'posted' && !sent.isDone) return sent;
  await delivered.set(key, true, RUNS_OUT_AFTER_MS + SLACK_CLOCK_SKEW_MS);
  return undefined;
}

function approversUnreadable(): PostFailure {
  return { status: 'unknown', error: new Error('Slack could not say who approves') };
}

/** `edited`: the order's copies as they are now. Rejects with what `outbound` rejects. */
export async function editRequests(
  ctx: SlackContext,
  order: Order,
): Promise<{ readonly edited: Copies; readonly failures: readonly PostFailure[] }> {
  const { reference, approval, copies = [] } = order;
  const edited: Copies[number][] = [];
  const failures: PostFailure[] = [];
  for (const { request, shows, ...copy } of copies) {
    if (request === undefined) continue;
    const shown = shownOfRequest(order, request);
    if (shown !== shows) {
      const metadata = { reference, news: request };
      const content = await buildRequest(ctx, order, request, copy.threadTs);
      const posted = await ctx.outbound.update(copy.ts, { ...copy, ...content, metadata });
      const triedForMs = ctx.clock.now() - (approval?.decidedAt ?? approval?.askedAt ?? 0);
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
}

async function buildRequest(
  { outbound }: SlackContext,
  order: Order,
  request: string,
  threadTs: string | undefined,
): Promise<MessageContent> {
  const { card, refund } = order;
  const approval = requestOf(order, request);
  if (approval && request === requestName(approval))
    return waitingDirectly(order, approval, card && (await outbound.permalink(card.channel, card.ts)));
  if (!approval || !refund) return mrkdwnMessage(say`This request is closed. The card shows the newest one.`);
  const news = { kind: 'approval_asked', approval, refund } as const;
  const announcement = { id: request, at: approval.askedAt, news };
  return threadTs ? newsReply(order, announcement) : directNews(order, announcement);
}
