// What may happen next in a world: what comes by itself, and what counts as an outside event.

import { LEASE_MS } from '#lib/with-lease.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Reference } from '#orders/reference.ts';
import { predecessorOf } from '#orders/successor.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import type { Queue } from '#store/store.ts';
import type { Question } from './ask.ts';
import { daysOf, FOREIGN, isCharge } from './charges.ts';
import { nextStatuses } from './next-statuses.ts';
import { isOffered, isRequestKind, lateAt } from './requests.ts';
import { AMOUNT, newTransaction } from './service-door.ts';
import {
  orderIn,
  type Row,
  type Transaction,
  transactionIn,
  type Work,
  type WorkKind,
  type World,
  withoutHeardRefunds,
  withTransaction,
} from './world.ts';
import { isScheduled, turningPointFrom } from './world-key.ts';

export type Move = {
  readonly name: string;
  readonly world: World;
  /** Undefined for what comes by itself. `fault`: a bad answer, a crash, or two processes at once. */
  readonly event?: 'usual' | 'fault';
};

const DAY_MS = 24 * 60 * 60_000;

/** Without work under way: the next turn, else the time of the next; none when nothing waits any more. */
export function nextByItself(world: World): Move | undefined {
  const [due] = dueRows(world);
  if (due) return begun(world, due.queue, due.reference);
  if (world.rows.length === 0) return undefined;
  const days = world.orders.flatMap(daysOf).filter((at) => at > world.now);
  const times = [...world.rows.map((row) => wakingTime(world, row)), ...days, lateAt(world)];
  const now = Math.min(...times.filter((at) => at !== undefined));
  return { name: 'time passes', world: { ...world, now } };
}

/** What may come when nothing is under way. While a turn is due, whatever comes before it comes at the same moment. */
export function eventsAtRest(world: World, possible: Possible): Move[] {
  const [due, ...others] = dueRows(world);
  const outside = [
    ...atTheService(world, possible),
    ...fromPeople(world, possible.atRest),
    ...notifications(world, possible),
    ...formsThatFollow(world, possible),
  ];
  if (due)
    return [
      ...outside.map(asFault),
      ...others.map(({ queue, reference }) => begun(world, queue, reference, 'fault')),
    ];
  if (world.rows.length === 0) return outside;
  const dayLater = { ...world, now: world.now + DAY_MS };
  return [...outside, { name: 'a day without Teller', world: dayLater, event: 'fault' }];
}

/** What may come in between before the answer to `question`, by another process or at the service. */
export function eventsBefore(world: World, question: Question, possible: Possible): Move[] {
  if (question.door === 'time') return [];
  const { works } = world;
  const killed: Move = {
    name: 'the process is killed',
    world: withoutHeardRefunds({ ...world, works: works.slice(0, -1) }),
    event: 'fault',
  };
  const customer = question.door === 'service' ? atTheService(world, possible).map(asFault) : [];
  if (works.length > 1) return [killed, ...customer];
  const later = { ...world, now: world.now + LEASE_MS };
  const isOnItsWay = question.door === 'slack' && /^(post|update) /.test(question.name);
  return [
    killed,
    ...customer,
    ...fromPeople(world, possible.inBetween).map(asFault),
    ...notifications(world, possible).map(asFault),
    ...formsThatFollow(world, possible).map(asFault),
    ...dueRows(world).map(({ queue, reference }) => begun(world, queue, reference, 'fault')),
    ...(isOnItsWay ? [] : dueRows(later)).map(({ queue, reference }) => ({
      ...begun(later, queue, reference, 'fault'),
      name: `the process stands still; ${queue} ${reference}`,
    })),
  ];
}

function asFault(move: Move): Move {
  return { ...move, event: 'fault' };
}

/** What people and the service may do when nothing is under way, and at the same time as something is. */
export type Possible = {
  /** More may come for what was paid short. */
  readonly grows?: true;
  readonly atRest: readonly WorkKind[];
  readonly inBetween: readonly WorkKind[];
  /** Forms that people may send for an order that stands, to send it again. */
  readonly follow?: readonly Draft[];
  /** What the service may charge for a recurring order, and what notifications may name at any time. */
  readonly charges?: readonly Reference[];
};

