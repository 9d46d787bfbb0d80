// The store as the walk has it: one world that all processes share. It does what src/store/store.ts promises; that it does is
// proved by the suite that every driver passes (model-store.test.ts).
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { createSingleSaves, writesOf } from '#store/order-change.ts';
import type { Claim, OrderChange, OrderStore, Queue, Reschedule, Schedule } from '#store/store.ts';
import type { Ask, Reply } from './ask.ts';
import { keyOfOrder } from './order-key.ts';
import { orderIn, type Row, type World, withoutHeardRefunds } from './world.ts';

/** `isComparing`: false for a store that does not compare versions. */
export function createOrdersDoor(ask: Ask, isComparing = true): OrderStore {
  async function saveTogether(changes: readonly OrderChange[]): Promise<boolean> {
    const writes = writesOf(changes);
    return write(ask, `save ${changes.map(({ order }) => order.reference).join(' ')}`, (world) => {
      const isCurrent = writes.every(
        ({ order, expected }) => orderIn(world, order.reference)?.version === expected,
      );
      if (isComparing && !isCurrent) return { world, value: false };
      const saved = writes.reduce((before, one) => store(before, one.order, one.trigger), world);
      return { world: saved, value: true };
    });
  }

  return {
    ...createSingleSaves(saveTogether),
    saveTogether,
    get: (reference) => read(ask, `get ${reference}`, (world) => orderIn(world, reference)),
    findByReference: (text) => read(ask, `find ${text}`, (world) => orderIn(world, text)),
    findByTrackingId: (id) =>
      read(ask, `find ${id}`, ({ orders }) => orders.find(({ service }) => service.trackingId === id)),
    findByAccountNumber: async (number) => {
      const found = await read(ask, `find account ${number}`, ({ orders }) =>
        orders.find(({ recurring }) => recurring?.accountNumber === number),
      );
      return found ? [found] : [];
    },
    // What else people and other processes ask of the store plays no part in how one order goes.
    promptsTo: async () => [],
    search: async () => ({ orders: [], next: undefined }),
    openOf: async () => [],
    closedOf: async () => [],
    entriesBetween: async () => ({ entries: [], damaged: [], next: undefined }),
    unenteredBetween: async () => ({ orders: [], damaged: [], next: undefined }),
    trigger: (queue, reference, at) =>
      write(ask, `trigger ${queue} ${reference}`, (world) => ({
        world: orderIn(world, reference) ? trigger(world, queue, reference, at) : world,
        value: undefined,
      })),
    claim: (queue, { now, leaseMs, limit }) =>
      answered(ask, `claim ${queue}`, (before) => {
        const due = before.rows.filter((row) => row.queue === queue && row.dueAt <= now);
        const value: Claim[] = [];
        let world = before;
        for (const row of due.sort((a, b) => a.dueAt - b.dueAt).slice(0, limit)) {
          const taken = take(world, row, now + leaseMs);
          world = taken.world;
          value.push(taken.value);
        }
        return { world, value, tag: value.map(describeClaim).join() };
      }),
    claimOne: (queue, reference, { now, leaseMs }) =>
      answered(ask, `claim ${queue} ${reference}`, (world) => {
        const row = rowIn(world, queue, reference);
        return row && (row.token === undefined || row.dueAt <= now)
          ? take(world, row, now + leaseMs)
          : { world, value: undefined, tag: 'no' };
      }),
    retryNow: (queue, now) =>
      answered(ask, `retry ${queue}`, (world) => ({
        world: {
          ...world,
          rows: world.rows.map((row) =>
            row.queue === queue && row.token === undefined && row.attempt > 0 && row.dueAt > now
              ? { ...row, dueAt: now }
              : row,
          ),
        },
        value: undefined,
      })),
    nextDue: (queue) =>
      answered(ask, `next ${queue}`, (world) => {
        const due = world.rows.filter((row) => row.queue === queue).map(({ dueAt }) => dueAt);
        return { world, value: due.length > 0 ? Math.min(...due) : undefined };
      }),
    renew: ({ queue, reference, token }, { now, leaseMs }) =>
      answered(ask, `renew ${queue} ${reference}`, (world) => {
        const row = rowIn(world, queue, reference);
        if (row?.token !== token) return { world, value: false, tag: 'lost' };
        return { world: withRow(world, { ...row, dueAt: now + leaseMs }), value: true };
      }),
    complete: (claim, next) =>
      write(ask, `complete ${claim.queue} ${claim.reference}`, (world) => ({
        world: complete(world, claim, next),
        value: undefined,
      })),
  };
}

