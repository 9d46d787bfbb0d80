// What of a stored order can make a difference to what happens next, as a short text. Times are reduced to what the code
// compares them with, and the version and the ids of announcements to their order.
import { dayOf } from '#lib/days.ts';
import { type Approval, RINGS_WITHIN_MS, RUNS_OUT_AFTER_MS } from '#orders/approval.ts';
import { TAKEN_UP_AFTER_MS } from '#orders/cancelling.ts';
import { isOpen } from '#orders/lifecycle.ts';
import { awaitsAnswer } from '#orders/notified.ts';
import type { Charges, Order } from '#orders/order.ts';
import { ASKED_AGAIN_AFTER_MS, CALLED_WITHIN_MS, CHECKED_DAYS, type Refund } from '#orders/refund.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { orderIn, type World } from './world.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** Orders never change, so what is worked out for one stays true. */
const timeless = new WeakMap<Order, string>();
const hashes = new WeakMap<Order, string>();
/** By content: the same order is reached in many ways. */
const hashesOfContents = new Map<string, string>();

export function keyOfOrder(order: Order, world: World): string {
  const { now } = world;
  const { checkedAt, payments: [payment] = [] } = order;
  const sinceCheck = ageOf(now, checkedAt, [2 * SECOND, 10 * SECOND]);
  const sincePayment = ageOf(now, payment?.paidAt, [30 * SECOND]);
  const waiting = order.announcements.map(({ id }) => ordinalOf(world, order.reference, id)).join();
  const { successor } = order;
  const isOfNow = successor && orderIn(world, successor.reference)?.version === successor.version;
  const isLast = order.chargeOf && heardAt(order) > (lastHeardAt(world, order.reference) ?? 0);
  const lastDay = isLast ? dayOf(heardAt(order)) : '';
  const sinceCancel = isOpen(order.state) ? ageOf(now, order.cancelRequestedAt, [TAKEN_UP_AFTER_MS]) : '';
  const sinceCancelled = order.state === 'cancelled' ? ageOf(now, order.changedAt, [DAY]) : '';
  const ages = [...agesOfRequest(order, now), isOfNow, lastDay, sinceCheck, sincePayment, sinceCancel];
  return [timelessKey(order), ...ages, sinceCancelled, waiting].join('|');
}

/** What is compared with the age of a request for approval, of its decision, and of a refund. */
function agesOfRequest({ approval, refund, state, changedAt }: Order, now: number): string[] {
  if (!approval) return [];
  return [
    approval.state === 'open' || state === 'waiting'
      ? ageOf(now, approval.askedAt, [RINGS_WITHIN_MS + 1, RUNS_OUT_AFTER_MS])
      : '',
    state === 'sending' ? ageOf(now, changedAt, [RINGS_WITHIN_MS + 1]) : '',
    refund?.status === 'approved' ? ageOf(now, approval.decidedAt, [CALLED_WITHIN_MS]) : '',
    ageOf(now, refund?.requestedAt, [ASKED_AGAIN_AFTER_MS]),
    // One of which an approver says that it was not carried out is checked for as long since its request.
    ageOf(now, refund?.status === 'not_paid_back' ? refund.requestedAt : refund?.answeredAt, [
      CHECKED_DAYS * DAY,
    ]),
  ];
}

/** How many of the limits have passed; '' when it never happened. */
function ageOf(now: number, at: number | undefined, limits: readonly number[]): string {
  return at === undefined ? '' : String(limits.filter((limit) => now - at >= limit).length);
}

function timelessKey(order: Order): string {
  const known = timeless.get(order);
  if (known !== undefined) return known;
  const { reference, kind, state, resendOf, restOf, successor, paidTwin, service, failure } = order;
  const { requestedAt, outcomeUnknownAt, noPinAt, checksEndedAt, cancelRequestedAt, card } = order;
  const { deadlineOverAt, remindedAt } = order;
  const key = JSON.stringify([
    [reference, kind, state, resendOf, restOf, service, failure?.reason, order.payments?.[0]?.paid, paidTwin],
    [order.acceptedBy, order.cancelledBy, order.cancelRequestedBy],
    [
      requestedAt,
      outcomeUnknownAt,
      noPinAt,
      checksEndedAt,
      cancelRequestedAt,
      remindedAt,
      deadlineOverAt,
    ].map((at) => at !== undefined),
    awaitsAnswer(order),
    order.approval && requestKey(order.approval),
    order.refund && refundKey(order.refund),
    successor && [successor.reference, successor.state, successor.isUnanswered],
    card && card.contentHash === cardHash(order),
    order.charges && chargesKey(order.charges),
    order.countedAs,
  ]);
  timeless.set(order, key);
  return key;
}

function requestKey({ number, about, state, decidedBy, askedAt, decidedAt }: Approval): unknown {
  return [number, about, state, decidedBy, decidedAt !== undefined && decidedAt - askedAt > RINGS_WITHIN_MS];
}

function refundKey({ status, approvedBy, failure, endedBy, isTooLate, ...times }: Refund): unknown {
  const { requestedAt, repeatedAt, answeredAt, remindedAt, overdueAt } = times;
  const isDone = [requestedAt, repeatedAt, answeredAt, remindedAt, overdueAt].map((at) => at !== undefined);
  return [status, approvedBy, failure?.reason, endedBy, isTooLate, isDone];
}

function chargesKey({ paid, total, lastAt, missedDay }: Charges): unknown {
  return [paid, total, lastAt !== undefined && dayOf(lastAt), missedDay];
}

/** When (ms) a charge was heard of, as its order counts it. */
function heardAt({ payments: [payment] = [], madeAt, createdAt }: Order): number {
  return payment?.paidAt ?? madeAt ?? createdAt;
}

/** When (ms) the order of which this is a charge last counted one; undefined when it never did. */
export function lastHeardAt({ orders }: World, charge: string): number | undefined {
  return orders.find(({ reference }) => charge.startsWith(`${reference}/`))?.charges?.lastAt;
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
