// What of a stored order can make a difference to what happens next, as a short text. Times are reduced to what the code
// compares them with, and the version and the ids of announcements to their order.
import type { Order } from '#orders/order.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { orderIn, type World } from './world.ts';

const SECOND = 1_000;

/** Orders never change, so what is worked out for one stays true. */
const timeless = new WeakMap<Order, string>();
const hashes = new WeakMap<Order, string>();
/** By content: the same order is reached in many ways. */
const hashesOfContents = new Map<string, string>();

export function keyOfOrder(order: Order, world: World): string {
  const { now } = world;
  const { checkedAt, payment } = order;
  const sinceCheck = ageOf(now, checkedAt, [2 * SECOND, 10 * SECOND]);
  const sincePayment = ageOf(now, payment?.paidAt, [30 * SECOND]);
  const waiting = order.announcements.map(({ id }) => ordinalOf(world, order.reference, id)).join();
  const { successor } = order;
  const isOfNow = successor && orderIn(world, successor.reference)?.version === successor.version;
  return `${timelessKey(order)}|${isOfNow}|${sinceCheck}|${sincePayment}|${waiting}`;
}

/** How many of the limits have passed; '' when it never happened. */
function ageOf(now: number, at: number | undefined, limits: readonly number[]): string {
  return at === undefined ? '' : String(limits.filter((limit) => now - at >= limit).length);
}

function timelessKey(order: Order): string {
  const known = timeless.get(order);
  if (known !== undefined) return known;
  const { reference, kind, state, resendOf, restOf, successor, paidTwin, service, failure, payment } = order;
  const { requestedAt, outcomeUnknownAt, noPinAt, checksEndedAt, cancelRequestedAt, card } = order;
  const key = JSON.stringify([
    [reference, kind, state, resendOf, restOf, service, failure?.reason, payment?.paid, paidTwin],
    [order.acceptedBy, order.cancelledBy],
    [requestedAt, outcomeUnknownAt, noPinAt, checksEndedAt, cancelRequestedAt].map((at) => at !== undefined),
    successor && [successor.reference, successor.state, successor.isUnanswered],
    card && card.contentHash === cardHash(order),
  ]);
  timeless.set(order, key);
  return key;
}

/** The hash of what the order's card shows when it is up to date. */
export function cardHash(order: Order): string {
  const known = hashes.get(order);
  if (known !== undefined) return known;
  const { version: _, announcements: __, card: ___, ...content } = order;
  const text = JSON.stringify(content);
  const found = hashesOfContents.get(text) ?? contentHashOf(orderCard(order));
  hashesOfContents.set(text, found);
  hashes.set(order, found);
  return found;
}

/** The kind of an announcement and which of its kind it is, for example `paid 1`. */
export function ordinalOf(world: World, reference: string, id: string): string {
  const ofOrder = world.announced.filter((one) => one.reference === reference);
  const found = ofOrder.find((one) => one.id === id);
  if (!found) return id;
  const before = ofOrder.slice(0, ofOrder.indexOf(found)).filter(({ kind }) => kind === found.kind);
  return `${found.kind} ${before.length + 1}`;
}
