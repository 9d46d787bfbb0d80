// What /readyz says of a Redis that answers and takes no writes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer;
let rig: Rig;
beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startRig({}, { redis });
});
afterAll(async () => {
  if (NO_REDIS) return;
  await rig.stop();
  await redis.remove();
});

const readiness = async () => (await fetch(`${rig.botUrl}/readyz`)).json();

describe.skipIf(NO_REDIS)(`a Redis that takes no writes${LEFT_OUT}`, () => {
  it.each([
    {
      what: 'without memory',
      break: ['CONFIG', 'SET', 'maxmemory', '1'],
      mend: ['CONFIG', 'SET', 'maxmemory', '0'],
      fault: SAYS.storeMemoryFull,
    },
    {
      what: 'that is a replica',
      break: ['REPLICAOF', '127.0.0.1', '1'],
      mend: ['REPLICAOF', 'NO', 'ONE'],
      fault: SAYS.storeIsReplica,
    },
    {
      what: 'that lacks replicas',
      break: ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
      mend: ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
      fault: SAYS.storeLacksReplicas,
    },
  ])('Readiness: a Redis $what is named until it takes writes again', async (one) => {
    await redis.ask(...one.break);
    const faults = [SAYS.storeUnusable(one.fault)];
    await until(async () => {
      expect(await readiness()).toEqual({ ready: false, faults });
      return true;
    });
    await redis.ask(...one.mend);
    await until(async () => {
      expect(await readiness()).toEqual({ ready: true, faults: [] });
      return true;
    });
  });
});
