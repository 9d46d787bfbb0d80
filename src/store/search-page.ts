// What both drivers share of searching: the digests that stand for terms, what an empty query means, orders that were saved
// and are not in the index yet, and pages. The end of one page is a text for the start of the next: a time and a reference,
// because orders can share a millisecond.
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { storedReference } from '#orders/reference.ts';
import type { Digest } from './digest.ts';
import { readAll, readOrder } from './read-order.ts';
import { type SearchTerm, searchTermsOf, stateTerm } from './search-terms.ts';
import type { SearchPage, SearchQuery } from './store.ts';

/** 48 bits: among ten million terms hardly two are the same, and the orders found are compared again. */
const TERM_BYTES = 6;

/** Words, days and amounts recur; a digest takes longer than all else that is done for a term. */
const MAX_KNOWN = 10_000;

export type TermDigest = (term: SearchTerm) => string;

/** `digest` is the store's own. The result stands for a term in the index: 12 characters of hex, or 8 of base64url. */
export function createTermDigest(digest: Digest, encoding: 'hex' | 'base64url'): TermDigest {
  const known = new Map<SearchTerm, string>();
  return (term) => {
    const found = known.get(term);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const made = Buffer.from(digest(term), 'base64url').subarray(0, TERM_BYTES).toString(encoding);
    known.set(term, made);
    return made;
  };
}

/**
 * So many orders may have changed since they were last brought into the index. A save only writes down that its order has,
 * because an order is saved several times within minutes, and its terms take longer than all the rest of a save.
 */
export const MAX_PENDING = 128;

/** The orders that this process has saved last, so that few are read and parsed for the index. */
export function createRecentOrders() {
  const orders = new Map<string, Order>();
  return {
    keep(order: Order): void {
      if (orders.size >= 2 * MAX_PENDING) orders.clear();
      orders.set(order.reference, order);
    },
    /** Undefined when it is not kept, or not any more. Another process may have saved it since. */
    take(reference: string): Order | undefined {
      const order = orders.get(reference);
      orders.delete(reference);
      return order;
    },
  };
}

/** Undefined for an order that cannot be read: it is found by nothing new, and keeps no other from being indexed. */
export function readForIndex(text: string | undefined, reference: string): Order | undefined {
  try {
    return text === undefined ? undefined : readOrder(text, storedReference.parse(reference));
  } catch {
    return undefined;
  }
}

/** Undefined also for an order whose times lie outside the calendar: no save and no other order may fail because of it. */
export function termsForIndex(order: Order | undefined): readonly SearchTerm[] | undefined {
  try {
    return order && searchTermsOf(order);
  } catch {
    return undefined;
  }
}

/** Digests of the clauses; every order is in one of the states. */
export function clausesOf(query: SearchQuery, digest: TermDigest): string[][] {
  const clauses = query.length > 0 ? query : [ORDER_STATES.map(stateTerm)];
  return clauses.map((terms) => [...new Set(terms.map(digest))]);
}

/** An order as the index knows it; `text` is the stored document. */
export type Hit = { readonly reference: string; readonly createdAt: number; readonly text: string };
export type Position = Pick<Hit, 'reference' | 'createdAt'>;

/** Sorts newest first. References are compared as the drivers compare them, by their bytes. */
export function byNewest(a: Position, b: Position): number {
  return b.createdAt - a.createdAt || Buffer.compare(Buffer.from(b.reference), Buffer.from(a.reference));
}

/** The page of `size` orders that begins with `hits`, which are one more than that where a next page follows. */
export function searchPageOf(hits: readonly Hit[], size: number): SearchPage {
  const page = hits.slice(0, size);
  const last = hits.length > size ? page.at(-1) : undefined;
  return { orders: readAll(page).orders, next: last && `${last.createdAt}/${last.reference}` };
}

/** Reads the `next` of a page. Throws when `text` did not come from a page. */
export function readPosition(text: string): Position {
  const [, createdAt, reference] = /^(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (createdAt === undefined || reference === undefined)
    throw new Error('A page of a search can only go on from the `next` of the page before it.');
  return { createdAt: Number(createdAt), reference };
}
