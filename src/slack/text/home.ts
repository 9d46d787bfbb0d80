// The sentences of Home and of the lists of one's own orders.
import { counted } from '#lib/counted.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';

export const HOME_TEXT = {
  start: 'What would you like to do?',
  open: 'Your open orders',
  waits: 'Waits for your approval',
  noneWaits: 'Nothing waits for your approval.',
  toldDirectly: 'Teller writes to you directly when something waits for your approval.',
  stopTelling: 'Stop telling me',
  notToldDirectly: 'You see here what waits for your approval. Teller can also write to you directly.',
  tellDirectly: 'Tell me directly',
  recent: 'How your last orders ended',
  noneOpen: 'You have no open orders. What you send next stands here until it is paid.',
  noneRecent: 'Nothing has ended yet. Once an order is paid or cancelled, you will see it here.',
  sendPrompt: 'Send a PIN prompt',
  createLink: 'Create a payment link',
  lookUp: 'Look up a payment',
  more: 'More',
} as const;

const MINUTE_MS = 60_000;

/** How an open order stands: "waiting 2 h". `now` in milliseconds since the epoch. */
export function describeWait(order: Order, now: number): string {
  const { state, createdAt, noPinAt, outcomeUnknownAt, paidTwin } = order;
  const since = ago(now - createdAt);
  if (paidTwin) {
    const why = paidTwin.isAccepted
      ? `not needed, ${paidTwin.reference} was accepted as paid`
      : `already paid with ${paidTwin.reference}`;
    return `${why}, please ${state === 'waiting' ? 'withdraw' : 'cancel'} it`;
  }
  if (state === 'waiting')
    return `${waitsToBeSent(order) ? 'approved, not sent yet' : 'waits for approval'}, asked ${since} ago`;
  if (state === 'failed') return `not paid, asked ${since} ago`;
  if (state === 'sending')
    return outcomeUnknownAt === undefined ? 'being sent' : 'no answer from the payment service yet';
  return noPinAt === undefined ? `waiting ${since}` : `no PIN yet, asked ${since} ago`;
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
 * What a screen reader hears of open orders: `shown` of `count`. `outstanding` and `today` are sums for mrkdwn. `title`: a
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
  const number = `${isAll ? '' : 'at least '}${count.toLocaleString('en')}`;
  const orders = `${isMore ? 'more ' : ''}open ${count === 1 ? 'order' : 'orders'}`;
  const have = isMore ? `There ${count === 1 ? 'is' : 'are'}` : 'You have';
  const sums =
    outstanding.length === 0
      ? ''
      : `, and ${outstanding.join(' and ')} ${outstanding.length === 1 ? 'is' : 'are'} outstanding`;
  const paid = list.today.join(' and ');
  return [
    ...(title ? [title] : []),
    // The title of everybody's list has them.
    ...(list.isEverybodys && title
      ? []
      : [count === 0 ? HOME_TEXT.noneOpen : `${have} ${number} ${orders}${sums}.`]),
    ...(shown < count ? [`The newest ${shown} are listed.`] : []),
    ...(paid ? [`Today you have received ${paid}.`] : []),
  ].join(' ');
}

/** The heading of everybody's list. `sums`: for mrkdwn. `isAll`: false when there may be more than were counted. */
export function everybodysOpen(count: number, sums: readonly string[], isAll: boolean): string {
  if (count === 0)
    return isAll
      ? 'Nobody has open orders.'
      : 'No open orders were found. Older orders are still being indexed, so ask again in a few minutes.';
  return `Everybody’s: ${isAll ? '' : 'at least '}${counted(count, 'open order')}, ${sums.join(' and ')} outstanding.`;
}

/**
 * Nothing comes behind the last one that was listed. Of everybody's it is not known why: the list that came before may have been
 * made while orders were still being indexed.
 */
export function noMoreOpen({ isAll, isEverybodys }: { isAll: boolean; isEverybodys: boolean }): string {
  if (!isEverybodys) return 'There are no more open orders: the others have ended since.';
  return isAll
    ? 'There are no more open orders.'
    : 'No more open orders were found. Older orders are still being indexed, so ask again in a few minutes.';
}

export function moreWaiting(count: number): string {
  return `… and ${count} more. They come up here as you decide.`;
}

/** What a screen reader hears of a list of `count` ended orders. */
export function endedOrders(count: number): string {
  return `Here is how your last ${count === 1 ? 'order' : `${count} orders`} ended.`;
}

/** `isCounted`: false when the store was not asked for all of them, so there may be more. */
export function moreOpen(count: number, isCounted: boolean): string {
  return `… and ${isCounted ? '' : 'at least '}${count} more.`;
}
