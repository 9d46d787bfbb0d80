// The only way from payments/ to the store's saves: what no order may be (orders/invariants.ts) is not saved, but logged
// and counted. Called by order-updates.ts, notifications.ts and ordering/create-order.ts.
import type { Reporter } from '#observability/reporter.ts';
import { brokenInvariant, type Invariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import type { OrderChange, OrderStore, Schedule } from '#store/store.ts';

/** `before`: the order as it was read, from which `after` was made. */
type SavedChange = { readonly before: Order; readonly after: Order; readonly trigger?: Schedule };

/** As OrderStore, but all reject with InvariantBroken, and save nothing, when an order would be what none may be. */
export type OrderSaves = {
  insert(order: Order, trigger: Schedule): Promise<boolean>;
  save(before: Order, after: Order, trigger: Schedule): Promise<Order | undefined>;
  saveTogether(changes: readonly SavedChange[]): Promise<boolean>;
  /** A new order, and in the same step a change of another one. */
  insertWith(order: Order, trigger: Schedule, change: SavedChange): Promise<boolean>;
};

/** A fault of this program: the order stays as it was. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

export function createOrderSaves(deps: {
  orders: Pick<OrderStore, 'insert' | 'save' | 'saveTogether'>;
  reporter: Pick<Reporter, 'error'>;
  /** Counts what was refused. */
  saveRefused: (rule: Invariant) => void;
}): OrderSaves {
  const { orders, reporter, saveRefused } = deps;

  function refuseBroken(after: Order, before: Order | undefined): void {
    const rule = brokenInvariant(after, before);
    if (rule === undefined) return;
    const { reference, state, version } = after;
    const error = new InvariantBroken(`order ${reference} was not saved, because it would break "${rule}"`);
    saveRefused(rule);
    reporter.error(error, { reference, rule, from: before?.state, to: state, version });
    throw error;
  }

  function changeOf({ before, after, trigger }: SavedChange): OrderChange {
    refuseBroken(after, before);
    return { order: after, ...(trigger ? { trigger } : {}) };
  }

  return {
    async insert(order, trigger) {
      refuseBroken(order, undefined);
      return orders.insert(order, trigger);
    },
    async save(before, after, trigger) {
      refuseBroken(after, before);
      return orders.save(after, trigger);
    },
    saveTogether: async (changes) => orders.saveTogether(changes.map(changeOf)),
    async insertWith(order, trigger, change) {
      refuseBroken(order, undefined);
      return orders.saveTogether([{ order, isNew: true, trigger }, changeOf(change)]);
    },
  };
}
