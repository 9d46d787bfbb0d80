// The rate limit of several replicas on one Redis: together they post no faster than one would.
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { createRateLimit, type RateLimit } from '#slack/delivery/rate-limit.ts';
import { openStore } from '#store/open.ts';
import { createLink, type Sent } from '#test/journeys/agent.ts';
import { startRig, until } from '#test/journeys/rig.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { rateLimitSuite } from './rate-limit-suite.ts';

let redis: RedisServer | undefined;
afterAll(() => redis?.remove());

/** Of two replicas that post in turn. */
async function createOfReplicas(clock: Clock): Promise<RateLimit> {
  redis ??= await startRedis();
  await redis.ask('FLUSHALL');
  const { url } = redis;
  const stores = await Promise.all([1, 2].map(() => openStore(url, { clock })));
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const limits = stores.map(({ sharedTurns }) => createRateLimit(clock, sharedTurns));
  const [first = createRateLimit(clock), second = first] = limits;
  let [next, other] = [first, second];
  return {
    tryTurn(channel) {
      const answer = next.tryTurn(channel);
      [next, other] = [other, next];
      return answer;
    },
    // Nobody waits for it, so the next call goes the same way, where it cannot overtake this one.
    takeTurn: (channel) => next.takeTurn(channel),
  };
}

describe.skipIf(NO_REDIS)(`on Redis${LEFT_OUT}`, () => {
  rateLimitSuite('of two replicas', createOfReplicas, { runs: 5 });

  it('the replies of two replicas in one channel come no faster than one a second after the burst', async () => {
    const own = await startRedis();
    const rig = await startRig({}, { socket: false, replicas: 2, redis: own });
    try {
      const sent: Sent[] = [];
      for (let order = 0; order < 8; order += 1) {
        sent.push(await createLink(rig));
        rig.agent.close();
      }
      rig.clock.advance(10_000);
      await rig.idle();
      const paidAt = rig.clock.now();
      // Each notification goes to the other replica, which tells the payment. The first four are the burst.
      for (const [index, { reference, card }] of sent.entries()) {
        await rig.provider.customer.pay(reference);
        if (index < 4) await until(() => rig.replies(card).length === 1);
      }
      await until(async () => {
        await rig.idle();
        rig.clock.advance(500);
        return sent.every(({ card }) => rig.replies(card).length === 1);
      });
      const postedAt = sent
        .flatMap(({ card }) => rig.slack.thread(card.channel, card.ts).slice(1))
        .map(({ ts }) => Number(ts) * 1_000 - paidAt)
        .sort((a, b) => a - b);
      for (const [index, at] of postedAt.entries()) expect(at).toBeGreaterThanOrEqual((index - 3) * 1_000);
      expect(rig.slack.callsTo('chat.postMessage')).toHaveLength(16);
    } finally {
      await rig.stop();
      await own.remove();
    }
  });
});
