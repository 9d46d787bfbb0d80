// What must be true in every world that a walk reaches, in every step, and when Teller has come to rest.
import { mayBeReminded } from '#orders/deadline.ts';
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { AT_CHAIN_REST, OF_CHAIN_STEPS } from './chain-rules.ts';
import { AT_CHARGE_REST, OF_CHARGE_STEPS } from './charge-rules.ts';
import { isCharge } from './charges.ts';
import { AT_DEADLINE_REST, OF_DEADLINE_STEPS } from './deadline-rules.ts';
import { cardHash } from './order-key.ts';
import { AT_REQUEST_REST, OF_REQUEST_STEPS } from './request-rules.ts';
import { AMOUNT } from './service-door.ts';
import { rowIn } from './store-door.ts';
import { type Message, orderIn, type Transaction, transactionIn, type World } from './world.ts';

type OfStep = (before: World, after: World) => boolean;

const DAY_MS = 24 * 60 * 60_000;
/** Nobody is told that the checks of a charge are over. */
const CHARGE_CHECKED_MS = DAY_MS;

/** Each holds for the step from one world to the next. */
const OF_STEPS = {
  ...OF_CHARGE_STEPS,
  ...OF_CHAIN_STEPS,
  ...OF_REQUEST_STEPS,
  ...OF_DEADLINE_STEPS,
  'a customer is prompted once': (_, { transactions }) => transactions.every(({ rings }) => rings <= 1),
  'nothing is requested before its card stands': (_, { transactions, messages }) =>
    transactions.every(
      ({ reference }) =>
        isCharge(reference) || messages.some((one) => one.news === 'card' && one.reference === reference),
    ),
  'nothing is requested before the order says so': (_, after) =>
    after.transactions.every(
      ({ reference }) => isCharge(reference) || orderIn(after, reference)?.requestedAt !== undefined,
    ),
  'an order has one card': (_, { messages }) =>
    isUnique(messages.filter(({ news, place }) => news === 'card' && place === 'channel')),
  'news is told once': (_, { messages }) => isUnique(messages.filter(isTold)),
  'an alert is posted once': (_, { messages }) =>
    isUnique(messages.filter(({ place }) => place === 'alerts')),
  'money is told once': (_, after) =>
    after.orders.every(({ reference }) => {
      const told = after.messages.filter((one) => isTold(one) && one.reference === reference);
      const kinds = told.map((one) => kindOf(after, one));
      const came = kinds.filter((kind) => kind === 'paid' || kind === 'review').length;
      return (
        came <= (transactionIn(after, reference)?.hasGrown ? 2 : 1) &&
        kinds.filter((kind) => kind === 'reversed').length <= 1
      );
    }),
  'paid is never undone': eachOrder((before, after) => rankOf(after) >= rankOf(before)),
  'money has a payment with a code': (_, { orders }) =>
    orders.every(({ state, payments }) => !wasPaid(state) || Boolean(payments?.[0]?.confirmationCode)),
  'a payment that is told was made': told('paid', (one) => one?.paid?.amount === AMOUNT.amount),
  'another amount that is told was paid': told(
    'review',
    (one) => one?.hasGrown || (one?.paid !== undefined && one.paid.amount !== AMOUNT.amount),
  ),
  'a reversal that is told was made': told(
    'reversed',
    (one, order) => one?.status === 'reversed' || order?.refund?.endedBy !== undefined,
  ),
  'a failure that is told was one': told('failed', (one) => one?.hasFailed === true),
  'a cancellation that is told was made': told('cancelled', (one) => one?.isCancelled === true),
  'what is told as not sent is not there': told('not_sent', (one) => one === undefined),
  'what is told as found is there': told('order_found', (one) => one !== undefined),
  'an order that is not sent is not there': (_, after) =>
    after.orders.every(
      ({ state, reference }) =>
        state !== 'not_sent' || isCharge(reference) || transactionIn(after, reference) === undefined,
    ),
  'a cancelled order was cancelled there': (_, after) =>
    after.orders.every(
      ({ state, reference }) =>
        state !== 'cancelled' || transactionIn(after, reference)?.isCancelled === true,
    ),
  'news is told in its order': (_, after) =>
    after.orders.every(({ reference }) => {
      const announced = after.announced.filter((one) => one.reference === reference).map(({ id }) => id);
      const toldIds = after.messages.filter(
        (one) => isTold(one) && one.reference === reference && kindOf(after, one) !== 'reminder',
      );
      const places = toldIds.map(({ news }) => announced.indexOf(news));
      return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
    }),
  'no announcement is lost': (_, after) =>
    after.announced.every(
      ({ id, reference, kind }) =>
        orderIn(after, reference)?.announcements.some((one) => one.id === id) ||
        after.messages.some((one) => one.news === id && one.reference === reference) ||
        (kind === 'alert' && !after.isAlerting) ||
        (kind === 'reminder' && !mayStillRemind(after, reference)),
    ),
  'news never waits for nothing': (_, after) =>
    after.orders.every(
      ({ announcements, reference }) =>
        announcements.length === 0 || rowIn(after, 'deliver', reference) !== undefined,
    ),
  'an open order is checked until its checks end': (_, after) =>
    after.orders.every(
      ({ state, checksEndedAt, reference, kind, createdAt }) =>
        !isOpen(state) ||
        checksEndedAt !== undefined ||
        (kind === 'charge' && state !== 'sending' && after.now >= createdAt + CHARGE_CHECKED_MS) ||
        rowIn(after, 'check', reference) !== undefined,
    ),
  'the end of the checks is told': (_, after) =>
    after.orders.every(
      ({ checksEndedAt, reference }) =>
        checksEndedAt === undefined ||
        isCharge(reference) ||
        after.announced.some((one) => one.kind === 'checks_ended' && one.reference === reference) ||
        transactionIn(after, reference)?.hasFailed === true,
    ),
  'the time of the request and the tracking id stay': eachOrder(
    (before, after) =>
      (before.requestedAt ?? after.requestedAt) === after.requestedAt &&
      (before.service.trackingId ?? after.service.trackingId) === after.service.trackingId,
  ),
} as const satisfies Record<string, OfStep>;

