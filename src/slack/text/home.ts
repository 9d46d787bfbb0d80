// The sentences of Home and of the lists of one's own orders.
import { counted } from '#lib/text.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';

/** Of the buttons that start a subcommand. */
export const TASK_LABELS = {
  prompt: 'Send a PIN prompt',
  link: 'Create a payment link',
  find: 'Find a payment',
  open: 'My open orders',
  cancel: 'Cancel an order',
  refund: 'Refund a payment',
  bulk: 'Bulk requests',
  alerts: 'Alerts',
  digest: 'Digest',
  report: 'Get a report',
  history: 'History',
  settings: 'Channel defaults',
  forget: 'Erase customer data',
  help: 'Help',
} as const;

export const HOME_TEXT = {
  open: 'Open orders',
  waits: 'Needs your approval',
  noneWaits: 'Nothing needs your approval.',
  toldDirectly: 'You get a direct message when something needs your approval.',
  stopTelling: 'Stop notifications',
  notToldDirectly: 'Requests appear here only.',
  tellDirectly: 'Notify me about requests',
  recent: 'Recent outcomes',
  noneOpen: 'You have no open orders. New orders appear here until paid.',
  noneRecent: 'Nothing yet. Paid and cancelled orders appear here.',
  more: 'More',
} as const;

const MINUTE_MS = 60_000;

/** "link" */
export function shortKind({ kind, recurring }: Pick<Order, 'kind' | 'recurring'>): string {
  if (kind === 'prompt') return 'prompt';
  return recurring ? 'recurring link' : 'link';
}

/** How an open order stands: "pending for 2 h". `now` in milliseconds since the epoch. */
export function describeWait(order: Order, now: number): string {
  const { state, createdAt, noPinAt, outcomeUnknownAt, paidTwin } = order;
  const since = ago(now - createdAt);
  if (paidTwin) {
    const next = state === 'waiting' ? 'withdraw this request' : 'cancel this order';
    return paidTwin.isAccepted
      ? `no longer needed (${paidTwin.reference} was accepted as paid), ${next}`
      : `already paid with ${paidTwin.reference}, ${next}`;
  }
  if (state === 'waiting')
    return waitsToBeSent(order)
      ? `approved, not sent yet, requested ${since} ago`
      : `needs approval, requested ${since} ago`;
  if (state === 'failed') return `not paid, requested ${since} ago`;
  if (state === 'sending') return outcomeUnknownAt === undefined ? 'sending' : 'no answer from Pesapal yet';
  return noPinAt === undefined ? `pending for ${since}` : `no PIN yet, requested ${since} ago`;
}

/** "5 min", "2 h", "3 days" */
export function ago(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** `today`, `outstanding`: sums for mrkdwn. `isAll`: false when not all open orders were counted. */
export function workLine(work: {
  today: readonly string[];
  open: number;
  outstanding: readonly string[];
  isAll: boolean;
}): string {
  const atLeast = work.isAll ? '' : 'at least ';
  const open =
    work.open === 0
      ? 'nothing open'
      : `${atLeast}${work.open.toLocaleString('en')} open, ${work.outstanding.join(' and ')} outstanding`;
  return `*Today* ${work.today.join(', ') || 'no payments yet'} · ${open}`;
}

/**
 * What a screen reader says of open orders: `shown` of `count`. `outstanding` and `today` are sums for mrkdwn. `title`: a
 * question about them. `isMore`: others were listed before.
 */
export function openOrders(list: {
  title?: string | undefined;
  isEverybodys?: boolean;
  count: number;
  shown: number;
  isAll: boolean;
  isMore: boolean;
  outstanding: readonly string[];
  today: readonly string[];
}): string {
  const { title, count, shown, isAll, isMore, outstanding } = list;
  const orders = `${isAll ? '' : 'at least '}${count.toLocaleString('en')} ${isMore ? 'more ' : ''}open ${count === 1 ? 'order' : 'orders'}`;
  const sums = outstanding.length === 0 ? '' : `, ${outstanding.join(' and ')} outstanding`;
  const paid = list.today.join(' and ');
  return [
    ...(title ? [title] : []),
    // The title of everybody's list has them.
    ...(list.isEverybodys && title ? [] : [count === 0 ? HOME_TEXT.noneOpen : `You have ${orders}${sums}.`]),
    ...(shown < count ? [`Showing the newest ${shown}.`] : []),
    ...(paid ? [`Today you received ${paid}.`] : []),
  ].join(' ');
}

/** The heading of everybody's list. `sums`: for mrkdwn. `isAll`: false when there may be more than were counted. */
export function everybodysOpen(count: number, sums: readonly string[], isAll: boolean): string {
  if (count === 0) return 'Nobody has open orders.';
  return `Everyone’s: ${isAll ? '' : 'at least '}${counted(count, 'open order')}, ${sums.join(' and ')} outstanding.`;
}

/** Nothing follows the last one that was listed. */
export const NO_MORE_OPEN = 'No more open orders: the others have ended since.';

export function moreWaiting(count: number): string {
  return `… and ${count} more. They appear as you decide.`;
}

/** `isCounted`: false when the store was not asked for all of them, so there may be more. */
export function moreOpen(count: number, isCounted: boolean): string {
  return `… and ${isCounted ? '' : 'at least '}${count} more.`;
}
