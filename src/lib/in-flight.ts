// Work that goes on after its request was answered: kept in a set, so that stopping can wait for it.

export type InFlight = {
  /** Remembers `work` until it ends, and answers it unchanged. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Resolves when everything that was tracked by now has ended, well or not. Never rejects. */
  settled(): Promise<void>;
};

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    track(work) {
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}
