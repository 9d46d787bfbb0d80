// What Keyv needs of a storage, over @keyv/redis and the store's one connection. Redis itself ends values whose time is over.
import KeyvRedis from '@keyv/redis';
import type { KeyvStoreAdapter } from 'keyv';
import type { Connection } from './connection.ts';

/** The storage whose keys begin with `prefix`. Outages reject, and a store that is closed stays closed. */
export function createKeyValueStorage({ client, guard }: Connection, prefix: string): KeyvStoreAdapter {
  const adapter = new KeyvRedis<string>(client, {
    namespace: prefix,
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
