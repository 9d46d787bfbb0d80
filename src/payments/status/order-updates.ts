// The only way to change a saved order: read it, change it, save it if nobody else has saved it meanwhile, else start
// again.

import { createInTurn, type InTurn } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import { isCopy } from '#orders/announcement.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { applyEvent } from '#orders/events.ts';
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Reference } from '#orders/reference.ts';
import { predecessorOf } from '#orders/resends.ts';
import type { Schedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';
import type { OrderSaves } from './order-saves.ts';

/** All methods reject when there is no such order or the store is down; the first three resolve to the order as saved. */
export type OrderUpdates = {
  /** Applies `event` (orders/events.ts) and sets `times`. The same event a second time changes nothing. */
  saveEvent(
    reference: Reference,
    event: OrderEvent,
    times?: Pick<Order, 'checkedAt' | 'checksEndedAt' | 'madeAt'>,
  ): Promise<Order>;
  /**
   * Saves what `change` returns for the newest version; undefined changes nothing. `change` may be called repeatedly. In the same
   * step the order becomes due in the queue `check` at what `dueAt` (ms) says of the changed order, unless it is due earlier.
   */
  updateOrder(
    reference: Reference,
    change: (order: Order) => Order | undefined,
    dueAt?: (changed: Order) => number | undefined,
  ): Promise<Order>;
  /**
   * The same where `change` also says what it has done, or why nothing: the status that it gave the version that was saved, or,
   * without an order, the newest.
   */
  updateWith<Status>(
    reference: Reference,
    change: (order: Order) => Changed<Status>,
    dueAt?: (changed: Order) => number | undefined,
  ): Promise<{ readonly status: Status; readonly order: Order }>;
  /** The same for two orders: both changes are saved in one step. `dueAt`, and what it resolves to, are about `one`. */
  updateBoth<Status>(
    one: Reference,
    other: Reference,
    change: (
      one: Order,
      other: Order,
    ) => { readonly status: Status; readonly orders?: readonly [Order, Order] | undefined },
    dueAt?: (changed: Order) => number | undefined,
  ): Promise<{ readonly status: Status; readonly order: Order }>;
  /** Runs `work` while nothing else in this process changes these orders. In `work`, this and the above would wait for ever. */
  inTurn: InTurn<Reference>;
};

/** Without an order, or with the same one, nothing is saved. */
export type Changed<Status> = { readonly status: Status; readonly order?: Order | undefined };

/**
 * Changes of one process are made in turn, so a try fails only if another process saved the order. One that is a little faster
 * each time wins as often in a row as it has changes to make: of forty presses at once, fifteen. So many mean a bug.
 */
export const MAX_TRIES = 500;

export function createOrderUpdates(deps: {
  orders: Pick<OrderStore, 'get'>;
  saves: Pick<OrderSaves, 'save' | 'saveTogether'>;
  clock: Clock;
  /** Called after a change was saved that the card or the thread shows, with the saved order. */
  orderChanged: (order: Order) => void;
}): OrderUpdates {
  const { orders, saves, clock, orderChanged } = deps;
  const inTurn = createInTurn<Reference>();

  const updateWith: OrderUpdates['updateWith'] = (reference, change, dueAt) =>
    inTurn([reference], () => tryUpdate(reference, change, dueAt));

  const updateOrder: OrderUpdates['updateOrder'] = async (reference, change, dueAt) => {
    const { order } = await updateWith(
      reference,
      (read) => ({ status: 'updated', order: change(read) }),
      dueAt,
    );
    return order;
  };

  const updateBoth: OrderUpdates['updateBoth'] = (one, other, change, dueAt) =>
    inTurn([one, other], () => tryUpdateBoth(one, other, change, dueAt));

  const tryUpdate: OrderUpdates['updateWith'] = async (reference, change, dueAt) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const order = await read(reference);
      const { status, order: changed } = change(order);
      if (!changed || changed === order) return { status, order };
      const trigger = scheduleAfter(order, changed, dueAt?.(changed));
      const saved = await saves.save(order, changed, trigger);
      if (saved) {
        if (trigger.deliver !== undefined) orderChanged(saved);
        return { status, order: saved };
      }
    }
    throw tooManyConflicts(reference);
  };

  const tryUpdateBoth: OrderUpdates['updateBoth'] = async (one, other, change, dueAt) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [oneBefore, otherBefore] = [await read(one), await read(other)];
      const { status, orders: changed } = change(oneBefore, otherBefore);
      if (!changed) return { status, order: oneBefore };
      const [oneAfter, otherAfter] = changed;
      const changes = [
        {
          before: oneBefore,
          after: oneAfter,
          trigger: scheduleAfter(oneBefore, oneAfter, dueAt?.(oneAfter)),
        },
        { before: otherBefore, after: otherAfter, trigger: scheduleAfter(otherBefore, otherAfter) },
      ];
      const saved = await saves.saveTogether(changes);
      if (!saved) continue;
      for (const [index, order] of saved.entries())
        if (changes[index]?.trigger.deliver !== undefined) orderChanged(order);
      return { status, order: saved[0] ?? oneAfter };
    }
    throw tooManyConflicts(one);
  };

  /** One that had no checks left is not in the queue `check` any more: what a person found out may bring it back. */
  function scheduleAfter(before: Order, after: Order, dueAt?: number): Schedule {
    const now = clock.now();
    const hadNone = nextCheck(before, now) === undefined;
    // Its schedule may be over by now, which the queue then says.
    const isOpenAgain = before.state === 'not_sent' && isOpen(after.state);
    const next = hadNone || isOpenAgain ? nextCheck(after, now) : undefined;
    const check = dueAt ?? next ?? (isOpenAgain ? now : undefined);
    return {
      ...(changesWhatIsShown(before, after) ? { deliver: now } : {}),
      ...(check === undefined ? {} : { check }),
    };
  }

  async function read(reference: Reference): Promise<Order> {
    const order = await orders.get(reference);
    if (!order) throw new Error(`there is no order ${reference}`);
    return order;
  }

  return {
    updateOrder,
    updateWith,
    updateBoth,
    inTurn,
    saveEvent: (reference, event, times) =>
      updateOrder(reference, (order) => {
        const changed = applyEvent(order, event, clock.now());
        return times ? { ...changed, ...times } : changed;
      }),
  };
}

