// What makes two worlds the same: a short text of all that can make a difference to what happens next. It lets the walk
// come to an end, because times are reduced to what they are compared with.
import { hash } from 'node:crypto';
import { TELLER } from '#orders/audit-line.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { cardHash, keyOfOrder, ordinalOf } from './order-key.ts';
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

export function keyOf(world: World): string {
  const { now, rows, transactions, messages, announced, works, isArchived, isAlerting } = world;
  const { isSentNow } = world;
  const orders = world.orders.map(
    (order) =>
      `${keyOfOrder(order, world)}|${phaseOf(world, order.reference, now)}|${cardKey(world, order.reference)}`,
  );
  const due = [...new Set(rows.map(({ dueAt }) => dueAt))].sort((a, b) => a - b);
  const parts = [
    orders.sort(),
    rows.map((row) => rowKey(world, row, due)).sort(),
    transactions.map((one) => transactionKey(one, now)).sort(),
    messages.map(
      ({ place, reference, news }) => `${place} ${reference} ${ordinalOf(world, reference, news)}`,
    ),
    announced.map(({ reference, kind }) => `${reference} ${kind}`),
    works.map(workKey),
    isArchived,
    isAlerting,
    isSentNow,
  ];
  return hash('sha1', JSON.stringify(parts), 'base64');
}

/** The moments (ms) at which something is decided about the order, oldest first. */
function turningPointsOf(world: World, reference: string): readonly number[] {
  const order = orderIn(world, reference);
  const { requestedAt, createdAt = 0, deadlineAt, remindAt, changedAt = 0, cancelledBy } = order ?? {};
  const ofAge = TURNING_POINTS.map((ms) => (requestedAt ?? createdAt) + ms);
  const reminder = remindAt === undefined ? [] : [remindAt];
  const isCancelled = cancelledBy !== undefined && cancelledBy !== TELLER;
  if (deadlineAt === undefined || isCancelled) return [...ofAge, ...reminder].sort(byTime);
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

function transactionKey(one: Transaction, now: number): string {
  const { reference, status, paid, paidAt, isCancelled, hasFailed, rings, isHeard, isNotified } = one;
  const isRecent = paidAt !== undefined && now - paidAt < 30 * SECOND;
  const flags = [isRecent, isCancelled, hasFailed, isHeard, isNotified].map(Number).join('');
  const refund = `${one.refundCalls.join()} ${one.refundTaken} ${one.refundHeard}`;
  return `${reference} ${status} ${paid?.amount} ${rings} ${flags} ${refund}`;
}

function workKey({ kind, reference, answers }: Work): string {
  return `${kind} ${reference} ${answers.map(({ tag }) => tag).join(';')}`;
}
