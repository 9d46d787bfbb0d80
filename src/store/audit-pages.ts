// Lines of the audit record as a store reads them, and pages of them by their time. The end of a page is a text for the start of
// the next: a time and a number, because lines can share a millisecond.
import type { AuditLine } from '#orders/audit-line.ts';
import type { AuditLines } from './audit-record.ts';

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
