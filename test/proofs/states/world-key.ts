// What makes two worlds the same: a short text of all that can make a difference to what happens next. It lets the walk
// come to an end, because times are reduced to what they are compared with.
import { hash } from 'node:crypto';
import { dayOf } from '#lib/days.ts';
import { neverArrived } from '#orders/at-service.ts';
import { TELLER } from '#orders/audit-line.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Reference } from '#orders/reference.ts';
import { daysOf, isCharge } from './charges.ts';
import { cardHash, keyOfOrder, lastHeardAt, ordinalOf } from './order-key.ts';
import { trackingIdOf } from './service-door.ts';
import { orderIn, type Row, type Transaction, type Work, type World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Milliseconds after the request of an order without a deadline at which something is decided by its age: the first check, the
 * end of the prompt (and "not sent"), the end of a prompt's schedule and of a link's, and a day after each, when Teller gives up
 * asking.
 */
const TURNING_POINTS = [20 * SECOND, 3 * MINUTE, DAY, 2 * DAY, 30 * DAY, 31 * DAY] as const;

/** `alike`: two orders that nobody can tell apart but by their names. The world with the one in place of the other is the same. */
export function keyOf(world: World, alike?: Alike): string {
  const parts = partsOf(world);
  const texts = alike ? [textOf(parts), textOf(exchanged(parts, alike))] : [textOf(parts)];
  return hash('sha1', texts.sort()[0] ?? '', 'base64');
}

export type Alike = readonly [Reference, Reference];

/** Lists of texts whose order makes no difference, and what is one text with its order. */
type Parts = { readonly sets: readonly (readonly string[])[]; readonly rest: string };

function partsOf(world: World): Parts {
  const { now, rows, transactions, messages, announced, works, isArchived, isAlerting } = world;
  const { isSentNow } = world;
  const orders = world.orders.map(
    (order) =>
      `${keyOfOrder(order, world)}|${phaseOf(world, order.reference, now)}|${cardKey(world, order.reference)}`,
  );
  const due = [...new Set(rows.map(({ dueAt }) => dueAt))].sort((a, b) => a - b);
  return {
    sets: [
      orders,
      rows.map((row) => rowKey(world, row, due)),
      transactions.map((one) => transactionKey(world, one)),
      ofEach(messages, ({ place, reference, news }) => `${place} ${ordinalOf(world, reference, news)}`),
      ofEach(announced, ({ kind, day }) => `${kind} ${day}`),
    ],
    rest: JSON.stringify([works.map(workKey), isArchived, isAlerting, isSentNow]),
  };
}

/** A text for each order: what comes first matters among the messages of one order only, because nobody compares two. */
function ofEach<One extends { readonly reference: string }>(
  all: readonly One[],
  text: (one: One) => string,
): string[] {
  const byReference = new Map<string, string>();
  for (const one of all)
    byReference.set(one.reference, `${byReference.get(one.reference) ?? one.reference}; ${text(one)}`);
  return [...byReference.values()];
}

function textOf({ sets, rest }: Parts): string {
  return JSON.stringify([sets.map((set) => set.toSorted()), rest]);
}

function exchanged({ sets, rest }: Parts, [one, other]: Alike): Parts {
  const names = new Map([
    [trackingIdOf(one), trackingIdOf(other)],
    [trackingIdOf(other), trackingIdOf(one)],
    [one, other],
    [other, one],
  ]);
  const pattern = new RegExp([...names.keys()].join('|'), 'g');
  const exchange = (text: string) => text.replace(pattern, (name) => names.get(name) ?? name);
  return { sets: sets.map((set) => set.map(exchange)), rest: exchange(rest) };
}

/** The moments (ms) at which something is decided about the order, oldest first. */
function turningPointsOf(world: World, reference: string): readonly number[] {
  const order = orderIn(world, reference);
  const days = order ? daysOf(order) : [];
  if (days.length > 0) return days;
  // Nothing is decided by the age of a charge that is paid.
  if (order?.kind === 'charge' && wasPaid(order.state)) return [];
  const { requestedAt, createdAt = 0, deadlineAt, remindAt, changedAt = 0, cancelledBy, state } = order ?? {};
  const ofAge = TURNING_POINTS.map((ms) => (requestedAt ?? createdAt) + ms);
  const reminder = remindAt === undefined ? [] : [remindAt];
  const isCancelled = cancelledBy !== undefined && cancelledBy !== TELLER;
  // What was cancelled is checked for a day from then on as well.
  const endOfCancel = isCancelled && state === 'cancelled' ? [changedAt + DAY] : [];
  if (deadlineAt === undefined || isCancelled) return [...ofAge, ...reminder, ...endOfCancel].sort(byTime);
  // One that never arrived is checked as if it had no deadline, which counts again once it is found.
  if (order && neverArrived(order)) return [...ofAge, ...reminder, deadlineAt].sort(byTime);
  // Checked until the day after that, or after it was cancelled then; nothing depends on its age any more.
  const end = Math.max(deadlineAt, changedAt) + DAY;
  return [...ofAge.filter((at) => at < deadlineAt), ...reminder, deadlineAt, end].sort(byTime);
}

function byTime(a: number, b: number): number {
  return a - b;
}

function phaseOf(world: World, reference: string, at: number): number {
  return turningPointsOf(world, reference).filter((point) => at >= point).length;
}

/** The first turning point of any order at `at` (ms) or after it. */
export function turningPointFrom(world: World, reference: string, at: number): number {
  return turningPointsOf(world, reference).find((point) => point >= at) ?? at;
}

/** True when the order is due by its schedule, and not because of a notification or a failure. */
export function isScheduled({ orders, now }: World, { queue, reference, dueAt }: Row): boolean {
  const order = orders.find((one) => one.reference === reference);
  return queue === 'check' && order !== undefined && nextCheck(order, now) === dueAt;
}

function cardKey(world: World, reference: string): string {
  const order = orderIn(world, reference);
  const shown = world.cards[reference];
  if (!order || shown === undefined) return 'none';
  // It may come to show again what it showed before.
  if (order.recurring) return `${shown} ${order.card?.contentHash}`;
  return `${shown === cardHash(order)} ${shown === order.card?.contentHash}`;
}

function rowKey(world: World, row: Row, due: readonly number[]): string {
  const { queue, reference, dueAt, attempt, token, isTriggered } = row;
  const turn =
    dueAt <= world.now
      ? 'due'
      : `${due.indexOf(dueAt)} ${isScheduled(world, row)} ${phaseOf(world, reference, dueAt)}`;
  const holder =
    token === undefined
      ? 'free'
      : world.works.findIndex(({ answers }) =>
          answers.some((one) => 'value' in one && holds(one.value, token)),
        );
  return `${queue} ${reference} ${turn} ${attempt > 1 ? 'again' : attempt} ${holder} ${isTriggered}`;
}

function holds(value: unknown, token: string): boolean {
  if (Array.isArray(value)) return value.some((one) => holds(one, token));
  return typeof value === 'object' && value !== null && 'token' in value && value.token === token;
}

function transactionKey(world: World, one: Transaction): string {
  const { now } = world;
  const { reference, status, paid, paidAt, isCancelled, hasFailed, rings, isHeard, isNotified, hasGrown } =
    one;
  const isRecent = paidAt !== undefined && now - paidAt < 30 * SECOND;
  const flags = [isRecent, isCancelled, hasFailed, isHeard, isNotified, hasGrown === true]
    .map(Number)
    .join('');
  if (one.isForeign) return `${reference} foreign ${flags}`;
  const refund = `${one.refundCalls.join()} ${one.refundTaken} ${one.refundHeard}`;
  return `${reference} ${status} ${paid?.amount} ${rings} ${flags} ${refund} ${dayLeft(world, one)}`;
}

/** The day of a charge's payment, until its order has it. */
function dayLeft(world: World, { reference, paidAt }: Transaction): string {
  if (!isCharge(reference) || paidAt === undefined || orderIn(world, reference)?.payments) return '';
  return paidAt > (lastHeardAt(world, reference) ?? 0) ? dayOf(paidAt) : 'earlier';
}

function workKey({ kind, reference, answers }: Work): string {
  return `${kind} ${reference} ${answers.map(({ tag }) => tag).join(';')}`;
}
