// Many orders with one file through two bots on one Redis: whichever gets the form, dies or loses the store, no row is sent
// twice.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer } from '#test/store/redis-server.ts';
import { bulkMessageIn, cardsOf, checkFile, confirm, manyRows, readBulk, resultsIn } from './bulks.ts';
import { type Rig, until } from './rig.ts';
import { startTwoTellers } from './two-tellers.ts';

let redis: RedisServer;
let rig: Rig;
let stop: () => Promise<void>;

/** Leases end by the time of Redis, so real time passes as well. */
async function untilBulkIs(text: string): Promise<void> {
  await until(() => {
    rig.clock.advance(1_000);
    return readBulk(rig).includes(text);
  });
}

describe.skipIf(NO_REDIS)(`a bulk through two replicas${LEFT_OUT}`, () => {
  beforeEach(async () => {
    ({ rig, redis, stop } = await startTwoTellers());
  });
  afterEach(() => stop());

  const messages = () => rig.cards().filter(({ metadata }) => metadata?.event_payload['news'] === 'bulk');

  it('a confirmation that reaches both begins one bulk, which one of them sends and both count', async () => {
    await checkFile(rig, manyRows(5));
    await rig.agent.submit({}, { copies: 4 });
    await untilBulkIs(SAYS.promptsDone('5'));
    expect(rig.provider.orders()).toHaveLength(5);
    for (const { id } of rig.provider.orders()) await rig.provider.customer.pay(id);
    await untilBulkIs(SAYS.countPaid('5'));
    await until(() => resultsIn(rig).length > 0);
    expect(messages()).toHaveLength(1);
    expect(resultsIn(rig)).toHaveLength(1);
  });

  it.each([0, 1])('when replica %i dies half-way, all rows are sent and none twice', async (replica) => {
    await checkFile(rig, manyRows(8));
    await confirm(rig);
    await until(() => {
      rig.clock.advance(200);
      return cardsOf(rig).length >= 3;
    });
    await rig.killBot(replica);
    await untilBulkIs(SAYS.promptsDone('8'));
    expect(cardsOf(rig)).toHaveLength(8);
    const asked = rig.provider.orders().map(({ msisdn }) => msisdn);
    expect(new Set(asked).size).toBe(asked.length);
    // The request that was on its way when the bot died may never have arrived, and is not made again.
    expect(asked.length).toBeGreaterThanOrEqual(7);
    expect(messages()).toHaveLength(1);
  });

  it('while the store is down nothing is sent, and then it goes on', async () => {
    await checkFile(rig, manyRows(6));
    await confirm(rig);
    await until(() => {
      rig.clock.advance(200);
      return cardsOf(rig).length >= 2;
    });
    await redis.kill();
    const sent = rig.provider.requestsTo('push').length;
    for (let second = 0; second < 5; second += 1) rig.clock.advance(1_000);
    expect(rig.provider.requestsTo('push').length).toBeLessThanOrEqual(sent + 1);
    await redis.start();
    await untilBulkIs(SAYS.promptsDone('6'));
    const asked = rig.provider.orders().map(({ msisdn }) => msisdn);
    expect(new Set(asked).size).toBe(asked.length);
    expect(bulkMessageIn(rig)).toBeDefined();
    expect(messages()).toHaveLength(1);
  });
});
