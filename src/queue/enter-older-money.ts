// Writes the money entries of orders that were stored before there were any, while Teller runs. bot.ts starts it with the
// process; once all have entries, that is one question to the store. Resumes by itself: an order leaves the list with its save.
import type { Clock } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';
import { workInBackground } from './background.ts';

/** They are saved together in one transaction of SQLite. */
const AT_ONCE = 50;
const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/**
 * Resolves when no order is left that can be read, or when `signal` aborts; never rejects. `enter` writes an order's entries.
 * `log` hears where it begins and, with the number of orders, where it ends. While the store is down it is tried again.
 */
export function enterOlderMoney(deps: {
  orders: Pick<OrderStore, 'unenteredBetween'>;
  enter: (reference: Reference) => Promise<void>;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
}): Promise<void> {
  const { orders, enter, log } = deps;
  let after: string | undefined;
  let count = 0;
  return workInBackground({
    ...deps,
    what: 'older money',
    failing: 'Adding older payments to the ledger failed; trying again',
    async step() {
      const page = await orders.unenteredBetween(ALWAYS, {
        limit: AT_ONCE,
        ...(after === undefined ? {} : { after }),
      });
      if (count === 0 && page.orders.length > 0) log('Adding older payments to the ledger');
      await Promise.all(page.orders.map(({ reference }) => enter(reference)));
      count += page.orders.length;
      // Behind what cannot be read, or was refused.
      after = page.next;
      if (after !== undefined) return 'more';
      if (count > 0) log(`Added ${count} older payments to the ledger`);
      return 'done';
    },
  });
}
