// What Keyv needs of a storage, over @keyv/redis and the store's one connection. Redis itself ends notes.
import KeyvRedis from '@keyv/redis';
import type { KeyvStoreAdapter } from 'keyv';
import type { Connection } from './connection.ts';

/** The storage of one name. Outages reject, and a store that is closed stays closed. */
export function createKeyValueStorage({ client, guard }: Connection, name: string): KeyvStoreAdapter {
  const adapter = new KeyvRedis<string>(client, {
    // Encoded, so that a name and a key never read like another name and another key.
    namespace: `teller:note:${encodeURIComponent(name)}`,
    throwOnErrors: true,
    throwOnConnectError: true,
  });
  adapter.on('error', () => {
    // The call that failed rejects; a second word about it would end the process.
  });
  const storage: KeyvStoreAdapter = {
    opts: {},
    get: (key) => guard(() => adapter.get(key)),
    set: (key: string, value: string, ttlMs?: number) => guard(() => adapter.set(key, value, ttlMs)),
    delete: (key) => guard(() => adapter.delete(key)),
    clear: () => guard(() => adapter.clear()),
    on: () => storage,
  };
  return storage;
}
