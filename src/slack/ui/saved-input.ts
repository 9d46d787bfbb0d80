// Words that wait in the store until a button is pressed: messages carry no trigger to open a form with, and a button's
// value must not hold names or numbers.
import { randomBytes } from 'node:crypto';
import type { KeyValueStore } from '#store/store.ts';

const KEPT_MS = 15 * 60_000;

export type SavedInput = ReturnType<typeof createSavedInput>;

/** All reject when the store is down. */
export function createSavedInput(keyValues: KeyValueStore) {
  return {
    /** The button's value, which does not tell the words. */
    async keep(words: string): Promise<string> {
      const key = randomBytes(16).toString('hex');
      await keyValues.set(key, words, KEPT_MS);
      return key;
    },
    /** Before their time is over, because nobody needs them any more. */
    forget: (value: string) => keyValues.delete(value),
    /** Undefined when the 15 minutes are over, and for a button without a value. */
    async read(value: string): Promise<string | undefined> {
      return value ? keyValues.get<string>(value) : undefined;
    },
  };
}
