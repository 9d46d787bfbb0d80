// The audit record in SQLite: a save adds its lines in its own transaction.
import { type AuditLine, auditLine, type Deed } from '#orders/audit-line.ts';
import { chain } from '#store/audit-chain.ts';
import {
  type AuditHead,
  type AuditRecord,
  linesIn,
  pageOfLines,
  type StoredLine,
  startOfPage,
} from '#store/audit-record.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

export type Audit = AuditRecord & {
  /** Inside of a transaction. */
  appendWithin(deeds: readonly Deed[]): void;
  /** The same with lines that follow the head already. */
  addWithin(lines: readonly AuditLine[]): void;
};

export function createAudit(database: Pick<Database, 'prepare' | 'write'>): Audit {
  const readHead = database.prepare('SELECT count, hash FROM audit_head');
  const writeHead = database.prepare('UPDATE audit_head SET count = $count, hash = $hash');
  const add = database.prepare(`
    INSERT INTO audit (seq, at, who, deed, reference, outcome, hash)
    VALUES ($seq, $at, $who, $deed, $order, $outcome, $hash)`);
  const after = database.prepare('SELECT * FROM audit WHERE seq > $after ORDER BY seq LIMIT $limit');
  const ofOrder = database.prepare('SELECT * FROM audit WHERE reference = ? ORDER BY seq');
  const between = database.prepare(`
    SELECT * FROM audit WHERE (at, seq) > ($at, $seq) AND at < $to ORDER BY at, seq LIMIT $limit`);

  function head(): AuditHead {
    const row = readHead.get();
    if (!row) throw new Error('The head of the audit record is missing.');
    return { count: numberIn(row, 'count'), hash: textIn(row, 'hash') };
  }

  function appendWithin(deeds: readonly Deed[]): void {
    if (deeds.length > 0) addWithin(chain(head(), deeds).lines);
  }

  function addWithin(lines: readonly AuditLine[]): void {
    for (const line of lines) add.run({ ...line, order: line.order ?? null });
    const last = lines.at(-1);
    if (last) writeHead.run({ count: last.seq, hash: last.hash });
  }

  return {
    appendWithin,
    addWithin,
    append: (deeds) => database.write(() => appendWithin(deeds)),
    head: async () => head(),
    read: async (page) => after.all(page).map(storedLine),
    linesOf: async (reference) => linesIn(ofOrder.all(reference).map(storedLine)),
    async linesBetween({ from, to }, { limit, after: place }) {
      const size = Math.max(1, Math.floor(limit));
      const rows = between.all({ ...startOfPage(place, from), to, limit: size + 1 });
      return pageOfLines(
        rows.map((row) => ({ ...storedLine(row), at: numberIn(row, 'at') })),
        size,
      );
    },
  };
}

/** Whoever changes a row past Teller may put anything into it. */
function storedLine(row: Row): StoredLine {
  const { reference, ...columns } = row;
  const read = auditLine.safeParse(reference === null ? columns : { ...columns, order: reference });
  return { place: numberIn(row, 'seq'), line: read.data };
}