function tooManyConflicts(reference: Reference): Error {
  return new Error(`order ${reference} was changed by others ${MAX_TRIES} times in a row`);
}

/** What the card and Home show and can change. */
const SHOWN = [
  'state',
  'provider',
  'payments',
  'unclearReversalAt',
  'balanceBrought',
  'outcomeUnknownAt',
  'failure',
  'noPinAt',
  'deadlineOverAt',
  'checksEndedAt',
  'resentAs',
  'duplicatePayment',
  'charges',
  'approval',
  'refund',
  'isErasing',
] as const;

/**
 * The thread shows the news. New copies of it do not count: whoever adds them posts them next. Approvers are told of an order that waits
 * once it has a card.
 */
function changesWhatIsShown(before: Order, after: Order): boolean {
  return (
    SHOWN.some((field) => after[field] !== before[field]) ||
    (after.state === 'waiting' && after.card !== undefined && !before.card) ||
    after.announcements.some(
      (announcement) => !isCopy(announcement) && !before.announcements.includes(announcement),
    )
  );
}

/** At least one order, oldest first. */
export type Chain = readonly [Order, ...Order[]];

/** False when the provider never had the order, or need not be asked whether it is paid by now. One under review can be paid in full. */
export function mayHaveChanged({ requestedAt, state }: Order): boolean {
  return requestedAt !== undefined && (state === 'review' || !wasPaid(state));
}

/** The whole chain, whichever of its orders is named; undefined when that one is not stored. Rejects when the store is down. */
export async function readChain(
  orders: Pick<OrderStore, 'get'>,
  reference: Reference,
): Promise<Chain | undefined> {
  const named = await orders.get(reference);
  if (!named) return undefined;
  // A resend may be some steps further on, so the orders between are read on the way back.
  let newest: Order = named;
  while (newest.resentAs) {
    const resentAs = await orders.get(newest.resentAs.reference);
    if (!resentAs) break;
    newest = resentAs;
  }
  let chain: Chain = [newest];
  for (let next = predecessorOf(newest); next; next = predecessorOf(chain[0])) {
    const order = await orders.get(next);
    if (!order) break;
    chain = [order, ...chain];
  }
  return chain;
}
