// The store does not answer while a form is open: the select is empty within Slack's three seconds, and a choice says so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm } from './agent.ts';
import { askBefore, choose, fieldId, JANE, JANE_LABEL, offers, shows } from './customers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let redis: RedisServer;

beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startRig({}, { redis });
});
afterAll(async () => {
  if (NO_REDIS) return;
  redis.signal('SIGCONT');
  await rig.stop();
  await redis.remove();
});

/** Time passes until the bot has given up waiting. */
async function waitedFor<Value>(answer: Promise<Value>): Promise<Value> {
  let isOver = false;
  const result = answer.finally(() => {
    isOver = true;
  });
  await until(() => {
    if (!isOver) rig.clock.advance(200);
    return isOver;
  });
  return result;
}

describe.skipIf(NO_REDIS)(`earlier customers while the store stands still${LEFT_OUT}`, () => {
  it('are not offered, and one that was chosen before is asked to be chosen again', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt 350 Milk');
    await expect.poll(() => offers(rig)).toEqual([JANE_LABEL]);
    const before = fieldId(rig, 'customer');
    redis.signal('SIGSTOP');
    await waitedFor(choose(rig, JANE_LABEL));
    await waitedFor(until(() => rig.readModal().includes(SAYS.customerUnreadable)));
    expect(rig.readModal()).toContain('customer (optional): ‹');
    expect(await waitedFor(offers(rig, 'jane'))).toEqual([]);
    redis.signal('SIGCONT');
    await until(async () => (await offers(rig, 'jane')).length > 0);
    // As the form says; a choice may still be too early for the store.
    const asks = () => rig.readModal().includes(SAYS.customerUnreadable);
    await until(async () => {
      if (asks()) await choose(rig, JANE_LABEL);
      return shows(rig, JANE_LABEL);
    });
    expect(rig.readModal()).not.toContain(SAYS.couldNotRead);
    expect(fieldId(rig, 'customer')).not.toBe(before);
  });
});
