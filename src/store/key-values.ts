// Key values are Keyv, over documents or over a storage of the driver's own. Keyv's defaults hide outages and let two names share a
// key; both are set right here, for all drivers.
import { Keyv, KeyvHooks } from 'keyv';
import { VALUE_REV, valueKey } from './documents.ts';
import { ANY_REV, type Driver, type TextStorage } from './driver.ts';

type Documents = Pick<Driver, 'read' | 'commit' | 'values'>;

export function createKeyValues(name: string, documents: Documents) {
  const storage = documents.values?.(name) ?? createTextStorage(name, documents);
  const keyv = new Keyv({
    // Keyv takes no storage without `clear`, which nobody calls.
    store: { ...storage, clear: () => Promise.reject(new Error('key values are not cleared')) },
    namespace: name,
    // Keyv leaves its prefix out for a key that already begins with it, so that two keys could become one.
    useKeyPrefix: false,
    throwOnErrors: true,
    // Without Keyv's `expires`, which follows Date.now: the storage's clock alone ends values.
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize(text) {
      try {
        return JSON.parse(text);
      } catch {
        // The text is never quoted, not even by a cause: the value can be a secret.
        throw new Error(`A value under "${name}" cannot be read: it is not JSON.`);
      }
    },
  });
  // To Keyv a time to live of 0 is for ever; here it is over at once. Redis takes whole numbers only.
  keyv.hooks.addHandler(KeyvHooks.PRE_SET, (entry: { ttl?: number }) => {
    if (entry.ttl !== undefined) entry.ttl = Math.max(1, Math.ceil(entry.ttl));
  });
  return keyv;
}

function createTextStorage(name: string, { read, commit }: Documents): TextStorage {
  return {
    async get(key) {
      const [value] = await read([valueKey(name, key)]);
      return value?.text;
    },
    async set(key, text, ttlMs) {
      await commit({ put: [{ key: valueKey(name, key), rev: VALUE_REV, text, sets: {}, ttlMs }] });
    },
    async delete(key) {
      const stale = await commit({ expect: { [valueKey(name, key)]: ANY_REV }, drop: [valueKey(name, key)] });
      return stale.size === 0;
    },
  };
}
