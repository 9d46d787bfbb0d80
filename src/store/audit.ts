// The audit record: who did what, for ever, as a chain of hashes, so that a line which is changed, left out or added later no longer
// fits the lines around it (docs/security.md). A document is kept for each line, and one for the head. A commit expects the head
// that its lines are chained onto; whoever was slower chains them onto the new head and tries again.
import { hash } from 'node:crypto';
import { parseJson } from '#lib/text.ts';
import { type AuditEvent, type AuditLine, auditLine } from '#orders/audit-line.ts';
import { type PageOptions, readPage } from './cursor.ts';
import type { Batch, Doc, Driver, Entry, Stale } from './driver.ts';

/** Of a line that cannot be read, `damaged` has the number. */
export type AuditRecord = Omit<ReturnType<typeof createAudit>, 'commitWith'>;

export type AuditHead = { readonly count: number; readonly hash: string };

export const EMPTY_HEAD: AuditHead = { count: 0, hash: '' };

/** `events` as the lines that follow `head`, and the head after them. */
export function chain(head: AuditHead, events: readonly AuditEvent[]) {
  let last = head;
  const lines = events.map((event): AuditLine => {
    const seq = last.count + 1;
    last = { count: seq, hash: hashOf(last.hash, { ...event, seq }) };
    return { ...event, seq, hash: last.hash };
  });
  return { lines, head: last };
}

/** SHA-256 over the hash before and the line as a JSON list: seq, at, who, event, order or '', outcome. Hexadecimal. */
export function hashOf(previous: string, line: Omit<AuditLine, 'hash'>): string {
  const { seq, at, who, event, order = '', outcome } = line;
  return hash('sha256', previous + JSON.stringify([seq, at, who, event, order, outcome]));
}

/**
 * `broken` at line `seq`. `changed`: the line does not fit the one before it, so it was changed, or the one before with its hash.
 * `missing`: the line is not there. `added`: a line stands where none belongs.
 */
type ChainCheck =
  | { readonly status: 'whole'; readonly head: AuditHead }
  | { readonly status: 'broken'; readonly seq: number; readonly fault: 'changed' | 'missing' | 'added' };

const PAGE_SIZE = 1_000;

/** Reads the record, which may grow meanwhile, up to the first line that is wrong. Rejects when the store is down. */
export async function verifyChain(audit: Pick<AuditRecord, 'read' | 'head'>): Promise<ChainCheck> {
  const head = await audit.head();
  let last = EMPTY_HEAD;
  while (last.count < head.count) {
    const page = await audit.read({ after: last.count, limit: PAGE_SIZE });
    for (const stored of page) {
      if (last.count >= head.count) break;
      const seq = last.count + 1;
      if (!stored) return { status: 'broken', seq, fault: 'missing' };
      const { line } = stored;
      if (line?.seq !== seq || line.hash !== hashOf(last.hash, line))
        return { status: 'broken', seq, fault: 'changed' };
      last = { count: seq, hash: line.hash };
    }
  }
  if (last.count !== head.count || last.hash !== head.hash)
    return { status: 'broken', seq: last.count, fault: 'changed' };
  const more = await audit.read({ after: head.count, limit: PAGE_SIZE });
  if (more.some(Boolean) && (await audit.head()).count === head.count)
    return { status: 'broken', seq: head.count + 1, fault: 'added' };
  return { status: 'whole', head };
}

export const HEAD = 'audit';
export const LINE = 'line:';
const LINES = 'lines';
const linesSet = (reference: string): string => `lines:${reference}`;

export const lineKey = (seq: number): string => LINE + String(seq).padStart(12, '0');

function lineDoc(line: AuditLine): Doc {
  const { seq, at, order, hash } = line;
  const sets = { [LINES]: at, ...(order && { [linesSet(order)]: seq }) };
  return { key: lineKey(seq), rev: hash, text: JSON.stringify(line), sets };
}

function headDoc({ count, hash }: AuditHead): Doc {
  return { key: HEAD, rev: `${count}|${hash}`, text: '', sets: {} };
}

export function readHead(rev: string | undefined): AuditHead {
  if (rev === undefined) return EMPTY_HEAD;
  const [count, hash = ''] = rev.split('|');
  return { count: Number(count), hash };
}

/** Other processes may be faster; each failure means that one of them was. */
const MAX_TRIES = 500;

export function createAudit({ read, list, commit }: Pick<Driver, 'read' | 'list' | 'commit'>) {
  /** After the last lines that were sent, so that commits need not wait for each other. */
  let head = EMPTY_HEAD;
  /** Goes up when `head` turns out to be wrong. Whatever was sent before then is stale, too. */
  let corrections = 0;

  /** Commits `batch` together with lines for `events`, and answers what is stale in `batch`. */
  async function commitWith(batch: Batch, events: readonly AuditEvent[]): Promise<Stale> {
    if (events.length === 0) return commit(batch);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = head;
      const sentAt = corrections;
      const chained = chain(before, events);
      head = chained.head;
      const stale = await commit({
        ...batch,
        expect: { ...batch.expect, [HEAD]: before.count > 0 ? headDoc(before).rev : undefined },
        put: [...(batch.put ?? []), ...chained.lines.map(lineDoc), headDoc(chained.head)],
      });
      if (stale.size === 0) return stale;
      if (corrections === sentAt) {
        corrections += 1;
        head = stale.has(HEAD) ? readHead(stale.get(HEAD)) : before;
      }
      const others = [...stale].filter(([key]) => key !== HEAD);
      if (others.length > 0) return new Map(others);
    }
    throw new Error(`other processes were faster with the audit record ${MAX_TRIES} times in a row`);
  }

  return {
    commitWith,
    /** Adds lines for audit events that change no order; those that change one come with the save. */
    async append(events: readonly AuditEvent[]): Promise<void> {
      await commitWith({}, events);
    },
    /** The newest line's number and hash. */
    async head(): Promise<AuditHead> {
      const [stored] = await read([HEAD]);
      return readHead(stored?.rev);
    },
    /** The `limit` lines after the line `after`, in their order; undefined for one that is missing. */
    async read({ after, limit }: { after: number; limit: number }) {
      const keys = Array.from({ length: limit }, (_, index) => lineKey(after + index + 1));
      return (await read(keys)).map((stored) => stored && { line: readLine(stored.text) });
    },
    /** The lines about an order, oldest first. The cost does not depend on the length of the record. */
    linesOf: async (reference: string) => linesIn(await list(linesSet(reference))),
    /** A page of the lines whose `at` lies in [`from`, `to`) (ms), by `at` and then by number. */
    async linesBetween({ from, to }: { from: number; to: number }, options: PageOptions) {
      const { page, next } = await readPage(options, (range) => list(LINES, { from, below: to, ...range }));
      return { ...linesIn(page), next };
    },
  };
}

function linesIn(entries: readonly Entry[]): { lines: AuditLine[]; damaged: number[] } {
  const lines: AuditLine[] = [];
  const damaged: number[] = [];
  for (const { key, text } of entries) {
    const line = readLine(text);
    if (line) lines.push(line);
    else damaged.push(Number(key.slice(LINE.length)));
  }
  return { lines, damaged };
}

/** Whoever changes a document past Teller may put anything into it. */
function readLine(text: string): AuditLine | undefined {
  return auditLine.safeParse(parseJson(text)).data;
}
