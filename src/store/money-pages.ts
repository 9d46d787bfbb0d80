// Pages of money entries, and of orders that have none yet. The end of a page is a text for the start of the next: times and a
// reference, because orders can share a millisecond.
import { readAll } from './read-order.ts';
import type { EntriesPage, OrdersPage } from './store.ts';

/** Where an order stands in a list that is sorted by a time (ms) and then by reference. */
export type Place = { readonly at: number; readonly reference: string };
type Document = Place & { readonly text: string };

/** The page of `size` orders that begins with `documents`, which are one more than that where a next page follows. */
export function ordersPageOf(documents: readonly Document[], size: number): OrdersPage {
  const page = documents.slice(0, size);
  const last = documents.length > size ? page.at(-1) : undefined;
  return { ...readAll(page), next: last && placeText(last) };
}

/** The same for entries; an order stands in `documents` once for each `day` of which its entries are wanted. */
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
    next: last && `${last.day}/${placeText(last)}`,
  };
}

/** Reads the `next` of ordersPageOf. Throws when `text` did not come from it. */
export function readPlace(text: string): Place {
  const [, at, reference] = /^(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (at === undefined || reference === undefined)
    throw new Error('A page can only go on from the `next` of the page before it.');
  return { at: Number(at), reference };
}

/** The same for entriesPageOf. */
export function readDayPlace(text: string): Place & { readonly day: string } {
  const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)\/(.+)$/.exec(text) ?? [];
  return { day, ...readPlace(rest) };
}

function placeText({ at, reference }: Place): string {
  return `${at}/${reference}`;
}
