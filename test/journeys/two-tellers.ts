// Two Tellers of one Slack app, each in a thread of its own, on a Redis that loses nothing.
import { type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { type Rig, startRig } from './rig.ts';

export async function startTwoTellers(): Promise<{
  rig: Rig;
  redis: RedisServer;
  stop: () => Promise<void>;
}> {
  const redis = await startRedis();
  const rig = await startRig({}, { apart: true, replicas: 2, redis });
  return {
    rig,
    redis,
    async stop() {
      await rig.stop();
      await redis.remove();
    },
  };
}
