// Key values are Keyv over each driver's own storage. Keyv's defaults hide outages and let two names share a key; both are
// set right here, for all drivers.
import { Keyv, KeyvHooks } from 'keyv';
import type { KeyValueStore } from './store.ts';

/** What a driver keeps under one name: texts, which it ends when their time is over. */
export type TextStorage = {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<boolean>;
};

/**
 * The key values of `name` over `storage`, which holds no others. Outages reject (`throwOnErrors`).
 */
export function createKeyValues(name: string, storage: TextStorage): KeyValueStore {
  const keyv = new Keyv({
    // Keyv takes no storage without `clear`, which nobody calls.
    store: { ...storage, clear: () => Promise.reject(new Error('key values are not cleared')) },
    namespace: name,
    // Keyv leaves its prefix out for a key that already begins with it, so that two keys could become one.
    useKeyPrefix: false,
    throwOnErrors: true,
    // Without Keyv's `expires`, which follows Date.now: the storage's clock alone ends values.
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize: (text) => readValue(name, text),
  });
  // To Keyv a time to live of 0 is for ever; here it is over at once. Redis takes whole numbers only.
  keyv.hooks.addHandler(KeyvHooks.PRE_SET, (entry: { ttl?: number }) => {
    if (entry.ttl !== undefined) entry.ttl = Math.max(1, Math.ceil(entry.ttl));
  });
  return keyv;
}

/** The text is never quoted, not even by a cause: the value can be a secret. */
function readValue<Value>(name: string, text: string): { value?: Value } {
  try {
    return JSON.parse(text) as { value?: Value };
  } catch {
    throw new Error(`A value under "${name}" cannot be read: it is not JSON.`);
  }
}
