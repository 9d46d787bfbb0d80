// Brings the orders of before into the search index while Teller runs. bot.ts starts it with the process; once all are
// indexed, that is one question to the store.
import type { Clock } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import type { Store } from '#store/store.ts';
import { workInBackground } from './background.ts';

/** About 10 ms of work on SQLite, during which the process answers nobody. */
const AT_ONCE = 50;

/**
 * Resolves when all orders are indexed, or when `signal` aborts; never rejects. `log` hears where it begins, each further
 * tenth, and the end; `report` how many orders are left, each time. While the store is down it is tried again.
 */
export function indexOlderOrders(deps: {
  store: Pick<Store, 'indexOlder' | 'indexProgress'>;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
  report: (left: number) => void;
}): Promise<void> {
  const { store, log, report } = deps;
  let logged: number | undefined;
  return workInBackground({
    ...deps,
    what: 'index',
    failing: 'Indexing older orders failed; trying again',
    async step() {
      const isFirst = logged === undefined;
      const { indexed, total, isComplete } = await (isFirst
        ? store.indexProgress()
        : store.indexOlder(AT_ONCE));
      report(total - indexed);
      const percent = isComplete ? 100 : Math.floor((indexed / Math.max(total, 1)) * 10) * 10;
      if (total > 0 && (isFirst ? !isComplete : percent > (logged ?? 0)))
        log(`Indexing older orders: ${indexed} of ${total} (${percent} %)`);
      logged = Math.max(percent, logged ?? 0);
      if (isComplete) return 'done';
      return isFirst ? 'cheap' : 'more';
    },
  });
}
