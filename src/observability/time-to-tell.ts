// Measures how long Teller takes from learning of a payment to posting it, for the metric teller_payment_announced_seconds. bot.ts
// tells it what happens to orders, by their references.
import type { Clock } from '#lib/clock.ts';

type TimeToTell = {
  /** A notification about the order came at `at` (ms). Of several the first counts, until a check has ended. */
  notified(reference: string, at: number): void;
  /** A check has found money, and the news of it is saved. */
  learned(reference: string): void;
  /** A check has ended, with or without an answer of the provider. */
  checked(reference: string): void;
  /** News of money that a check learned of at `learnedAt` (ms) is posted. */
  told(reference: string, learnedAt: number): void;
};

/** A limit for memory. Above it the oldest are measured from when a check learned of the payment. */
const MAX_REMEMBERED = 10_000;

/**
 * Calls `observe` with the seconds from the notification that led to the check which found the payment. Where there was none, where
 * another replica took it, or where the provider did not answer at first, with those from when the check had its answer: what
 * the provider takes is not Teller's time.
 */
export function createTimeToTell(deps: { clock: Clock; observe: (seconds: number) => void }): TimeToTell {
  const { clock, observe } = deps;
  /**
   * By reference, in the order of arrival. `ledAt`: when it had led to a check that found money. `nextAt`: of the first
   * notification since: a copy, or news that comes while the money is not told yet or after another replica has told it.
   */
  const arrived = new Map<
    string,
    { readonly at: number; readonly ledAt?: number; readonly nextAt?: number }
  >();

  return {
    notified(reference, at) {
      const one = arrived.get(reference);
      if (one?.ledAt !== undefined) arrived.set(reference, { ...one, nextAt: one.nextAt ?? at });
      if (one) return;
      const [oldest] = arrived.keys();
      if (arrived.size >= MAX_REMEMBERED && oldest !== undefined) arrived.delete(oldest);
      arrived.set(reference, { at });
    },
    learned(reference) {
      const one = arrived.get(reference);
      // Every further save of the order before it is told comes here as well.
      if (one?.ledAt !== undefined && one.nextAt === undefined) return;
      if (one) arrived.set(reference, { at: one.nextAt ?? one.at, ledAt: clock.now() });
    },
    checked(reference) {
      const { at, ledAt } = arrived.get(reference) ?? {};
      if (at !== undefined && ledAt !== undefined) arrived.set(reference, { at, ledAt });
      else arrived.delete(reference);
    },
    told(reference, learnedAt) {
      const { at = learnedAt, ledAt = learnedAt, nextAt } = arrived.get(reference) ?? {};
      if (nextAt === undefined) arrived.delete(reference);
      else arrived.set(reference, { at: nextAt });
      const from = learnedAt > ledAt ? learnedAt : Math.min(at, learnedAt);
      observe(Math.max(0, clock.now() - from) / 1_000);
    },
  };
}