/** Each holds when nothing is under way and nothing is due any more. */
const AT_REST = {
  'at rest the card shows how the order stands': (world: World) =>
    world.isArchived ||
    world.orders.every((order) => !order.card || world.cards[order.reference] === cardHash(order)),
  'at rest money has its alert': (world: World) =>
    !world.isAlerting ||
    world.messages.every(
      (one) => !isTold(one) || !isMoney(kindOf(world, one)) || alertsOf(world, one).length === 1,
    ),
  'at rest what was notified is known': ({ transactions }: World) =>
    transactions.every(({ isHeard, isNotified }) => isHeard || !isNotified),
  'at rest the service has cancelled nothing that is open here': (world: World) =>
    world.transactions.every(({ reference, isCancelled }) => {
      const { state } = orderIn(world, reference) ?? {};
      return !isCancelled || state === undefined || !isOpen(state);
    }),
  'at rest the order is as the service said': (world: World) =>
    world.transactions.every((one) => {
      const order = orderIn(world, one.reference);
      return !one.isHeard || (order !== undefined && (isAsSaid(order, one) || isNotOurs(order, one)));
    }),
  ...AT_CHARGE_REST,
  ...AT_CHAIN_REST,
  ...AT_REQUEST_REST,
  ...AT_DEADLINE_REST,
  'at rest a payment within a day of a cancel is known': (world: World) =>
    world.transactions.every(({ reference, status, paidAt = 0 }) => {
      const { state, changedAt = 0 } = orderIn(world, reference) ?? {};
      return state !== 'cancelled' || status !== 'paid' || paidAt >= changedAt + DAY_MS;
    }),
} as const satisfies Record<string, (world: World) => boolean>;

export const RULES: readonly string[] = [...Object.keys(OF_STEPS), ...Object.keys(AT_REST)];

/** The name of the first rule that the step breaks; undefined when all hold. */
export function brokenBy(before: World, after: World): string | undefined {
  return Object.entries(OF_STEPS).find(([, holds]) => !holds(before, after))?.[0];
}

/** The same for a world in which nothing is under way or due. */
export function brokenAtRest(world: World): string | undefined {
  return Object.entries(AT_REST).find(([, holds]) => !holds(world))?.[0];
}

/** News, told to people. */
function isTold({ place, news }: Message): boolean {
  return (place === 'thread' || place === 'agent') && news !== 'card';
}

function isUnique(messages: readonly Message[]): boolean {
  return new Set(messages.map(({ reference, news }) => `${reference} ${news}`)).size === messages.length;
}

function kindOf({ announced }: World, { news, reference }: Message): string | undefined {
  return announced.find((one) => one.id === news && one.reference === reference)?.kind;
}

/** What has come to nothing is not told. */
function mayStillRemind(world: World, reference: string): boolean {
  const order = orderIn(world, reference);
  return order !== undefined && mayBeReminded(order, world.now);
}

function isMoney(kind: string | undefined): boolean {
  return kind === 'paid' || kind === 'review' || kind === 'reversed';
}

function alertsOf({ messages }: World, { news, reference }: Message): Message[] {
  return messages.filter(
    (one) => one.place === 'alerts' && one.reference === reference && one.news.startsWith(`${news}@`),
  );
}

function told(
  kind: string,
  isTrue: (transaction: Transaction | undefined, order: Order | undefined) => boolean,
): OfStep {
  return (before, after) =>
    after.messages
      .slice(before.messages.length)
      .every(
        (one) =>
          !isTold(one) ||
          kindOf(after, one) !== kind ||
          isTrue(transactionIn(after, one.reference), orderIn(after, one.reference)),
      );
}

function eachOrder(holds: (before: Order, after: Order) => boolean): OfStep {
  return ({ orders }, after) =>
    orders.every((before) => {
      const order = orderIn(after, before.reference);
      return order !== undefined && holds(before, order);
    });
}

/** Money only goes forward. */
function rankOf({ state }: Order): number {
  return ['review', 'paid', 'reversed'].indexOf(state);
}

/** A charge is told to be ours by a complete record only; a foreign one never. */
function isNotOurs({ kind, state }: Order, { status, isForeign }: Transaction): boolean {
  const isComplete = status === 'paid' || status === 'failed';
  return kind === 'charge' && state === 'not_sent' && (isForeign === true || !isComplete);
}

function isAsSaid(
  { state, refund, payments: [payment] = [] }: Order,
  { status, paid, hasGrown }: Transaction,
): boolean {
  if (state === 'reversed' && refund?.endedBy !== undefined)
    return status === 'paid' || status === 'reversed';
  if (status === 'reversed') return state === 'reversed';
  if (status === 'paid') {
    // Another amount that is told has a rule of its own.
    const hasMore = !hasGrown || payment?.paid?.amount === paid?.amount;
    return hasMore && (state === 'paid' || (state === 'review' && paid?.amount !== AMOUNT.amount));
  }
  if (status === 'failed') return state === 'failed' || state === 'cancelled';
  return ['pending', 'cancelled', 'sending'].includes(state);
}
