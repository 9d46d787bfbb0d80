// Brings the orders of before into the search index while Teller runs: a few at a time with pauses, so that nobody waits
// for it. bot.ts starts it with the process; once all are indexed, that is one question to the store.
import { type Clock, sleep } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import type { Store } from '#store/store.ts';
import { backoff } from './worker.ts';

/** About 10 ms of work on SQLite, during which the process answers nobody. */
const AT_ONCE = 50;
const PAUSE_MS = 50;
const MAX_RETRY_MS = 60_000;

/**
 * Resolves when all orders are indexed, or when `signal` aborts; never rejects. `log` hears where it begins, each further
 * tenth, and the end; `report` how many orders are left, each time. While the store is down it is tried again.
 */
export async function indexOlderOrders(deps: {
  store: Pick<Store, 'indexOlder' | 'indexProgress'>;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
  report: (left: number) => void;
}): Promise<void> {
  const { store, clock, reporter, signal, log, report } = deps;
  let logged: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    let pauseMs = 0;
    try {
      const isFirst = logged === undefined;
      const { indexed, total, isComplete } = await (isFirst
        ? store.indexProgress()
        : store.indexOlder(AT_ONCE));
      failures = 0;
      report(total - indexed);
      const percent = isComplete ? 100 : Math.floor((indexed / Math.max(total, 1)) * 10) * 10;
      if (total > 0 && (isFirst ? !isComplete : percent > (logged ?? 0)))
        log(`Older orders are being indexed for searches: ${indexed} of ${total} (${percent} %)`);
      logged = Math.max(percent, logged ?? 0);
      if (isComplete) return;
      if (!isFirst) pauseMs = PAUSE_MS;
    } catch (error) {
      failures += 1;
      reporter.failing('index', 'Older orders cannot be indexed now; trying again', error);
      pauseMs = Math.min(backoff(failures), MAX_RETRY_MS);
    }
    if (pauseMs > 0) await sleep(clock, pauseMs, signal);
  }
}
