// Works through one of the store's queues (checks or deliveries): claims due orders, works on up to `limit` at a time, and
// tells the store when each is due again. bot.ts starts one worker for each queue.
import { type Clock, sleep } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Claim, OrderStore, Queue, Reschedule } from '#store/store.ts';

export type Worker = {
  start(): void;
  /** Looks for due orders now instead of at the end of the round. */
  trigger(): void;
  /** Claims nothing more; resolves when the running work has ended. */
  stop(): Promise<void>;
};

/** The longest wait between two claims. Other replicas make orders due without triggering this process. */
const ROUND_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Milliseconds until the next try after `attempt` failed tries: 2 s, 4 s, 8 s … 10 min. */
export function backoff(attempt: number): number {
  return Math.min(2_000 * 2 ** Math.min(attempt - 1, 20), MAX_BACKOFF_MS);
}

/**
 * `work` resolves to when the order is due again. When it rejects, the order is due again after a backoff, and the next
 * claim's `attempt` is one higher, because the work may be half done.
 */
export function createWorker(deps: {
  queue: Queue;
  orders: OrderStore;
  clock: Clock;
  reporter: Reporter & StateReporter;
  work: (claim: Claim) => Promise<Reschedule>;
  /** How many orders it works on at the same time. */
  limit?: number;
  /** Longer than any work takes, so that no other process claims an order that is being worked on. */
  leaseMs?: number;
}): Worker {
  const { queue, orders, clock, reporter, work, limit = 8, leaseMs = 90_000 } = deps;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStarted = false;
  let round: Promise<void> | undefined;
  let isTriggeredAgain = false;
  let cancelTimer = () => {};

  function trigger() {
    if (!isStarted) return;
    if (round) {
      isTriggeredAgain = true;
      return;
    }
    cancelTimer();
    round = claimDue().finally(() => {
      round = undefined;
      if (isTriggeredAgain) {
        isTriggeredAgain = false;
        trigger();
      }
    });
  }

  async function claimDue() {
    let waitMs = ROUND_MS;
    try {
      const free = limit - running.size;
      if (free > 0) {
        const claims = await orders.claim(queue, { now: clock.now(), leaseMs, limit: free });
        reporter.working('store', 'The store answers');
        for (const claim of claims) begin(claim);
        // At the limit, the next work that ends triggers the next claim.
        const next = claims.length < free ? await orders.nextDue(queue) : undefined;
        if (next !== undefined) waitMs = Math.min(Math.max(next - clock.now(), 0), ROUND_MS);
      }
    } catch (error) {
      reporter.failing('store', 'the store did not answer; due orders wait', error);
    }
    if (isStarted) cancelTimer = clock.after(Math.max(waitMs, 5), trigger);
  }

  function begin(claim: Claim) {
    const handled = handle(claim).finally(() => {
      running.delete(handled);
      trigger();
    });
    running.add(handled);
  }

  async function handle(claim: Claim) {
    const next = await tryWork(claim);
    const leaseEndsBy = clock.now() + leaseMs;
    for (;;) {
      try {
        return await orders.complete(claim, next);
      } catch (error) {
        reporter.warn('a claim could not be finished', { err: error, queue, reference: claim.reference });
      }
      // While the lease lasts nobody else can claim the order, so try again: the store may be back soon.
      if (!isStarted || clock.now() > leaseEndsBy) return;
      await sleep(clock, ROUND_MS, stopping.signal);
    }
  }

  async function tryWork(claim: Claim): Promise<Reschedule> {
    try {
      return await work(claim);
    } catch (error) {
      const { reference, attempt } = claim;
      reporter.warn('work on an order failed', { err: error, queue, reference, attempt });
      const at = clock.now() + backoff(attempt);
      return { at, atIfTriggered: at, mayBeHalfDone: true };
    }
  }

  return {
    start() {
      isStarted = true;
      trigger();
    },
    trigger,
    async stop() {
      isStarted = false;
      stopping.abort();
      cancelTimer();
      await round;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
