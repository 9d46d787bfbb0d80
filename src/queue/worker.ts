// Takes due orders from one queue and works on them, some at a time, until told to stop.
import { type Clock, sleep } from '#lib/clock.ts';
import type { Claim, OrderStore, Queue, Reschedule } from '#store/store.ts';

export type Worker = {
  start(): void;
  /** Something may be due now: look at once instead of at the next round. */
  trigger(): void;
  /** Takes nothing more and resolves when what is in hand has ended. */
  stop(): Promise<void>;
};

export type WorkerLog = { error(fields: Record<string, unknown>, message: string): void };

/** Other replicas trigger orders in the store and not in this process; this is how long that may go unseen. */
const ROUND_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** When to try again after `attempt` tries that failed: 2 s, 4 s, 8 s … ten minutes. */
export function backoff(attempt: number): number {
  return Math.min(2_000 * 2 ** Math.min(attempt - 1, 20), MAX_BACKOFF_MS);
}

/**
 * `work` answers when the order wants attention next. If it throws, the claim counts as uncertain and comes again
 * later. A lease outlives the longest piece of work, so that nobody else takes it meanwhile.
 */
export function createWorker(deps: {
  queue: Queue;
  orders: OrderStore;
  clock: Clock;
  log: WorkerLog;
  work: (claim: Claim) => Promise<Reschedule>;
  atOnce?: number;
  leaseMs?: number;
}): Worker {
  const { queue, orders, clock, log, work, atOnce = 8, leaseMs = 90_000 } = deps;
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  let running = false;
  let round: Promise<void> | undefined;
  let again = false;
  let cancelTimer = () => {};

  function trigger() {
    if (!running) return;
    if (round) {
      again = true;
      return;
    }
    cancelTimer();
    round = takeDue().finally(() => {
      round = undefined;
      if (again) {
        again = false;
        trigger();
      }
    });
  }

  async function takeDue() {
    let waitMs = ROUND_MS;
    try {
      const free = atOnce - inHand.size;
      if (free > 0) {
        const claims = await orders.claim(queue, { now: clock.now(), leaseMs, limit: free });
        for (const claim of claims) hold(claim);
        // A full hand may mean that more is waiting; whoever ends first pokes.
        const next = claims.length < free ? await orders.nextDue(queue) : undefined;
        if (next !== undefined) waitMs = Math.min(Math.max(next - clock.now(), 0), ROUND_MS);
      }
    } catch (error) {
      log.error({ err: error, queue }, 'the store did not answer; due orders wait');
    }
    if (running) cancelTimer = clock.after(Math.max(waitMs, 5), trigger);
  }

  function hold(claim: Claim) {
    const task = handle(claim).finally(() => {
      inHand.delete(task);
      trigger();
    });
    inHand.add(task);
  }

  async function handle(claim: Claim) {
    const next = await attempt(claim);
    const until = clock.now() + leaseMs;
    for (;;) {
      try {
        return await orders.complete(claim, next);
      } catch (error) {
        log.error({ err: error, queue, reference: claim.reference }, 'a claim could not be finished');
      }
      // As long as the claim lasts nobody else takes the order up, so it is worth finishing when the store is back.
      if (!running || clock.now() > until) return;
      await sleep(clock, ROUND_MS, stopping.signal);
    }
  }

  async function attempt(claim: Claim): Promise<Reschedule> {
    try {
      return await work(claim);
    } catch (error) {
      log.error(
        { err: error, queue, reference: claim.reference, attempt: claim.attempt },
        'work on an order failed',
      );
      const at = clock.now() + backoff(claim.attempt);
      return { at, ifTriggeredAt: at, uncertain: true };
    }
  }

  return {
    start() {
      running = true;
      trigger();
    },
    trigger,
    async stop() {
      running = false;
      stopping.abort();
      cancelTimer();
      await round;
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
