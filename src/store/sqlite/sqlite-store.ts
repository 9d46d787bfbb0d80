// The embedded store: the port's parts over one SQLite file.
import type { Clock } from '#lib/clock.ts';
import { createKeyValues, type TextStorage } from '#store/key-values.ts';
import { readAll } from '#store/read-order.ts';
import type { Store } from '#store/store.ts';
import { checkOwn } from '#store/store-state.ts';
import { createAudit } from './audit.ts';
import { type Database, numberIn, openDatabase, type Row, textIn } from './database.ts';
import { createLeases, endLeases } from './leases.ts';
import { createOrderStore } from './order-store.ts';
import { closeToOthers } from './private-files.ts';
import { endClaims } from './queues.ts';
import { SELECT_STATE, stateIn } from './reader.ts';
import { createScrub } from './scrub.ts';
import { createSearch } from './search.ts';
import { createServingLock } from './serving-lock.ts';

/** Long enough for any other process's commit on a slow disk. */
const BUSY_TIMEOUT_MS = 5_000;
/** The process before may still be ending its work (main.ts gives it 10 s). */
const SERVING_WAIT_MS = 12_000;

/** Opens `file`, an absolute path or `:memory:`. Throws an Error that names the file when it cannot. */
export function openSqliteStore(options: {
  file: string;
  clock: Clock;
  busyTimeoutMs?: number;
  servingWaitMs?: number;
  /** Hears of files that others can read, and that another process still serves the file. */
  warn?: (message: string) => void;
}): Store {
  const { file, clock, busyTimeoutMs = BUSY_TIMEOUT_MS, servingWaitMs = SERVING_WAIT_MS } = options;
  const database = openDatabase(file, busyTimeoutMs);
  const { warn = () => {} } = options;
  const servingLock = createServingLock(file, servingWaitMs, { warn });
  const search = createSearch(database);
  const { appendWithin, addWithin: _, ...audit } = createAudit(database);
  const storageOf = createKeyValueStorage(database, clock);
  const moves = database.prepare(SELECT_STATE);
  const beat = database.prepare('INSERT OR REPLACE INTO pulse (only, at) VALUES (1, $at)');
  let serves = false;
  return {
    orders: createOrderStore(database, search, { appendWithin }),
    audit,
    everyOrder: createEveryOrder(database),
    leases: createLeases(database, clock, () => serves),
    keyValues: (name) => createKeyValues(name, storageOf(name)),
    digest: async (text) => database.digest(text),
    scrub: createScrub(database, clock),
    async ping() {
      database.checkFile();
      await database.write(() => {
        checkOwn(stateIn(moves.get()));
        beat.run({ at: clock.now() });
      });
    },
    async serve() {
      await servingLock.take();
      try {
        checkOwn(stateIn(moves.get()));
      } catch (error) {
        servingLock.free();
        throw error;
      }
      closeToOthers(
        ['', '-wal', '-shm', '-lock', '-lock-journal'].map((end) => file + end),
        warn,
      );
      await endWorkOfBefore(database, clock.now());
      serves = true;
    },
    async close() {
      await database.close();
      servingLock.free();
    },
  };
}

/** Ends what the process that served before has held, so that it is taken up at once. */
async function endWorkOfBefore(database: Database, now: number): Promise<void> {
  await database.write(() => {
    endClaims(database, now);
    endLeases(database, now);
  });
}

const PAGE_SIZE = 500;

function createEveryOrder(database: Database): Store['everyOrder'] {
  const rowsAfter = database.prepare(
    'SELECT rowid, reference, doc FROM orders WHERE rowid > ? ORDER BY rowid LIMIT ?',
  );

  return async function* everyOrder() {
    let rows: Row[] = [];
    do {
      const last = rows.at(-1);
      rows = rowsAfter.all(last ? numberIn(last, 'rowid') : 0, PAGE_SIZE);
      yield readAll(rows.map((row) => ({ reference: textIn(row, 'reference'), text: textIn(row, 'doc') })));
    } while (rows.length > 0);
  };
}

/** Expired values are deleted a few at a time, by whoever writes next. */
const SWEEP_LIMIT = 20;

/** Gives each name its storage. Errors are thrown and never emitted, so that no outage passes for "not there". */
function createKeyValueStorage(database: Database, clock: Clock): (name: string) => TextStorage {
  const select = database.prepare(`
    SELECT value FROM notes WHERE name = $name AND key = $key AND (expires_at IS NULL OR expires_at > $now)`);
  const upsert = database.prepare(`
    INSERT OR REPLACE INTO notes (name, key, value, expires_at) VALUES ($name, $key, $value, $expiresAt)`);
  const remove = database.prepare('DELETE FROM notes WHERE name = $name AND key = $key');
  const sweep = database.prepare(`
    DELETE FROM notes WHERE rowid IN (SELECT rowid FROM notes WHERE expires_at <= $now LIMIT ${SWEEP_LIMIT})`);

  return (name) => ({
    async get(key) {
      const row = select.get({ name, key, now: clock.now() });
      return row && textIn(row, 'value');
    },
    async set(key, value, ttlMs) {
      const now = clock.now();
      await database.write(() => {
        sweep.run({ now });
        upsert.run({ name, key, value, expiresAt: ttlMs === undefined ? null : now + ttlMs });
      });
    },
    async delete(key) {
      return database.write(() => remove.run({ name, key }).changes > 0);
    },
  });
}
