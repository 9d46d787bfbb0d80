import { expect, test } from 'vitest';
import { howMany, isByHand, showFigures } from '#test/proofs/how-many.ts';
import { NO_REDIS } from '#test/store/redis-server.ts';
import { measureKills } from './kill-to-told.ts';

/** Twenty by hand, on a quiet machine, give the figures of docs/proofs.md and are held to their limits. */
const KILLS = howMany({ short: 2, full: 2 });
/** That a claim runs out after eight seconds, a short run has seen twice by then. */
const KILLS_OF_TWO = howMany({ short: 0, full: 2 });
/** A busy machine takes its time over everything, but a claim of the dead process lasts no longer for that. */
const BUSY_MS = 60_000;

test.each([
  { store: 'sqlite', tellers: 1, next: 'next one', count: KILLS, limitMs: 5_000 },
  { store: 'redis', tellers: 1, next: 'next one', count: KILLS, limitMs: 10_000 },
  { store: 'redis', tellers: 2, next: 'other of two', count: KILLS_OF_TWO, limitMs: 10_000 },
] as const)(
  'a payment whose process is killed is told by the $next on $store, and once',
  async ({ store, tellers, count, limitMs }) => {
    if (count === 0 || (store === 'redis' && NO_REDIS)) return;
    const kills = await measureKills({ store, tellers }, count);
    expect(kills.map(({ replies }) => replies)).toEqual(kills.map(() => 1));
    const told = kills.flatMap(({ toldMs }) => toldMs ?? []).sort((a, b) => a - b);
    showFigures(store, tellers, JSON.stringify(kills), told.map(Math.round).join(' '));
    expect(Math.max(0, ...told)).toBeLessThan(isByHand ? limitMs : BUSY_MS);
  },
  600_000,
);
