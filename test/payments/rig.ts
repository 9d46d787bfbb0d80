// The real embedded store in a folder of its own, with a clock to move: what this room is built on, for one test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createMovingClock, type MovingClock } from '#sandbox/environment/moving-clock.ts';
import { openStore } from '#store/open.ts';
import type { Queue, Store } from '#store/store.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

export type Rig = {
  readonly clock: MovingClock;
  readonly store: Store;
  readonly ledger: Store['ledger'];
  /** Puts an order down, waiting in `queue` from now on if one is named. */
  put(name: string, own?: Partial<Order>, queue?: Queue): Promise<Order>;
  /** The kept order; throws when there is none. */
  kept(reference: string): Promise<Order>;
};

export async function startRig(): Promise<Rig> {
  const clock = createMovingClock();
  const folder = await mkdtemp(join(tmpdir(), 'teller-payments-'));
  const store = await openStore(`sqlite:${join(folder, 'teller.sqlite')}`, { clock });
  const { ledger } = store;
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    clock,
    store,
    ledger,
    async put(name, own = {}, queue) {
      const order = sampleOrder(name, { createdAt: clock.now(), changedAt: clock.now(), ...own });
      await ledger.insert(order, queue ? { [queue]: clock.now() } : {});
      return order;
    },
    async kept(reference) {
      const order = await ledger.get(reference);
      if (!order) throw new Error(`no order ${reference}`);
      return order;
    },
  };
}
