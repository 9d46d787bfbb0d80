// Receipts on a Redis: every replica opens the same addresses, and while Redis is down the page says so.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atEnd, inLine, SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { openCustomerPages } from './customer-pages.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer;
let rig: Rig;

describe.skipIf(NO_REDIS)(`receipts on two replicas${LEFT_OUT}`, () => {
  beforeEach(async () => {
    redis = await startRedis();
    rig = await startRig({}, { replicas: 2, redis });
  });
  afterEach(async () => {
    await rig.stop();
    await redis.remove();
  });

  it('a receipt is opened by whichever replica is asked, and again once a Redis that was down is back', async () => {
    const { receipt } = openCustomerPages(rig);
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    const opened = await Promise.all(Array.from({ length: 10 }, () => receipt(reference)));
    expect(new Set(opened).size).toBe(1);
    expect(opened[0]).toMatch(inLine(/^200 Duka la Amina /, SAYS.receiptPaid('KES 1,500.00')));

    await redis.kill();
    expect(await receipt(reference, 'sw')).toMatch(inLine(/^503 /, atEnd(SAYS.tryAgainSwahili)));
    await redis.start();
    await until(async () => (await receipt(reference)).startsWith('200 '));
  });
});
