// Pages of payments. The end of one page is a text for the start of the next: a time and a reference, because payments can
// share a millisecond.
import { readAll } from './read-order.ts';
import type { PaymentsPage } from './store.ts';

/**
 * The page of `size` orders that begins with `entries`, which are one more than that where a next page follows; `text` is
 * the stored document.
 */
export function pageOf(
  entries: readonly { readonly reference: string; readonly text: string; readonly paidAt: number }[],
  size: number,
): PaymentsPage {
  const page = entries.slice(0, size);
  const last = entries.length > size ? page.at(-1) : undefined;
  return { ...readAll(page), next: last && `${last.paidAt}/${last.reference}` };
}

/** Reads the `next` of a page. Throws when `text` did not come from a page. */
export function readCursor(text: string): { paidAt: number; reference: string } {
  const [, paidAt, reference] = /^(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (paidAt === undefined || reference === undefined) {
    throw new Error('A page of payments can only go on from the `next` of the page before it.');
  }
  return { paidAt: Number(paidAt), reference };
}
