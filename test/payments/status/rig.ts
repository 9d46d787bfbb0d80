// For one test: the real embedded store in a folder of its own, with a clock that the test moves.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createOrderSaves, type OrderSaves } from '#payments/status/order-saves.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { createMovingClock, type MovingClock } from '#sandbox/environment/moving-clock.ts';
import { openStore } from '#store/open.ts';
import type { OrderStore, Queue, Store } from '#store/store.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

export type Rig = {
  readonly clock: MovingClock;
  readonly store: Store;
  readonly orders: Store['orders'];
  /** Puts an order down, waiting in `queue` from now on if one is named. */
  put(name: string, own?: Partial<Order>, queue?: Queue): Promise<Order>;
  /** The kept order; throws when there is none. */
  kept(reference: string): Promise<Order>;
};

export async function startRig(): Promise<Rig> {
  const clock = createMovingClock();
  const folder = await mkdtemp(join(tmpdir(), 'teller-payments-'));
  const store = await openStore(`sqlite:${join(folder, 'teller.sqlite')}`, { clock });
  const { orders } = store;
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    clock,
    store,
    orders,
    async put(name, own = {}, queue) {
      const order = sampleOrder(name, { createdAt: clock.now(), changedAt: clock.now(), ...own });
      await orders.insert(order, queue ? { [queue]: clock.now() } : {});
      return order;
    },
    async kept(reference) {
      const order = await orders.get(referenceOf(reference));
      if (!order) throw new Error(`no order ${reference}`);
      return order;
    },
  };
}

/** The saves of production; a test that breaks an invariant fails with its name. */
export function savesOf(orders: OrderStore): OrderSaves {
  return createOrderSaves({
    orders,
    reporter: { error: () => 'incident' },
    saveRefused: () => {},
    timeZone: 'Africa/Nairobi',
  });
}

/** `changed`: the orders of which it was said that a change shows. */
export function updatesOf(rig: Rig, orders: OrderStore = rig.orders) {
  const changed: Order[] = [];
  const updates = createOrderUpdates({
    orders,
    saves: savesOf(orders),
    clock: rig.clock,
    orderChanged: (order) => changed.push(order),
  });
  return { updates, changed };
}
