// The end of one page of payments, as text for the start of the next: a time and a reference, because payments can share
// a millisecond.

export type Cursor = { readonly paidAt: number; readonly reference: string };

/** The text that a page has as `next`. */
export function writeCursor({ paidAt, reference }: Cursor): string {
  return `${paidAt}/${reference}`;
}

/** Throws when `text` did not come from a page. */
export function readCursor(text: string): Cursor {
  const [, paidAt, reference] = /^(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (paidAt === undefined || reference === undefined) {
    throw new Error('A page of payments can only go on from the `next` of the page before it.');
  }
  return { paidAt: Number(paidAt), reference };
}
