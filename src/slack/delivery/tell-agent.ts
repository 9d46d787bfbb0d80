// Tells an order's agent by direct message what is for them alone: that a link is not paid yet, and money news, if they have
// switched that on. Each once.
import type { Clock } from '#lib/clock.ts';
import { type Announcement, type Direct, isDirect } from '#orders/announcement.ts';
import { mayBeReminded } from '#orders/deadline.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { directMessage } from '#slack/cards/direct.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import type { Outbound } from './outbound.ts';
import { errorIn, isFinal, type PostFailure, stillUnknown } from './post-failure.ts';
import type { Switches } from './switches.ts';

/**
 * `attempt` is the claim's. `done`: ids of the announcements that need no other try. Rejects when the store is down, and with
 * what `outbound` rejects.
 */
export type TellAgent = (
  order: Order,
  how: { readonly card: CardLocation | undefined; readonly attempt: number },
) => Promise<{ readonly done: readonly string[]; readonly failures: readonly PostFailure[] }>;

export function createTellAgent(deps: {
  outbound: Pick<Outbound, 'findOwn' | 'permalink' | 'postToPerson'>;
  switches: { readonly unreminded: Pick<Switches['unreminded'], 'has'> };
  permissions: Pick<Permissions, 'refusalFor'>;
  merchantName: string;
  clock: Clock;
  report: ReportDelivery;
}): TellAgent {
  const { outbound, switches, permissions, merchantName, clock, report } = deps;

  /** What has come to nothing since it was queued is not told any more, nor is anything told to whoever may not act any more. */
  async function isStillDue(order: Order, { news }: Announcement<Direct>): Promise<boolean> {
    const refusal = await permissions.refusalFor(order.agent, 'either');
    // Slack may never say who somebody is whom it does not know; what it says of the message decides then.
    if (refusal && refusal !== 'person_unreadable' && refusal !== 'group_unreadable') return false;
    if (news.kind !== 'reminder') return true;
    return mayBeReminded(order, clock.now()) && !(await switches.unreminded.has(order.agent));
  }

  /** Undefined when it needs no other try. */
  async function tell(
    order: Order,
    announcement: Announcement<Direct>,
    { card, attempt }: Parameters<TellAgent>[1],
  ): Promise<PostFailure | undefined> {
    const { id, at, news } = announcement;
    const { agent, reference } = order;
    const triedForMs = clock.now() - at;
    if (attempt > 1) {
      // An earlier attempt may have posted it without getting Slack's answer; then it is noted (posted-copies.ts), true or not.
      const since = { userId: agent, sinceMs: at };
      const found = await outbound.findOwn(since, reference);
      if (found.status === 'found' && found.messages.has(id)) return undefined;
      if (found.status !== 'found' && !isFinal(found, triedForMs)) {
        report(news.kind, 'unknown', order, errorIn(found));
        return stillUnknown(found);
      }
    }
    if (!(await isStillDue(order, announcement))) return undefined;
    const cardUrl = card && (await outbound.permalink(card.channel, card.ts));
    const content = directMessage(order, news, { merchantName, cardUrl });
    const posted = await outbound.postToPerson(agent, { ...content, metadata: { reference, news: id } });
    if (posted.status === 'posted') {
      report(news.kind, 'posted', order);
      return undefined;
    }
    // Somebody who has left the workspace takes no messages.
    const isOver = isFinal(posted, triedForMs);
    report(news.kind, isOver ? 'undeliverable' : retriedOutcome(posted), order, errorIn(posted));
    return isOver ? undefined : posted;
  }

  return async (order, how) => {
    const done: string[] = [];
    for (const announcement of order.announcements.filter(isDirect)) {
      const failure = await tell(order, announcement, how);
      if (failure) return { done, failures: [failure] };
      done.push(announcement.id);
    }
    return { done, failures: [] };
  };
}
