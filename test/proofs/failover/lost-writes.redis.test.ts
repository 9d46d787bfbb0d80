// A replica takes over: what Redis has acknowledged by then may be lost, unless a replica was waited for.
import { expect, test } from 'vitest';
import { howMany, showFigures } from '#test/proofs/how-many.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { type Failover, failOverWhileWriting } from './lost-writes.ts';

/** `PROOFS=20` gives the figures of docs/operations.md. */
const FAILOVERS = howMany({ short: 1, full: 3 });

async function failOvers(options: string): Promise<Failover[]> {
  const all: Failover[] = [];
  for (let count = 0; count < FAILOVERS; count += 1)
    all.push(await failOverWhileWriting(options, 20 + ((count * 7) % 20)));
  showFigures(options, JSON.stringify(all));
  return all;
}

test.skipIf(NO_REDIS)(
  `with ?replicas=1 no saved order is lost when the Redis that leads is killed and its replica takes over${LEFT_OUT}`,
  async () => {
    const all = await failOvers('?replicas=1');
    expect(all.map(({ lost }) => lost)).toEqual(all.map(() => 0));
  },
);

test.skipIf(NO_REDIS)(
  `without it, a failover loses what the replica did not have yet, and this finds it${LEFT_OUT}`,
  async () => {
    const all = await failOvers('');
    expect(Math.max(...all.map(({ lost }) => lost))).toBeGreaterThan(0);
  },
);
