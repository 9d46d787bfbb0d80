// For one test: a worker of the queue `check` over the real embedded store, with the work that the test gives it.
import { onTestFinished } from 'vitest';
import type { HeldClaim } from '#queue/held-claim.ts';
import { createWorker, type Worker } from '#queue/worker.ts';
import type { Reschedule } from '#store/store.ts';
import type { Rig } from '#test/payments/status/rig.ts';

export const DONE: Reschedule = { at: undefined, atIfTriggered: undefined };

type Own = Partial<Pick<Parameters<typeof createWorker>[0], 'orders' | 'clock' | 'limit' | 'leaseMs'>> & {
  readonly isStarted?: boolean;
};

export function startWorker(
  rig: Rig,
  work: (claim: HeldClaim) => Reschedule | Promise<Reschedule>,
  { isStarted = true, ...own }: Own = {},
) {
  const claims: HeldClaim[] = [];
  const logged: string[] = [];
  /** What is logged beside each sentence, and what is said to fail or to work. */
  const about: unknown[] = [];
  const states: string[] = [];
  const worker: Worker = createWorker({
    queue: 'check',
    orders: rig.orders,
    clock: rig.clock,
    reporter: {
      error: () => '',
      warn(message, beside) {
        logged.push(message);
        about.push(beside);
      },
      failing(what, sentence, error) {
        logged.push(sentence);
        about.push(error);
        states.push(`${what} fails`);
      },
      working: (what, sentence) => void states.push(`${what}: ${sentence}`),
    },
    async work(claim) {
      claims.push(claim);
      return work(claim);
    },
    ...own,
  });
  if (isStarted) worker.start();
  onTestFinished(() => worker.stop());
  return { worker, claims, logged, about, states };
}

/** What the work waits for until the test opens it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}
