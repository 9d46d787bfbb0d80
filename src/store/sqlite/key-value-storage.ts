// Texts in the table `notes`, in which each name has its own rows. Values end by the given clock.
import type { Clock } from '#lib/clock.ts';
import type { TextStorage } from '#store/key-values.ts';
import { type Database, textIn } from './database.ts';

/** Expired values are deleted a few at a time, by whoever writes next. */
const SWEEP_LIMIT = 20;

/** Gives each name its storage. Errors are thrown and never emitted, so that no outage passes for "not there". */
export function createKeyValueStorage(database: Database, clock: Clock): (name: string) => TextStorage {
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
