// Keeps track of work that goes on after its request was answered, so that bot.ts can wait for it before it stops.

export type InFlight = {
  /** Remembers `work` until it ends. The result is that of `work`. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Resolves when everything that is tracked now has resolved or rejected. Never rejects. */
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