/** A read has one answer, or none. */
function read(ask: Ask, name: string, find: (world: World) => Order | undefined): Promise<Order | undefined> {
  return ask(name, 'store', (world) => {
    const value = find(world);
    return [{ how: 'ok', world, value, tag: value ? keyOfOrder(value, world) : 'none' }];
  });
}

/** A write that rejects may have happened all the same. */
function write<Value>(
  ask: Ask,
  name: string,
  change: (world: World) => { world: World; value: Value },
): Promise<Value> {
  return ask(name, 'store', (world): Reply<Value>[] => {
    const done = change(world);
    const error = new Error('the store does not answer');
    return [
      { how: 'ok', ...done, ...(done.value === false ? { tag: 'no' } : {}) },
      { how: 'fails', world: withoutHeardRefunds(world), error },
      ...(done.world === world ? [] : [{ how: 'is lost', world: withoutHeardRefunds(done.world), error }]),
    ];
  });
}

/** What fails here changes nothing and is repeated in the next round. */
function answered<Value>(
  ask: Ask,
  name: string,
  change: (world: World) => { world: World; value: Value; tag?: string },
): Promise<Value> {
  return ask(name, 'store', (world) => [{ how: 'ok', ...change(world) }]);
}

function store(world: World, order: Order, schedule: Schedule): World {
  const others = world.orders.filter(({ reference }) => reference !== order.reference);
  const known = orderIn(world, order.reference)?.announcements ?? [];
  const added = order.announcements.filter(({ id }) => !known.some((one) => one.id === id));
  let next: World = {
    ...world,
    orders: [...others, order],
    announced: [
      ...world.announced,
      ...added.map(({ id, news }) => ({
        id,
        at: world.now,
        reference: order.reference,
        kind: news.kind,
        ...(news.kind === 'charge_missed' ? { day: news.day } : {}),
      })),
    ],
  };
  for (const queue of ['check', 'deliver'] as const) {
    const at = schedule[queue];
    if (at !== undefined) next = trigger(next, queue, order.reference, at);
  }
  return next;
}

export function rowIn(world: World, queue: Queue, reference: string): Row | undefined {
  return world.rows.find((row) => row.queue === queue && row.reference === reference);
}

function withRow(world: World, row: Row): World {
  const rows = world.rows.filter((one) => one.queue !== row.queue || one.reference !== row.reference);
  return { ...world, rows: [...rows, row] };
}

function trigger(world: World, queue: Queue, reference: Reference, at: number): World {
  const row = rowIn(world, queue, reference);
  if (!row) return withRow(world, { queue, reference, dueAt: at, attempt: 0, isTriggered: false });
  if (row.token !== undefined) return withRow(world, { ...row, isTriggered: true });
  return row.dueAt <= at ? world : withRow(world, { ...row, dueAt: at });
}

function describeClaim({ reference, attempt }: Claim): string {
  return `${reference} ${attempt > 1 ? 'again' : 'first'}`;
}

function take(world: World, row: Row, until: number): { world: World; value: Claim; tag: string } {
  const token = `claim ${world.claims + 1}`;
  const attempt = row.attempt + 1;
  const { queue, reference } = row;
  const taken = withRow(world, { ...row, token, attempt, dueAt: until, isTriggered: false });
  const value = { queue, reference, token, attempt };
  return { world: { ...taken, claims: world.claims + 1 }, value, tag: describeClaim(value) };
}

function complete(world: World, claim: Claim, next: Reschedule): World {
  const row = rowIn(world, claim.queue, claim.reference);
  if (row?.token !== claim.token) return world;
  const { token: _, ...free } = row;
  const at = row.isTriggered ? (next.atIfTriggered ?? next.at) : next.at;
  if (at === undefined) return { ...world, rows: world.rows.filter((one) => one !== row) };
  const attempt = next.mayBeHalfDone ? row.attempt : 0;
  return withRow(world, { ...free, dueAt: at, attempt, isTriggered: false });
}
