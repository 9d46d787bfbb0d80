// Pages of money entries. The end of a page is a text for the start of the next: times and a
// reference, because orders can share a millisecond.
import { readAll } from './read-order.ts';
import type { EntriesPage } from './store.ts';

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
