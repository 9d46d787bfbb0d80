// What Keyv needs of a storage, over the table `notes`, in which each name has its own rows. Values end by the given clock.
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { Clock } from '#lib/clock.ts';
import type { Database } from './database.ts';

/** Expired values are deleted a few at a time, by whoever writes next. */
const SWEEP_LIMIT = 20;

/** Gives each name its storage. Errors are thrown and never emitted, so that no outage passes for "not there". */
export function createKeyValueStorage(database: Database, clock: Clock): (name: string) => KeyvStoreAdapter {
  const select = database.prepare(`
    SELECT value FROM notes WHERE name = $name AND key = $key AND (expires_at IS NULL OR expires_at > $now)`);
  const upsert = database.prepare(`
    INSERT OR REPLACE INTO notes (name, key, value, expires_at) VALUES ($name, $key, $value, $expiresAt)`);
  const remove = database.prepare('DELETE FROM notes WHERE name = $name AND key = $key');
  const removeAll = database.prepare('DELETE FROM notes WHERE name = $name');
  const sweep = database.prepare(`
    DELETE FROM notes WHERE rowid IN (SELECT rowid FROM notes WHERE expires_at <= $now LIMIT ${SWEEP_LIMIT})`);

  return (name) => {
    const storage: KeyvStoreAdapter = {
      opts: {},
      async get<Value>(key: string) {
        // A text, which Keyv reads with its own `deserialize`; its type knows only what comes of that.
        return select.get({ name, key, now: clock.now() })?.value as StoredData<Value>;
      },
      async set(key: string, value: string, ttlMs?: number) {
        const now = clock.now();
        await database.write(() => {
          sweep.run({ now });
          upsert.run({ name, key, value, expiresAt: ttlMs === undefined ? null : now + ttlMs });
        });
      },
      async delete(key) {
        return database.write(() => remove.run({ name, key }).changes > 0);
      },
      async clear() {
        await database.write(() => removeAll.run({ name }));
      },
      on: () => storage,
    };
    return storage;
  };
}
