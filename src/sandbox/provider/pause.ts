// Waiting that ends at once when the stand-in stops.

import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms` or when `stopping` fires, whichever comes first; never rejects. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
}
