// Keeps track of work that goes on after its request was answered, so that bot.ts can wait for it before it stops.

export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  const running = new Set<Promise<unknown>>();
  return {
    /** Remembers `work` until it ends. The result is that of `work`. */
    track<Value>(work: Promise<Value>): Promise<Value> {
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    /** Resolves when everything that is tracked now has resolved or rejected. Never rejects. */
    async settled(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}
