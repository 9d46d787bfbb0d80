// Which order a thread is about, so that nobody needs to type a reference there.
import type { KeyValueStore } from '#store/store.ts';

export type ThreadIndex = {
  /** `ts` is the card's: the root message of its thread. */
  remember(channel: string, ts: string, reference: string): Promise<void>;
  referenceIn(channel: string, ts: string): Promise<string | undefined>;
};

export function createThreadIndex(notes: KeyValueStore): ThreadIndex {
  return {
    async remember(channel, ts, reference) {
      await notes.set(`${channel}:${ts}`, reference);
    },
    referenceIn: (channel, ts) => notes.get<string>(`${channel}:${ts}`),
  };
}
