// Which order a thread is about, so that nobody needs to type a reference there.
import type { Notes } from '#store/store.ts';

export type Threads = {
  /** `ts` is the card's: the root message of its thread. */
  remember(channel: string, ts: string, reference: string): Promise<void>;
  referenceIn(channel: string, ts: string): Promise<string | undefined>;
};

export function createThreads(notes: Notes): Threads {
  return {
    async remember(channel, ts, reference) {
      await notes.set(`${channel}:${ts}`, reference);
    },
    referenceIn: (channel, ts) => notes.get<string>(`${channel}:${ts}`),
  };
}
