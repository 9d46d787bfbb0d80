// Gathers what changes in a moment into one refresh of a person's Home, and begins none once Teller stops: its store is closed by
// the time a refresh that waits would begin.

import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';

/** Changes within this time make one refresh. */
const GATHER_MS = 2_000;

/** The returned function returns at once and never throws. Teller's stop waits for a refresh that has begun. */
export function createRefreshSoon(deps: {
  refresh: (userId: string) => Promise<void>;
  clock: Clock;
  inFlight: InFlight;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
  reporter: Pick<Reporter, 'error'>;
}): (userId: string) => void {
  const { refresh, clock, inFlight, stopping, reporter } = deps;
  const gathering = new Set<string>();

  async function refreshNow(userId: string): Promise<void> {
    gathering.delete(userId);
    if (stopping.aborted) return;
    await inFlight
      .track(refresh(userId))
      .catch((error: unknown) => reporter.error(error, { what: 'a Home could not be shown' }));
  }

  return (userId) => {
    if (gathering.has(userId)) return;
    gathering.add(userId);
    clock.after(GATHER_MS, () => void refreshNow(userId));
  };
}
