import { expect, test } from 'vitest';
import { NO_REDIS } from '#test/store/redis-server.ts';
import { measureKills } from './kill-to-told.ts';

/** KILLS=20 gives the figures of docs/performance.md. */
const KILLS = Number(process.env['KILLS'] ?? 2);

test.each([
  { store: 'sqlite', limitMs: 5_000 },
  { store: 'redis', limitMs: 10_000 },
] as const)(
  'a payment whose process is killed is told within $limitMs ms on $store, and once',
  async ({ store, limitMs }) => {
    if (store === 'redis' && NO_REDIS) return;
    const kills = await measureKills(store, KILLS);
    expect(kills.map(({ replies }) => replies)).toEqual(kills.map(() => 1));
    const told = kills.flatMap(({ toldMs }) => toldMs ?? []).sort((a, b) => a - b);
    if (process.env['KILLS']) console.info(store, JSON.stringify(kills), told.map(Math.round).join(' '));
    expect(Math.max(0, ...told)).toBeLessThan(limitMs);
  },
  600_000,
);
