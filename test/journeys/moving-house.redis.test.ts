// Moving house from a file to Redis and back.
import { describe, it, onTestFinished } from 'vitest';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { liveThroughMoves } from './moving-house.ts';
import { startRig } from './rig.ts';

describe.skipIf(NO_REDIS)(`a move to Redis and back${LEFT_OUT}`, () => {
  it('after it nothing is told again, what waited is told, and nothing is registered anew', async () => {
    const redis = await startRedis();
    onTestFinished(redis.remove);
    const rig = await startRig();
    onTestFinished(rig.stop);
    await liveThroughMoves(rig, [rig.storeUrl, `${redis.url}/0?namespace=north`, `${rig.storeUrl}-2`]);
  });
});
