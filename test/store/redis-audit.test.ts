// The audit record on Redis: what a page of it costs there. The contract has what it says.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';
import { sampleDeed } from './sample-deed.ts';

describe.skipIf(NO_REDIS)(`the audit record on Redis${LEFT_OUT}`, () => {
  test('a page of it is read with a few reads of the list, because Redis walks that for each', async () => {
    const server = await startRedis();
    onTestFinished(() => server.remove());
    const store = await openStore(server.url, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.audit.append(Array.from({ length: 600 }, (_, at) => sampleDeed({ at })));
    await server.ask('CONFIG', 'RESETSTAT');
    const { lines } = await store.audit.linesBetween({ from: 50, to: 600 }, { limit: 500 });
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 51));
    const stats = String(await server.ask('INFO', 'commandstats'));
    expect(Number(/cmdstat_lrange:calls=(\d+)/.exec(stats)?.[1])).toBeLessThanOrEqual(2);
    expect(stats).not.toContain('cmdstat_lindex');
  });
});
