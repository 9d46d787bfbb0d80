// The bench in its short form, so that it cannot rot unnoticed, and the made orders read through the drivers.
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { dayOf } from '#lib/time.ts';
import { openStore } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { QUICK } from './figures.ts';
import { agentOf, DAY_MS, finishedName, finishedOrder, NOW, openName, openOrder } from './made-orders.ts';
import { measureReply } from './measure-reply.ts';
import { openStage, type StoreName } from './stage.ts';
import { tablesOf } from './table.ts';

const SCALE = { ...QUICK, rounds: 1, payments: 3 };

describe.skipIf(NO_REDIS)(`the bench${LEFT_OUT}`, () => {
  it('the bench counts one status request, one reply and one card update for each payment that it measures', async () => {
    const figures = await measureReply(SCALE);
    expect(figures.map(({ what, rounds }) => [what, rounds.length])).toEqual([
      ['a script: status request, reply, card update', 1],
      ['Teller, SQLite', 1],
      ['Teller, Redis', 1],
    ]);
    for (const { value } of figures) expect(value).toBeGreaterThan(0);
    expect(tablesOf(figures)).toContain('| Teller, SQLite | ');
  });

  it.each<StoreName>(['SQLite', 'Redis'])(
    'the bench fills %s with orders that the driver of the store reads',
    async (name) => {
      const stage = await openStage(name);
      onTestFinished(stage.remove);
      await stage.fill({ from: 0, to: 40, open: 2 });
      await stage.fill({ from: 40, to: 120, open: 2 });
      const { orders, ping, close } = await openStore(stage.url, { clock: systemClock });
      onTestFinished(close);
      // A store on Redis is open before it is connected.
      await expect.poll(() => ping().then(() => 'up')).toBe('up');
      expect(await orders.get(finishedName(7))).toEqual(finishedOrder(7));
      expect(await orders.findByTrackingId(openOrder(1).provider.trackingId ?? '')).toEqual(openOrder(1));
      expect(await orders.openOf(agentOf(1), 9)).toEqual([openOrder(1)]);
      expect(await orders.closedOf(agentOf(1), 9)).toHaveLength(3);
      const days = { firstDay: dayOf(NOW - 366 * DAY_MS, 'UTC'), lastDay: dayOf(NOW, 'UTC') };
      const year = await orders.entriesBetween(days, { limit: 500 });
      expect(year.entries).toHaveLength(120);
      await orders.trigger('check', openName(1), 0);
      const [claim] = await orders.claim('check', { now: 1, leaseMs: 1, limit: 9 });
      expect(claim?.reference).toBe(openName(1));
      await stage.resetDueTimes(2);
      expect(await orders.claim('check', { now: Date.now(), leaseMs: 1, limit: 9 })).toEqual([]);
    },
  );
});
