// The only way from payments/ to the store's saves: money is entered in the books with the save that changes it
// (orders/entries.ts), what people did gets its line in the audit record (orders/audit-events.ts), and what no order may be
// (orders/invariants.ts) is not saved, but logged and counted. An order that exists is
// changed through order-updates.ts.
import type { Reporter } from '#observability/reporter.ts';
import { auditEventsOf } from '#orders/audit-events.ts';
import { withEntries } from '#orders/entries.ts';
import { keptErased } from '#orders/forgetting.ts';
import { brokenInvariant, type Invariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import type { OrderChange } from '#store/orders.ts';
import type { Schedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';

/** `before`: the order as it was read, from which `after` was made. */
type SavedChange = { readonly before: Order; readonly after: Order; readonly trigger?: Schedule };

/** As OrderStore, but all reject with InvariantBroken, and save nothing, when an order would be what none may be. */
export type OrderSaves = {
  insert(order: Order, trigger: Schedule): Promise<boolean>;
  save(before: Order, after: Order, trigger: Schedule): Promise<Order | undefined>;
  /** Resolves to the orders as stored, or undefined when none was. */
  saveTogether(changes: readonly SavedChange[]): Promise<readonly Order[] | undefined>;
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
  /** In which the days of the books begin. */
  timeZone: string;
}): OrderSaves {
  const { orders, reporter, saveRefused, timeZone } = deps;

  /** The order to be stored. Throws when it would break an invariant. */
  function checked(changed: Order, before: Order | undefined): Order {
    // A check, or a process that read the order before, may bring back what was erased.
    const after = withEntries(keptErased(changed), timeZone);
    const rule = brokenInvariant(after, before);
    if (rule === undefined) return after;
    const { reference, state, version } = after;
    const error = new InvariantBroken(`order ${reference} was not saved: it would break "${rule}"`);
    saveRefused(rule);
    reporter.error(error, { reference, rule, from: before?.state, to: state, version });
    throw error;
  }

  function changeOf({ before, after, trigger }: SavedChange): OrderChange {
    return {
      order: checked(after, before),
      events: auditEventsOf(after, before),
      ...(trigger ? { trigger } : {}),
    };
  }

  return {
    async insert(order, trigger) {
      return orders.insert(checked(order, undefined), trigger, auditEventsOf(order, undefined));
    },
    async save(before, after, trigger) {
      return orders.save(checked(after, before), trigger, auditEventsOf(after, before));
    },
    async saveTogether(changes) {
      const checkedChanges = changes.map(changeOf);
      const isSaved = await orders.saveTogether(checkedChanges);
      return isSaved
        ? checkedChanges.map(({ order }) => ({ ...order, version: order.version + 1 }))
        : undefined;
    },
    async insertWith(order, trigger, change) {
      const events = auditEventsOf(order, undefined);
      const created = { order: checked(order, undefined), isNew: true, trigger, events } as const;
      return orders.saveTogether([created, changeOf(change)]);
    },
  };
}
