// The interface of both drivers' audit record: who did what, for ever. test/store/contract-audit.ts tests what the comments
// here promise.
import type { AuditLine, Deed } from '#orders/audit-line.ts';
import type { Reference } from '#orders/reference.ts';

/**
 * Lines are added and never changed, and each is chained to the one before (audit-chain.ts). Lines of deeds that change an order
 * come with the save (store.ts, `OrderStore`). A line that cannot be read is `damaged`, by its place; verifyChain says what is
 * wrong with it.
 */
export type AuditRecord = {
  /** Adds lines for deeds that change no order: all of them, or none when it rejects (but see OrderStore about writes). */
  append(deeds: readonly Deed[]): Promise<void>;
  /** The newest line's number and hash; 0 and '' while there is none. */
  head(): Promise<AuditHead>;
  /** The lines after the line `after`, in their order, up to `limit`. `place`: where it stands, 1 for the first. */
  read(page: {
    after: number;
    limit: number;
  }): Promise<readonly { readonly place: number; readonly line: AuditLine | undefined }[]>;
  /** The lines about an order, oldest first. The cost does not depend on the length of the record. */
  linesOf(reference: Reference): Promise<AuditLines>;
  /**
   * The lines whose `at` lies in [`from`, `to`) (ms), by `at` and then by number, a page of up to `limit` (at least 1) at a time.
   * Start without `after`; go on with the page's `next` until that is undefined.
   */
  linesBetween(
    period: { from: number; to: number },
    page: { limit: number; after?: string },
  ): Promise<AuditLines & { readonly next: string | undefined }>;
};

export type AuditHead = { readonly count: number; readonly hash: string };

type AuditLines = { readonly lines: readonly AuditLine[]; readonly damaged: readonly number[] };

/** `line`: undefined when it cannot be read. */
export type StoredLine = { readonly place: number; readonly line: AuditLine | undefined };

export function linesIn(stored: readonly StoredLine[]): AuditLines {
  return {
    lines: stored.flatMap(({ line }) => (line ? [line] : [])),
    damaged: stored.flatMap(({ place, line }) => (line ? [] : [place])),
  };
}

/** The page of `size` lines that begins with `stored`, which are one more than that where a next page follows. */
export function pageOfLines(
  stored: readonly (StoredLine & { readonly at: number })[],
  size: number,
): AuditLines & { readonly next: string | undefined } {
  const page = stored.slice(0, size);
  const last = stored.length > size ? page.at(-1) : undefined;
  return { ...linesIn(page), next: last && `${last.at}/${last.place}` };
}

/** The line after which a page begins: that of `after`, the `next` of pageOfLines, else none, at the time `from` (ms). */
export function startOfPage(after: string | undefined, from: number): { at: number; seq: number } {
  if (after === undefined) return { at: from, seq: 0 };
  const [, at, seq] = /^(-?\d+(?:\.\d+)?)\/(\d+)$/.exec(after) ?? [];
  if (at === undefined || seq === undefined)
    throw new Error('A page can only go on from the `next` of the page before it.');
  return { at: Number(at), seq: Number(seq) };
}
