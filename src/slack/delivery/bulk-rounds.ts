// Keeps bulks going for as long as the process runs: one process at a time sends the next row, shows how it stands, and at the
// end uploads the file with the results. bot.ts starts the rounds.
import { type Clock, sleep } from '#lib/clock.ts';
import { TAKE_OVER_MS } from '#lib/with-lease.ts';
import type { StateReporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { Bulks } from '#payments/bulk/bulks.ts';
import { createBulkCare } from './bulk-care.ts';

/** While nothing is being sent another process may begin something. */
const IDLE_MS = 5_000;
/** Rows are about a second apart. */
const ROW_MS = 1_000;
/** What has changed is shown after so long. */
const EDIT_MS = 3_000;
/** For how long (ms) an ended bulk rests between two looks, unless one of its orders has changed here. */
const REST_MS = 10_000;

export function createBulkRounds(
  deps: {
    bulks: Pick<Bulks, 'running' | 'lead'>;
    clock: Clock;
    reporter: StateReporter;
  } & Parameters<typeof createBulkCare>[0],
) {
  const { bulks, clock, reporter } = deps;
  const care = createBulkCare(deps);
  /** Rows are being sent here, so rounds come by themselves. */
  let isSending = false;
  let isFailing = false;
  let pause = new AbortController();

  /** Ends the pause between two rounds. */
  function trigger() {
    pause.abort();
    pause = new AbortController();
  }

  /** Said only after a failure: most processes never send a bulk. */
  function works(): void {
    if (isFailing) reporter.working('bulks', 'Sending bulks again');
    isFailing = false;
  }

  /** Resolves to the time (ms) until the next round. */
  async function round(): Promise<number> {
    const all = await bulks.running();
    const first = all.find(({ state }) => state === 'running');
    isSending = first !== undefined;
    // That another file has begun is no row's turn.
    const movedAt = Math.max(...all.map(({ movedAt: at = 0, begunAt }) => (at === begunAt ? 0 : at)));
    const results = await Promise.allSettled(
      all.map((bulk) =>
        bulk.state === 'running'
          ? care.running(bulk, { isItsTurn: bulk === first, movedAt })
          : care.ended(bulk),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if (first) return ROW_MS;
    return care.hasChanges() ? EDIT_MS : REST_MS;
  }

  /** Under the lease for as long as rows are sent. Resolves to the time (ms) until the next round. */
  async function lead(signal: AbortSignal): Promise<number> {
    if ((await bulks.running()).length === 0) return IDLE_MS;
    async function rounds(): Promise<number> {
      for (;;) {
        const waitMs = await round();
        if (signal.aborted || !isSending) return waitMs;
        works();
        await sleep(clock, waitMs, AbortSignal.any([signal, pause.signal]));
      }
    }
    return bulks.lead(rounds, () => TAKE_OVER_MS);
  }

  return {
    /** A bulk has begun or was stopped. Returns at once. */
    bulkChanged: trigger,
    /** Returns at once and never throws. */
    orderOfBulkChanged({ bulk }: Order): void {
      if (!bulk) return;
      care.changed(bulk.id);
      if (!isSending) trigger();
    },
    /** Until `signal` aborts; never rejects. While the store is down it is tried again. */
    async runBulks(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        let waitMs = TAKE_OVER_MS;
        try {
          waitMs = await lead(signal);
          works();
        } catch (error) {
          isFailing = true;
          reporter.failing('bulks', 'Sending bulks failed; trying again', error);
        }
        await sleep(clock, waitMs, AbortSignal.any([signal, pause.signal]));
      }
    },
  };
}
