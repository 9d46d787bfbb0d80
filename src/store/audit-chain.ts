// The audit record as a chain: each line has the hash of itself and of the hash before it, so that a line that is changed,
// left out or added later no longer fits the lines around it. docs/security.md says how to check an exported file by hand.
import { hash } from 'node:crypto';
import type { AuditLine, Deed } from '#orders/audit-line.ts';
import type { AuditHead, AuditRecord } from './audit-record.ts';

/** Of a record without lines. */
export const EMPTY_HEAD: AuditHead = { count: 0, hash: '' };

/** `deeds` as the lines that follow `head`, and the head after them. */
export function chain(
  head: AuditHead,
  deeds: readonly Deed[],
): { readonly lines: readonly AuditLine[]; readonly head: AuditHead } {
  const lines: AuditLine[] = [];
  let last = head;
  for (const deed of deeds) {
    const seq = last.count + 1;
    const line = { ...deed, seq, hash: hashOf(last.hash, { ...deed, seq }) };
    lines.push(line);
    last = { count: seq, hash: line.hash };
  }
  return { lines, head: last };
}

/** SHA-256 over the hash before and the line as a JSON list: seq, at, who, deed, order or '', outcome. Hexadecimal. */
export function hashOf(previous: string, line: Omit<AuditLine, 'hash'>): string {
  const { seq, at, who, deed, order = '', outcome } = line;
  return hash('sha256', previous + JSON.stringify([seq, at, who, deed, order, outcome]));
}

/**
 * `broken` at line `seq`. `changed`: it does not fit the line before it, so it was changed, or the one before with its hash.
 * `missing`: it is not there. `added`: it stands where no line belongs.
 */
export type ChainCheck =
  | { readonly status: 'whole'; readonly head: AuditHead }
  | { readonly status: 'broken'; readonly seq: number; readonly fault: 'changed' | 'missing' | 'added' };

const PAGE_SIZE = 1_000;

/** Reads the whole record, which may grow meanwhile, up to the first line that is wrong. Rejects when the store is down. */
export async function verifyChain(audit: Pick<AuditRecord, 'read' | 'head'>): Promise<ChainCheck> {
  let last = EMPTY_HEAD;
  for (;;) {
    const places = await audit.read({ after: last.count, limit: PAGE_SIZE });
    for (const { place, line } of places) {
      const seq = last.count + 1;
      const found = line?.seq ?? place;
      if (found !== seq)
        return {
          status: 'broken',
          ...(found > seq ? { seq, fault: 'missing' } : { seq: found, fault: 'added' }),
        };
      if (!line || line.hash !== hashOf(last.hash, line)) return { status: 'broken', seq, fault: 'changed' };
      last = { count: seq, hash: line.hash };
    }
    if (places.length > 0) continue;
    const head = await audit.head();
    if (head.count < last.count) return { status: 'broken', seq: head.count + 1, fault: 'added' };
    if (head.count === last.count)
      return head.hash === last.hash
        ? { status: 'whole', head }
        : { status: 'broken', seq: last.count, fault: 'changed' };
    // Lines that the head counts and that were not there were added since, or cut off.
    const [next] = await audit.read({ after: last.count, limit: 1 });
    if (!next) return { status: 'broken', seq: last.count + 1, fault: 'missing' };
  }
}
