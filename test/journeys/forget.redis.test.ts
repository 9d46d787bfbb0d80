// Erasing a customer on Redis: documents and indexes at once, and the append-only file once the operator has had it rewritten.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { postedIn } from './erased.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const PERSON = /254712345678|0712345678|Zawadi|Nyambura|zawadi@|Two bags|School fees/i;

let redis: RedisServer;
let rig: Rig;

describe.skipIf(NO_REDIS)(`forgetting a customer on Redis${LEFT_OUT}`, () => {
  beforeAll(async () => {
    redis = await startRedis();
    rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' }, { redis, replicas: 2 });
  });
  afterAll(async () => {
    await rig.stop();
    await redis.remove();
  });

  it('leaves nothing in keys and values, and nothing in the files after BGREWRITEAOF; told once by two replicas', async () => {
    const name = { first_name: 'Zawadi', last_name: 'Nyambura' };
    const prompt = await sendPrompt(rig, name);
    rig.agent.close();
    const link = await createLink(rig, {
      ...name,
      phone_number: '0712345678',
      email_address: 'zawadi@example.com',
    });
    rig.agent.close();
    for (const { card, reference } of [prompt, link]) {
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
    }
    await rig.idle();
    expect(await filesOf(redis)).toMatch(PERSON);

    await rig.agent.command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
    await until(() => rig.readModal().includes('== forget =='));
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.isBeingErased));
    const told = () =>
      rig.slack
        .messages(rig.slack.dmOf(rig.agent.id))
        .map((message) => renderMessage(message))
        .filter((text) => text.includes(SAYS.wasErasedFromOrders('2')));
    await until(() => told().length === 1);
    for (const { card } of [prompt, link])
      await until(() => rig.readCard(card).includes(SAYS.customerErased));
    await rig.idle();
    expect(postedIn(rig)).not.toMatch(PERSON);

    await rig.stopBot();
    await redis.ask('BGREWRITEAOF');
    await until(async () => !PERSON.test(await filesOf(redis)));
    expect(told()).toHaveLength(1);
  });
});

/** All bytes of what the server has written. */
async function filesOf({ ask }: RedisServer): Promise<string> {
  const [, folder] = (await ask('CONFIG', 'GET', 'dir')) as [string, string];
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('');
}
