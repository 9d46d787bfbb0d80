// The texts of one name, over @keyv/redis and the store's one connection. Redis itself ends values whose time is over.
import KeyvRedis from '@keyv/redis';
import type { TextStorage } from '#store/key-values.ts';
import type { Connection } from './connection.ts';

/** The storage whose keys begin with `prefix`. Outages reject, and a store that is closed stays closed. */
export function createKeyValueStorage(
  { client, guard, guardWrite }: Connection,
  prefix: string,
): TextStorage {
  const adapter = new KeyvRedis<string>(client, {
    namespace: prefix,
    throwOnErrors: true,
    throwOnConnectError: true,
  });
  adapter.on('error', () => {
    // The call that failed rejects; a second word about it would end the process.
  });
  const keyOf = (key: string) => adapter.createKeyPrefix(key, prefix);
  return {
    get: (key) => guard(() => adapter.get(key)),
    set: (key, text, ttlMs) => guardWrite(keyOf(key), () => adapter.set(key, text, ttlMs)),
    delete: (key) => guardWrite(keyOf(key), () => adapter.delete(key)),
  };
}
