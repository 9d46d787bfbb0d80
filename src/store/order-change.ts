// What both drivers make of OrderStore.saveTogether, and insert and save as changes of a single order.
import type { Deed } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import type { OrderChange, OrderStore, Schedule } from './store.ts';

type OrderWrite = {
  /** As it will be stored. */
  readonly order: Order;
  /** The version that must be stored now; undefined when the order must not be stored yet. */
  readonly expected: number | undefined;
  readonly trigger: Schedule;
  readonly deeds: readonly Deed[];
};

/** Throws when an order is among the changes twice: the second one's version cannot be the stored one. */
export function writesOf(changes: readonly OrderChange[]): OrderWrite[] {
  const writes = changes.map(({ order, isNew, trigger = {}, deeds = [] }) => ({
    order: { ...order, version: isNew ? 0 : order.version + 1 },
    expected: isNew ? undefined : order.version,
    trigger,
    deeds,
  }));
  if (new Set(changes.map(({ order }) => order.reference)).size < changes.length)
    throw new Error('An order can be saved only once in one step.');
  return writes;
}

export function createSingleSaves(
  saveTogether: OrderStore['saveTogether'],
): Pick<OrderStore, 'insert' | 'save'> {
  return {
    insert: (order, trigger = {}, deeds = []) => saveTogether([{ order, isNew: true, trigger, deeds }]),
    async save(order, trigger = {}, deeds = []) {
      const isSaved = await saveTogether([{ order, trigger, deeds }]);
      return isSaved ? { ...order, version: order.version + 1 } : undefined;
    },
  };
}
