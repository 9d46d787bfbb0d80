// Applies an event to an order: the new state, its payments, failure or tracking id, and the news to announce. Called by
// payments/, which saves the result.
import { announce, type News } from './announcement.ts';
import { requestAfter } from './approval.ts';
import { isTransition, nextState } from './lifecycle.ts';
import { moneyAfter, withoutRequest } from './money-events.ts';
import { newsOf } from './news-of.ts';
import type { Order, ProviderDetails } from './order.ts';
import type { OrderEvent } from './order-event.ts';
import type { Failure } from './payment.ts';
import { needsChecks } from './refund.ts';
import { isBeingPaidBack } from './resends.ts';

/**
 * The order after `event` at `at` (ms since the epoch), its announcements included. Returns the same object when nothing
 * changes, so that an event that comes twice is neither saved nor announced twice.
 */
export function applyEvent(order: Order, event: OrderEvent, at: number): Order {
  const provider = providerAfter(order.provider, event);
  const told = isExpected(order, event) ? afterEvent(order, event, at) : order;
  return provider === order.provider ? told : { ...told, provider };
}

function afterEvent(order: Order, event: OrderEvent, at: number): Order {
  const money = moneyAfter(order, event, at);
  if (money) return withNews(order, money, event, at);
  const state = isTransition(event.event) ? nextState(order.state, event.event) : order.state;
  if (state === order.state) return order;
  return withNews(order, { ...order, state, ...fieldsFrom(order, event, at) }, event, at);
}

function withNews(before: Order, after: Order, event: OrderEvent, at: number): Order {
  if (after === before) return before;
  const news = newsOf(before, after, event, at);
  if (!news && isSilent(event) && after.state === before.state) return after;
  const changed = { ...after, changedAt: at };
  return news ? announce(changed, news, at, NAMED_BY_KIND.has(news.kind) ? news.kind : after.state) : changed;
}

/** The code of a payment that is known, and what a balance holds of what was accepted, are shown and not told. */
function isSilent({ event }: OrderEvent): boolean {
  return event === 'completed' || event === 'balance_paid' || event === 'balance_returned';
}

/** Other news is named by the state to which it leads. */
const NAMED_BY_KIND: ReadonlySet<News['kind']> = new Set([
  'approval_decided',
  'balance_returned',
  'reversed',
]);

/**
 * What is decided of a request can only happen while it stands, and only a refund of which nobody knows can be ended. What is
 * being paid back is neither accepted as paid nor paid in full by its balance.
 */
function isExpected(order: Order, { event }: OrderEvent): boolean {
  const { approval, refund } = order;
  if (event === 'approved' || event === 'approval_declined') return approval?.state === 'open';
  if (event === 'sent_now') return approval?.state === 'approved';
  if (event === 'approval_withdrawn' || event === 'approval_ran_out') return approval !== undefined;
  if (event === 'accepted_as_paid' || event === 'balance_paid') return !isBeingPaidBack(order);
  return event !== 'paid_back' || (refund !== undefined && needsChecks(refund));
}

function providerAfter(known: ProviderDetails, event: OrderEvent): ProviderDetails {
  const added: ProviderDetails =
    event.event === 'accepted'
      ? event.provider
      : 'trackingId' in event && event.trackingId !== undefined
        ? { trackingId: event.trackingId }
        : {};
  // The first tracking id stays: "Key records on order_tracking_id" (SPEC.md, Mobile money push response).
  const merged = { ...added, ...known };
  return Object.keys(merged).length === Object.keys(known).length ? known : merged;
}

function fieldsFrom(order: Order, event: OrderEvent, at: number): Partial<Order> {
  switch (event.event) {
    case 'failed':
      return { failure: event.failure, failedAt: at };
    case 'refused':
      return { failure: event.failure, ...withoutRequest(order, at) };
    case 'cancelled':
      return { cancelledBy: event.by };
    case 'approved':
    case 'approval_declined':
    case 'approval_withdrawn':
    case 'approval_ran_out': {
      const approval = order.approval && requestAfter(order.approval, event, at);
      return {
        ...(approval ? { approval } : {}),
        ...(event.event === 'approved' ? {} : notSent(event.event)),
      };
    }
    default:
      return {};
  }
}

function notSent(reason: Failure['reason']): Pick<Order, 'failure'> {
  return { failure: { reason, providerMessage: '' } };
}
