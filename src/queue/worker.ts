// Works through one of the store's queues (checks or deliveries): claims due orders, works on up to eight at a time, and
// tells the store when each is due again. bot.ts starts one worker for each queue.
import { type Clock, sleep } from '#lib/clock.ts';
import { holdRenewed, LEASE_MS } from '#lib/with-lease.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Reference } from '#orders/reference.ts';
import type { Queue } from '#store/documents.ts';
import type { Claim, Reschedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';

/**
 * A claim whose work runs in this process: the worker's rounds renew it, so a lease can be short. The order of a killed process is soon
 * taken over, and that of a slow one is not.
 */
export type HeldClaim = Claim & {
  /**
   * Resolves while no other process can have the order: at once if the claim was renewed a moment ago, else after renewing
   * it. Rejects with ClaimLost when another has it, which happens to a process that stood still for longer than a lease, and
   * with the store's error when that gives no answer. Await it right before each call that others notice.
   */
  confirm(): Promise<void>;
};

/** Work that meets this stops; the order is no longer its own. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** `keep` renews the claim unless it was renewed a moment ago, and rejects when the store does. */
type Held = { readonly claim: HeldClaim; keep(): Promise<void> };

export type Worker = {
  start(): void;
  /** Looks for due orders now instead of at the end of the round. */
  trigger(): void;
  /**
   * Claims this order for work that does not wait for the queue, whether or not it is due, and renews the claim until `end`.
   * Undefined when the order waits for nothing here or another process has it. Rejects when the store is down.
   */
  hold(reference: Reference): Promise<Hold | undefined>;
  /**
   * Claims nothing more, and releases what a claim that was under way brings; resolves when the running work has ended. Until
   * then its claims are renewed.
   */
  stop(): Promise<void>;
};

/** `end` stores when the order is due next; it returns at once and never throws. */
type Hold = { readonly claim: HeldClaim; end(next: Reschedule): void };

/** How many orders a worker works on at the same time. */
const MAX_AT_ONCE = 8;
/** The longest wait between two claims. Other replicas make orders due without triggering this process. */
const ROUND_MS = 1_000;
/** How long the end of work is tried to be stored; then its claim is left to run out. */
const COMPLETE_FOR_MS = 90_000;
/** Short, so that what failed in an outage succeeds soon after its end. */
const MAX_BACKOFF_MS = 30_000;
const ATTEMPTS_AN_HOUR = 120;
/** A day of tries. What fails for longer has a reason of its own, and one try an hour is enough. */
const MANY_ATTEMPTS = 24 * ATTEMPTS_AN_HOUR;
const LOGGED_ATTEMPTS = 5;
const HOUR_MS = 60 * 60_000;

/** Milliseconds until the next try after `attempt` failed tries: 2 s, 4 s, 8 s, 16 s, then 30 s, and an hour after a day of that. */
export function backoff(attempt: number): number {
  if (attempt > MANY_ATTEMPTS) return HOUR_MS;
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
  work: (claim: HeldClaim) => Promise<Reschedule>;
  /** Counts work. A claim that was lost is no failure, because another process goes on with the order. */
  worked?: (reference: Reference, outcome: 'ok' | 'failed' | 'lost') => void;
}): Worker {
  const { queue, orders, clock, reporter, work, worked } = deps;
  const held = new Set<Held>();
  /** The work on due orders. */
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStarted = false;
  let round: Promise<void> | undefined;
  let isTriggeredAgain = false;
  let cancelTimer = () => {};

  function trigger() {
    if (!isStarted && held.size === 0) return;
    if (round) {
      isTriggeredAgain = true;
      return;
    }
    cancelTimer();
    round = takeRound().finally(() => {
      round = undefined;
      if (isTriggeredAgain) {
        isTriggeredAgain = false;
        trigger();
      }
    });
  }

  /** Renews before it claims, so that a process that stood still does not claim what it is working on. */
  async function takeRound() {
    let waitMs = ROUND_MS;
    try {
      await Promise.all([...held].map((one) => one.keep()));
      if (isStarted) waitMs = await claimDue();
    } catch (error) {
      reporter.failing('store', 'The store doesn’t answer; trying again', error);
    }
    if (isStarted || held.size > 0) cancelTimer = clock.after(Math.max(waitMs, 5), trigger);
  }

  /** Resolves to the time until the next round (ms). */
  async function claimDue(): Promise<number> {
    const free = MAX_AT_ONCE - running.size;
    // The next work that ends triggers the next claim.
    if (free <= 0) return ROUND_MS;
    const now = clock.now();
    const claims = await orders.claim(queue, { now, leaseMs: LEASE_MS, limit: free });
    reporter.working('store', 'Connected to the store');
    if (!isStarted) {
      await Promise.all(claims.map(release));
      return ROUND_MS;
    }
    for (const claim of claims) begin(take(claim, now));
    const next = claims.length < free ? await orders.nextDue(queue) : undefined;
    return next === undefined ? ROUND_MS : Math.min(Math.max(next - clock.now(), 0), ROUND_MS);
  }

  /**
   * Makes an order due again whose claim was answered only after `stop`, so that another process need not wait for the claim to
   * run out. If an earlier try may be half done, the next claim must still say so.
   */
  function release(claim: Claim): Promise<void> {
    const now = clock.now();
    return complete(claim, { at: now, atIfTriggered: now, mayBeHalfDone: claim.attempt > 1 });
  }

  function take(claim: Claim, claimedAt: number): Held {
    const { keep, confirm } = holdRenewed({
      renew: (now) => orders.renew(claim, { now, leaseMs: LEASE_MS }),
      lost: new ClaimLost(`another process has claimed order ${claim.reference}`),
      ...{ leaseMs: LEASE_MS, clock, askedAt: claimedAt },
    });
    const own = { claim: { ...claim, confirm }, keep };
    held.add(own);
    return own;
  }

  function begin(own: Held) {
    const handled = handle(own).finally(() => {
      running.delete(handled);
      trigger();
    });
    running.add(handled);
  }

  async function handle(own: Held) {
    const next = await tryWork(own.claim);
    if (next) await complete(own.claim, next);
    held.delete(own);
  }

  /** Never rejects. */
  async function complete(claim: Claim, next: Reschedule) {
    const giveUpAt = clock.now() + COMPLETE_FOR_MS;
    for (;;) {
      try {
        await orders.complete(claim, next);
        return;
      } catch (error) {
        reporter.warn('an order’s work was done but not saved; trying again', {
          err: error,
          queue,
          reference: claim.reference,
        });
      }
      // The store may be back soon, and the claim is renewed until then.
      if (!isStarted || clock.now() > giveUpAt) return;
      await sleep(clock, ROUND_MS, stopping.signal);
    }
  }

  /** Undefined when another process has the order now. */
  async function tryWork(claim: HeldClaim): Promise<Reschedule | undefined> {
    const { reference, attempt } = claim;
    try {
      const next = await work(claim);
      worked?.(reference, 'ok');
      return next;
    } catch (error) {
      worked?.(reference, error instanceof ClaimLost ? 'lost' : 'failed');
      if (error instanceof ClaimLost) {
        reporter.warn('work on an order took too long; another process continues it', {
          queue,
          reference,
          attempt,
        });
        return undefined;
      }
      // The first tries, then about one an hour: an outage may keep thousands of orders waiting.
      if (attempt <= LOGGED_ATTEMPTS || attempt % ATTEMPTS_AN_HOUR === 0)
        reporter.warn('work on an order failed; trying again', { err: error, queue, reference, attempt });
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
    async hold(reference) {
      const now = clock.now();
      const claim = await orders.claimOne(queue, reference, { now, leaseMs: LEASE_MS });
      if (!claim) return undefined;
      const own = take(claim, now);
      return {
        claim: own.claim,
        end(next) {
          const ended = complete(own.claim, next).finally(() => {
            held.delete(own);
            running.delete(ended);
            trigger();
          });
          running.add(ended);
        },
      };
    },
    async stop() {
      isStarted = false;
      stopping.abort();
      while (running.size > 0) await Promise.all(running);
      await round;
      cancelTimer();
    },
  };
}
