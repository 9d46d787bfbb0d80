// Finding on Redis, and what the audit record says of it: that somebody searched, and nothing of what was typed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents } from '#test/peek.ts';
import { REFUSALS, SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { createLink, repliesOf, type Sent, sendPrompt, shownTo } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { insist } from './insist.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer;
let rig: Rig;
let bot: BotProcess;
let flour: Sent;
let code: string;

async function find(words: string, person = rig.agent): Promise<string> {
  const shown = () => shownTo(rig, person.id);
  const before = shown().length;
  await insist(
    () => person.command(rig.slack.channels.sales, '/pay', `find ${words}`),
    () => shown().join(),
    () => shown().length > before && !isRefused(shown().at(-1)),
  );
  return shown().at(-1) ?? '';
}

/** This bot waits for Slack as long as in earnest, which is too short on a busy machine. */
const isRefused = (answer = '') => answer.includes(REFUSALS.person_unreadable);

const recorded = () => auditEvents({ storeUrl: redis.url });

describe.skipIf(NO_REDIS)(`finding on Redis${LEFT_OUT}`, () => {
  beforeAll(async () => {
    redis = await startRedis();
    rig = await startRig();
    bot = await startBotProcess(rig, redis.url);
    // Half of another reference might read as money, such as 12KES.
    flour = await sendPrompt(rig, { id: '7K3M9-QX2ZD', first_name: 'Jane', last_name: 'Wanjiru' });
    await rig.provider.customer.pay(flour.reference);
    await repliesOf(rig, flour.card, 1, SAYS.paid);
    [, code = ''] = /`(\w+)`/.exec(rig.readCard(flour.card)) ?? [];
    rig.agent.close();
    await createLink(rig, { first_name: 'Jane', last_name: 'Otieno', email_address: 'jane@duka.test' });
    rig.agent.close();
  });
  afterAll(async () => {
    await bot.kill();
    await rig.stop();
    await redis.remove();
  });

  // This bot lives by the real clock, so that a day may end between the payment and the search.
  it.each<[string, () => string]>([
    ['code', () => code],
    ['number', () => '0712 345 678'],
    ['end of the number', () => '45678'],
    ['name', () => 'wanj'],
    ['amount', () => 'KES 1,500'],
    ['word of the description', () => 'flour'],
    ['part of the reference', () => flour.reference.slice(6).toLowerCase()],
    ['days and state', () => 'yesterday..today paid'],
    ['several of these together', () => 'jane 1500 yesterday..today paid by me 345678'],
  ])('on Redis a payment is found by its %s', async (_, words) => {
    expect(await find(words())).toContain(`${flour.reference} · `);
  });

  it('on Redis several payments are listed, and nothing is said to be nothing', async () => {
    expect(await find('jane')).toContain(SAYS.paymentsFoundNewest('2'));
    expect(await find('jane paid flour 2500')).toContain(SAYS.foundNothing);
  });

  it('a search by a customer’s data leaves a line in the audit record with who, when and how many, and without the words', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    for (const words of ['jane@duka.test', 'KES 1,500 today', 'jane']) await find(words, colleague);
    const lines = async () =>
      (await recorded()).filter(({ who, event }) => who === colleague.id && event !== 'refused');
    await until(async () => (await lines()).length === 2);
    expect(await lines()).toEqual(
      ['1', '2'].map((outcome) => ({
        seq: expect.any(Number),
        at: expect.any(Number),
        who: colleague.id,
        event: 'searched',
        outcome,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
  });

  it('nothing that was typed into a search is in the log or in the audit record', async () => {
    await find('Zanele zanele@duka.test 0799 999 998 ZQX7QWERTY');
    await find('ZQX7QWERTY');
    await find('Zanele 2026-02-31');
    await rig.provider.stop();
    expect(await find('Zanele')).toContain(SAYS.cannotBeReached);
    await rig.agent.mention(rig.slack.channels.sales, 'Zanele 0799999998');
    await until(async () => (await recorded()).some(({ event }) => event === 'searched'));
    const record = JSON.stringify(await recorded());
    for (const typed of ['anele', 'ZANELE', '799999998', '799 999', 'ZQX7', 'zqx7'])
      expect([...bot.linesWith(typed), ...(record.includes(typed) ? [record] : [])]).toEqual([]);
  });
});
