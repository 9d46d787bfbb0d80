// What both drivers make of OrderStore.saveTogether, and insert and save as changes of a single order.
import type { Deed } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { readAll } from './read-order.ts';
import type { EntriesPage, OrderChange, OrderStore, Schedule } from './store.ts';

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

/** Where an order stands in a list that is sorted by a time (ms) and then by reference. */
export type Place = { readonly at: number; readonly reference: string };
type Document = Place & { readonly text: string };

/**
 * The page that begins with the first `size` of `documents`, which are one more than that where a next page follows. An order
 * stands in `documents` once for each `day` of which its entries are wanted.
 */
export function entriesPageOf(
  documents: readonly (Document & { readonly day: string })[],
  size: number,
): EntriesPage {
  const page = documents.slice(0, size);
  const last = documents.length > size ? page.at(-1) : undefined;
  const read = page.map((document) => ({ ...readAll([document]), day: document.day }));
  return {
    entries: read.flatMap(({ orders, day }) =>
      orders.flatMap((order) =>
        (order.entries ?? []).filter((entry) => entry.day === day).map((entry) => ({ entry, order })),
      ),
    ),
    damaged: read.flatMap(({ damaged }) => damaged),
    next: last && `${last.day}/${last.at}/${last.reference}`,
  };
}

/** Reads the `next` of entriesPageOf. Throws when `text` did not come from there. */
export function readDayPlace(text: string): Place & { readonly day: string } {
  const [, day, at, reference] = /^(\d{4}-\d\d-\d\d)\/(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (day === undefined || at === undefined || reference === undefined)
    throw new Error('A page can only go on from the `next` of the page before it.');
  return { day, at: Number(at), reference };
}
