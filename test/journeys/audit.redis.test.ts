// The audit record on Redis: two replicas add to one chain, and a record that cannot be written keeps customers' data in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { createLink, press, repliesOf } from './agent.ts';
import { isWhole } from './audit-chain.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer;
let rig: Rig;

describe.skipIf(NO_REDIS)(`the audit record of two replicas${LEFT_OUT}`, () => {
  beforeAll(async () => {
    redis = await startRedis();
    rig = await startRig({}, { redis, replicas: 2 });
  });
  afterAll(async () => {
    await rig.stop();
    await redis.remove();
  });

  const shown = () => rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));

  it('has each audit event once, in one chain that is whole', async () => {
    for (let count = 0; count < 4; count += 1) {
      const { card } = await createLink(rig);
      rig.agent.close();
      await press(rig, card, 'cancel_order');
      await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
      rig.agent.close();
    }
    const lines = await auditEvents(rig);
    expect(lines.filter(({ event }) => event === 'asked')).toHaveLength(4);
    expect(lines.filter(({ event }) => event === 'cancelled')).toHaveLength(4);
    expect(isWhole(lines)).toBe(true);
  });

  it('that cannot be written keeps a search by a customer’s name from being answered, and lets a switch go on', async () => {
    const sales = rig.slack.channels.sales;
    // Somebody has put something else where the record is, so every line of it is refused.
    await redis.ask('RENAME', '{teller}:audit', '{teller}:audit:away');
    await redis.ask('SET', '{teller}:audit', 'broken');
    await rig.agent.command(sales, '/pay', 'find school');
    await until(() => shown().some((text) => text.includes(SAYS.somethingWentWrong)));
    expect(shown().join()).not.toContain('2,500');
    await rig.agent.command(sales, '/pay', 'alerts quiet');
    await until(() => rig.slack.messages(sales).some(({ text }) => text.includes(SAYS.alerts)));
    await redis.ask('DEL', '{teller}:audit');
    await redis.ask('RENAME', '{teller}:audit:away', '{teller}:audit');
    await rig.agent.command(sales, '/pay', 'find school');
    await until(() => shown().some((text) => text.includes('2,500')));
    const lines = await auditEvents(rig);
    expect([lines.length > 8, isWhole(lines)]).toEqual([true, true]);
  });
});
