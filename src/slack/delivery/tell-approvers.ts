// Notifies approvers of each request by direct message, once: all but its requester and those who switched that off in Home.
import type { Clock } from '#lib/clock.ts';
import { type Approval, RUNS_OUT_AFTER_MS } from '#orders/approval.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { waitingDirectly } from '#slack/cards/waiting-orders.ts';
import type { KeyValueStore } from '#store/store.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import { SLACK_CLOCK_SKEW_MS } from './message-reader.ts';
import type { Outbound } from './outbound.ts';
import { errorIn, isFinal, type PostFailure, stillUnknown } from './post-failure.ts';
import { requestName } from './request-copies.ts';
import type { Switches } from './switches.ts';

/**
 * `attempt` is the claim's. Resolves to what failed and is to be tried again. Rejects when the store is down, and with what
 * `outbound` rejects.
 */
export type TellApprovers = (
  order: Order,
  how: { readonly card: CardLocation | undefined; readonly attempt: number },
) => Promise<readonly PostFailure[]>;

/** True when an earlier attempt may have told an approver of a request just before it was decided, without its being known. */
export function mayBeUntraced({ askedAt }: Approval, attempt: number, now: number): boolean {
  return attempt > 1 && now - askedAt <= RUNS_OUT_AFTER_MS;
}

export function createTellApprovers(deps: {
  outbound: Pick<Outbound, 'findOwn' | 'permalink' | 'postToPerson'>;
  switches: { readonly unnotified: Pick<Switches['unnotified'], 'list'> };
  /** Which requests were delivered to whom. */
  deliveredRequests: KeyValueStore;
  permissions: Pick<Permissions, 'approverRefusalFor' | 'listApprovers'>;
  clock: Clock;
  report: ReportDelivery;
}): TellApprovers {
  const { outbound, switches, deliveredRequests, permissions, clock, report } = deps;

  async function tell(
    userId: string,
    order: Order,
    request: Approval,
    { card, attempt }: { card: CardLocation | undefined; attempt: number },
  ): Promise<PostFailure | undefined> {
    const { reference } = order;
    const { number, askedAt } = request;
    const triedForMs = clock.now() - askedAt;
    const key = `${reference}#${number} ${userId}`;
    const isDelivered = await deliveredRequests.get(key);
    if (isDelivered && attempt === 1) return undefined;
    const news = requestName(request);
    if (attempt > 1) {
      // An earlier attempt may have posted it without getting Slack's answer, or without its order being saved;
      // posted-copies.ts then keeps where, open or not.
      const since = { userId, sinceMs: askedAt };
      const found = await outbound.findOwn(since, reference);
      if (found.status === 'found' && found.messages.has(news)) return markDelivered(key);
      if (found.status !== 'found' && !isFinal(found, triedForMs)) return stillUnknown(found);
    }
    if (isDelivered || request.state !== 'open') return undefined;
    const refusal = await permissions.approverRefusalFor(userId);
    if (refusal === 'person_unreadable' || refusal === 'group_unreadable') return approversUnreadable();
    if (refusal) return undefined;
    const cardUrl = card && (await outbound.permalink(card.channel, card.ts));
    const metadata = { reference, news };
    const posted = await outbound.postToPerson(userId, {
      ...waitingDirectly(order, request, cardUrl),
      metadata,
    });
    if (posted.status === 'posted') report('waits', 'posted', order);
    else {
      const isOver = isFinal(posted, triedForMs);
      report('waits', isOver ? 'undeliverable' : retriedOutcome(posted), order, errorIn(posted));
      if (!isOver) return posted;
    }
    return markDelivered(key);
  }

  async function markDelivered(key: string): Promise<undefined> {
    await deliveredRequests.set(key, true, RUNS_OUT_AFTER_MS + SLACK_CLOCK_SKEW_MS);
  }

  return async (order, how) => {
    const { approval } = order;
    if (!approval || (approval.state !== 'open' && !mayBeUntraced(approval, how.attempt, clock.now())))
      return [];
    const [{ people, isComplete }, unnotified] = await Promise.all([
      permissions.listApprovers(),
      switches.unnotified.list(),
    ]);
    const notified = people.filter((id) => id !== approval.askedBy && !unnotified.includes(id));
    const results = await Promise.all(notified.map((userId) => tell(userId, order, approval, how)));
    const failures = results.filter((failure) => failure !== undefined);
    // The members of a group that Slack could not read are notified by the next try.
    return isComplete ? failures : [...failures, approversUnreadable()];
  };
}

function approversUnreadable(): PostFailure {
  return { status: 'unknown', error: new Error('Slack could not say who approves') };
}
