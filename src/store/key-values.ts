// Notes are Keyv over each driver's own storage. Keyv's defaults hide outages and mix up names; they are put right here, once.
import { Keyv, KeyvHooks, type KeyvStoreAdapter } from 'keyv';
import type { KeyValueStore } from './store.ts';

/**
 * Notes over `storage`, which belongs to this `name` alone: it keeps names apart and ends a note when its time is over.
 * Outages reject (`throwOnErrors`).
 */
export function createKeyValues(name: string, storage: KeyvStoreAdapter): KeyValueStore {
  const keyv = new Keyv({
    store: storage,
    namespace: name,
    // Keyv's own prefix is left out for a key that already begins with it, so two keys could be one.
    useKeyPrefix: false,
    throwOnErrors: true,
    // Without Keyv's `expires`, which follows Date.now: the storage alone knows the time, and one clock decides.
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize: (text) => readNote(name, text),
  });
  // To Keyv a time to live of 0 is for ever; a note whose time is up must not stay. Redis takes whole numbers only.
  keyv.hooks.addHandler(KeyvHooks.PRE_SET, (entry: { ttl?: number }) => {
    if (entry.ttl !== undefined) entry.ttl = Math.max(1, Math.ceil(entry.ttl));
  });
  return keyv;
}

/** The text is never quoted, not even by a cause: a note can be a secret. */
function readNote<Value>(name: string, text: string): { value?: Value } {
  try {
    return JSON.parse(text) as { value?: Value };
  } catch {
    throw new Error(`A note under "${name}" cannot be read: it is not JSON.`);
  }
}