function dueRows(world: World): Row[] {
  return world.rows.filter(({ dueAt }) => dueAt <= world.now).sort(bySchedule);
}

/** What is delivered comes first, as nothing else waits for the check then. */
function bySchedule(a: Row, b: Row): number {
  return a.dueAt - b.dueAt || (a.queue === b.queue ? 0 : a.queue === 'deliver' ? -1 : 1);
}

/** Nothing differs between the scheduled checks up to an order's next turning point, so Teller sleeps until then. */
function wakingTime(world: World, row: Row): number {
  return isScheduled(world, row) ? turningPointFrom(world, row.reference, row.dueAt) : row.dueAt;
}

function begun(
  world: World,
  kind: Queue | WorkKind,
  reference: Row['reference'],
  event?: 'usual' | 'fault',
): Move {
  const work: Work = { kind, reference, startedAt: world.now, answers: [] };
  return {
    name: `${kind} ${reference}`,
    world: {
      ...world,
      works: [...world.works, work],
      isSentNow: world.isSentNow || kind === 'send now',
    },
    ...(event && { event }),
  };
}

function fromPeople(world: World, kinds: readonly WorkKind[]): Move[] {
  return world.orders.flatMap((order) =>
    kinds.flatMap((kind) => {
      const { reference, state } = order;
      if (isRequestKind(kind) && !isOffered(kind, order)) return [];
      if (kind === 'notification' && !world.transactions.some((one) => one.reference === reference))
        return [];
      if (kind === 'cancel' && !isOpen(state)) return [];
      if (kind === 'accept' && state !== 'review') return [];
      return [begun(world, kind, reference, 'usual')];
    }),
  );
}

function formsThatFollow(world: World, { follow = [] }: Possible): Move[] {
  return follow.flatMap((draft) => {
    const before = predecessorOf(draft);
    const isThere = orderIn(world, draft.reference) !== undefined;
    const isSent = world.works.some(
      ({ kind, reference }) => kind === 'form' && reference === draft.reference,
    );
    return before === undefined || !orderIn(world, before) || isThere || isSent
      ? []
      : [begun(world, 'form', draft.reference, 'usual')];
  });
}

/** Of charges, whether the service has them or somebody made them up. */
function notifications(world: World, { charges = [] }: Possible): Move[] {
  return charges.map((reference) => begun(world, 'notification', reference, 'usual'));
}

function newCharges(world: World, { charges = [] }: Possible): Move[] {
  const coming = charges.filter((reference) => !transactionIn(world, reference));
  return coming.flatMap((reference): Move[] => {
    const begunNow = { ...newTransaction(reference), isHeard: false };
    const charged = { ...begunNow, status: 'paid', paid: AMOUNT, paidAt: world.now } as const;
    const move = (name: string, one: Transaction): Move => ({
      name: `${name} ${reference}`,
      world: withTransaction(world, one),
      event: 'usual',
    });
    return reference === FOREIGN
      ? [move('charged', { ...charged, isForeign: true })]
      : [move('charged', charged), move('begun', begunNow)];
  });
}

function atTheService(world: World, possible: Possible): Move[] {
  // A walk of charges is about them: what else becomes of their order is walked by itself.
  const changing = world.transactions.filter(
    ({ reference, status }) => !possible.charges || isCharge(reference) || status === 'unpaid',
  );
  const changes = changing.flatMap((one) =>
    nextStatuses(one, world, possible.grows === true).map(([name, next]): Move => {
      return {
        name: `${name} ${one.reference}`,
        world: withTransaction(world, { ...next, isHeard: false, isNotified: false }),
        event: 'usual',
      };
    }),
  );
  return [...changes, ...newCharges(world, possible), ...askedElsewhere(world)];
}

/** Somebody asks in the service's dashboard; the payment does not show it. */
function askedElsewhere(world: World): Move[] {
  return world.transactions.flatMap((one) =>
    one.status === 'paid' && one.refundTaken === undefined && orderIn(world, one.reference)?.refund
      ? [
          {
            name: `asked back elsewhere ${one.reference}`,
            world: withTransaction(world, { ...one, refundTaken: 'elsewhere' }),
            event: 'usual',
          },
        ]
      : [],
  );
}
