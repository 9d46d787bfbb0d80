// A replica takes over: what Redis has acknowledged by then may be lost, unless a replica was waited for.
import { expect, test } from 'vitest';
import { howMany, isShort, showFigures } from '#test/proofs/how-many.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { type Failover, failOverWhileWriting } from './lost-writes.ts';

/** `PROOFS=20` gives the figures of docs/operations.md. */
const FAILOVERS = howMany({ short: 1, full: 3 });

async function failOvers(options: string, isReplicaHeld = false): Promise<Failover[]> {
  const all: Failover[] = [];
  for (let count = 0; count < FAILOVERS; count += 1)
    all.push(await failOverWhileWriting(options, 20 + ((count * 7) % 20), isReplicaHeld));
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
    // With one try, on a machine that may be slow between the last save and the kill, that save must not be copied by then.
    const all = await failOvers('', isShort);
    expect(Math.max(...all.map(({ lost }) => lost))).toBeGreaterThan(0);
  },
);
