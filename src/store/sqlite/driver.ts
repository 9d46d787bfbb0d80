// The port over one SQLite file.
import { statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { ANY_REV, type Doc, type Driver, readSets, setsText } from '#store/driver.ts';
import { emptyLog, LOCK_WAIT_MS, runTransaction, writeAnew } from './database.ts';
import { inWords, isDamage, MOVED } from './file-faults.ts';
import { closeToOthers } from './files.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSearch } from './search.ts';
import { takeServingLock } from './serving-lock.ts';

/** The process before may still be ending its work (main.ts gives it 10 s). */
const SERVING_WAIT_MS = 12_000;
const PAGE_SIZE = 500;
/** Documents whose time is over are removed a few at a time, by whoever writes another such document. */
const SWEEP_LIMIT = 20;
/** While others read, the log of writes cannot be emptied: for a moment or, as during a backup, for minutes. */
const MAX_TRIES = 20;
const POLL_MS = 50;

/**
 * Texts below this length lie together behind all others: they are the ones that change often, such as queue entries, and so fewer
 * pages are written.
 */
const SMALL = 100;
const FIRST_SMALL_ID = 2 ** 40;

export type SqliteOptions = {
  /** An absolute path, or `:memory:`. */
  readonly file: string;
  readonly clock: Clock;
  /** How long writes, and `serve`, wait for another process; by default 5 and 12 seconds. */
  readonly waitMs?: number;
  /** Receives sentences about files that others can read, and that another process still serves the file. */
  readonly warn?: ((message: string) => void) | undefined;
};

type Row = Record<string, SQLOutputValue>;

export function createSqliteDriver(connection: DatabaseSync, options: SqliteOptions): Driver {
  const { file, clock, waitMs, warn = () => {} } = options;
  const prepare = (sql: string) => connection.prepare(sql);
  const isThere = '(ends_at IS NULL OR ends_at > $now)';
  const readDoc = prepare(`SELECT rev, text FROM docs WHERE key = $key AND ${isThere}`);
  const readRow = prepare(`
    SELECT id, sets, search_id IS NOT NULL AS is_indexed, iif(${isThere}, rev, NULL) AS rev
    FROM docs WHERE key = $key`);
  const store = prepare(`
    INSERT INTO docs (id, key, rev, text, sets, ends_at)
    VALUES (
      (SELECT coalesce(max(id), $firstId) + 1 FROM docs WHERE id >= $firstId AND id < $firstId + ${FIRST_SMALL_ID}),
      $key, $rev, $text, $sets, $endsAt)
    ON CONFLICT (key) DO UPDATE SET rev = $rev, text = $text, sets = $sets, ends_at = $endsAt`);
  const remove = prepare('DELETE FROM docs WHERE key = ?');
  const sweep = prepare(
    'DELETE FROM docs WHERE id IN (SELECT id FROM docs WHERE ends_at <= $now LIMIT $limit)',
  );
  const enterSet = prepare('INSERT OR IGNORE INTO sets (name, score, key) VALUES (?, ?, ?)');
  const leaveSet = prepare('DELETE FROM sets WHERE name = ? AND score = ? AND key = ?');
  const isInSet = prepare('SELECT 1 FROM sets WHERE name = ? AND score = ? AND key = ?');
  const select = `
    SELECT sets.key, score, ifnull(rev, '') AS rev, ifnull(text, '') AS text
    FROM sets LEFT JOIN docs USING (key) WHERE name = $name AND`;
  const oldestFirst = prepare(`
    ${select} (score, sets.key) > ($score, $key) AND score < $end ORDER BY score, sets.key LIMIT $limit`);
  const newestFirst = prepare(`
    ${select} (score, sets.key) < ($score, $key) AND score >= $end ORDER BY score DESC, sets.key DESC LIMIT $limit`);
  // No character is higher than the last one of Unicode.
  const page = prepare(`
    SELECT key, rev, text, sets, ends_at - $now AS ttl FROM docs
    WHERE key >= max($after, $prefix) AND key <> $after AND key < $prefix || char(0x10ffff) AND ${isThere}
    ORDER BY key LIMIT ${PAGE_SIZE}`);
  const search = createSearch(prepare);

  /** Documents that the transaction has stored so far: FTS5 takes as long for one as for a hundred. */
  const toIndex = new Map<string, NonNullable<Doc['index']>>();
  const { write, settle } = createGroupCommit((changes, unsynced) => {
    const changeAll = () => {
      toIndex.clear();
      for (const change of changes) change();
      search.enter(toIndex);
    };
    inWords(file, () => runTransaction(connection, changeAll, unsynced));
  }, waitMs ?? LOCK_WAIT_MS);
  const opened = identityOf(file);
  let lock: DatabaseSync | undefined;

  function changeSets(key: string, before: Doc['sets'], after: Doc['sets']): void {
    for (const [name, score] of Object.entries(before))
      if (after[name] !== score) leaveSet.run(name, score, key);
    for (const [name, score] of Object.entries(after))
      if (before[name] !== score) enterSet.run(name, score, key);
  }

  /** `row`: what is stored under the key. */
  function put({ key, rev, text, ttlMs, index, sets: after }: Doc, sets: string, row: Row | undefined): void {
    const endsAt = ttlMs === undefined ? null : clock.now() + ttlMs;
    store.run({ firstId: text.length < SMALL ? FIRST_SMALL_ID : 0, key, rev, text, sets, endsAt });
    const before = String(row?.['sets'] ?? '{}');
    if (before !== sets) changeSets(key, readSets(before), after);
    if (index) toIndex.set(key, index);
  }

  function drop(key: string, row: Row | undefined): void {
    if (!row) return;
    changeSets(key, readSets(String(row['sets'])), {});
    if (row['is_indexed'] === 1) search.leave(key);
    remove.run(key);
  }

  function isMisplaced(doc: Doc): boolean {
    const { key, sets, index } = doc;
    const stored = readRow.get({ key, now: clock.now() });
    if (stored?.['rev'] !== doc.rev) return false;
    return (
      stored['sets'] !== setsText(doc, undefined) ||
      Object.entries(sets).some(([name, score]) => !isInSet.get(name, score, key)) ||
      search.indexedAt(key) !== index?.at
    );
  }

  return {
    address: `sqlite:${file}`,
    async read(keys) {
      const now = clock.now();
      const rows = inWords(file, () => keys.map((key) => readDoc.get({ key, now })));
      return rows.map((row) => row && contentIn(row));
    },
    async list(name, { newestFirst: isNewestFirst, after, ...range } = {}) {
      const { from = -Infinity, below = Infinity, limit = -1 } = range;
      const { score, key } = after ?? { score: isNewestFirst ? below : from, key: '' };
      const [statement, end] = isNewestFirst ? [newestFirst, from] : [oldestFirst, below];
      return inWords(file, () => statement.all({ name, score, key, end, limit })).map(entryIn);
    },
    async commit({ expect = {}, put: docs = [], drop: keys = [], unsynced }) {
      // A set whose score is no number is refused here, before it could undo what others write together with it.
      const puts = docs.map((doc) => [doc, setsText(doc, undefined)] as const);
      const stale = new Map<string, string | undefined>();
      await write(() => {
        const now = clock.now();
        const rows = new Map<string, Row | undefined>();
        const rowOf = (key: string) => {
          if (!rows.has(key)) rows.set(key, readRow.get({ key, now }));
          return rows.get(key);
        };
        stale.clear();
        for (const [key, wanted] of Object.entries(expect)) {
          const rev = rowOf(key)?.['rev']?.toString();
          if (wanted === ANY_REV ? rev === undefined : rev !== wanted) stale.set(key, rev);
        }
        if (stale.size > 0) return;
        for (const [doc, sets] of puts) put(doc, sets, rowOf(doc.key));
        for (const key of keys) drop(key, rowOf(key));
        if (docs.some(({ ttlMs }) => ttlMs !== undefined)) sweep.run({ now, limit: SWEEP_LIMIT });
      }, unsynced);
      return stale;
    },
    search: async (clauses, range) => inWords(file, () => search.find(clauses, range)).map(entryIn),
    async *scan(prefix) {
      for (let after = '', isOver = false; !isOver; ) {
        const now = clock.now();
        const docs = inWords(file, () => page.all({ after, prefix, now })).map(docIn);
        yield docs;
        isOver = docs.length < PAGE_SIZE;
        after = docs.at(-1)?.key ?? '';
      }
    },
    misplaced: async (docs) => inWords(file, () => docs.filter(isMisplaced)).map(({ key }) => key),
    /** Reads all of the file in one go: about 3 s for each gigabyte. */
    async damage() {
      return inWords(file, () => {
        try {
          const found = prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
          return found === 'ok' ? undefined : String(found).split('\n').findLast(Boolean);
        } catch (error) {
          if (isDamage(error)) return error.message;
          throw error;
        }
      });
    },
    async scrub(keys) {
      await write(() => void sweep.run({ now: clock.now(), limit: -1 }));
      for (const key of keys) await write(() => writeAnew(connection, key));
      for (let tries = 1; !emptyLog(connection) && tries < MAX_TRIES; tries += 1) await setTimeout(POLL_MS);
    },
    check: async () => inWords(file, () => checkIdentity(file, opened)),
    async serve(as) {
      if (file === ':memory:') return true;
      const isCopy = as === 'copy';
      const busy = isCopy
        ? `Teller is using ${file}, or a copy is running. Stop it first.`
        : `Another Teller is using ${file}. Stop it, or set STORE_URL to another file. To share one store between several Tellers, use Redis.`;
      lock ??= await takeServingLock(file, busy, isCopy ? 0 : (waitMs ?? SERVING_WAIT_MS), warn);
      closeToOthers(file, warn);
      return true;
    },
    async close() {
      await settle();
      if (connection.isOpen) connection.close();
      lock?.close();
      lock = undefined;
    },
  };
}

function contentIn({ rev, text }: Row) {
  return { rev: String(rev), text: String(text) };
}

function entryIn(row: Row) {
  return { score: Number(row['score']), key: String(row['key']), ...contentIn(row) };
}

function docIn(row: Row): Doc {
  const { key, sets, ttl } = row;
  const ttlMs = ttl === null ? undefined : Number(ttl);
  return { key: String(key), ...contentIn(row), sets: readSets(String(sets)), ttlMs };
}

/** Which file lies at a path. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** What is written to a file that is not at its path any more would be lost. */
function checkIdentity(file: string, opened: string | undefined): void {
  if (identityOf(file) !== opened) throw Object.assign(new Error('moved'), { errcode: MOVED });
}
