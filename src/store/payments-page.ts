// Where a page of payments ends and the next begins: a time alone would not do, because payments can share a millisecond.

export type Place = { readonly paidAt: number; readonly reference: string };

/** As the text that is handed out as a page's `next`. */
export function writePlace({ paidAt, reference }: Place): string {
  return `${paidAt}/${reference}`;
}

/** Throws when `text` did not come from a page. */
export function readPlace(text: string): Place {
  const [, paidAt, reference] = /^(-?\d+(?:\.\d+)?)\/(.+)$/.exec(text) ?? [];
  if (paidAt === undefined || reference === undefined) {
    throw new Error('A page of payments can only go on from the `next` of the page before it.');
  }
  return { paidAt: Number(paidAt), reference };
}
