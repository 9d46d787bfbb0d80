// Which order a thread is about, so that nobody needs to type a reference there.
import type { Reference } from '#orders/reference.ts';
import type { KeyValueStore } from '#store/store.ts';

/** Both reject when the store is down. */
export type ThreadIndex = {
  /** `ts` is the card's, which is the root message of the thread. */
  save(channel: string, ts: string, reference: Reference): Promise<void>;
  find(channel: string, ts: string): Promise<Reference | undefined>;
};

export function createThreadIndex(keyValues: KeyValueStore): ThreadIndex {
  return {
    async save(channel, ts, reference) {
      await keyValues.set(`${channel}:${ts}`, reference);
    },
    find: (channel, ts) => keyValues.get<Reference>(`${channel}:${ts}`),
  };
}
