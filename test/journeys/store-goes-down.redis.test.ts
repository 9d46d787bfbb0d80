// The store goes down while something is being sent: the person reads a sentence, whose incident number is in the log once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '#sandbox/provider/operations.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { renderMessage } from './reading.ts';
import { newest, openAgain, sendDeclined } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let redis: RedisServer;
let bot: BotProcess;

const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

describe.skipIf(NO_REDIS)(`when the store goes down while an order is being sent${LEFT_OUT}`, () => {
  beforeAll(async () => {
    redis = await startRedis();
    rig = await startRig();
    bot = await startBotProcess(rig, redis.url);
  });
  afterAll(async () => {
    await bot.kill();
    await rig.stop();
    await redis.remove();
  });
  afterEach(async () => {
    rig.provider.faults.clear();
    await redis.start();
    await bot.isReady();
  });

  /** The store goes down while the provider works on what `act` asks it for. */
  async function goesDownDuring(operation: Operation, act: () => Promise<unknown>): Promise<void> {
    const isDown = Promise.withResolvers<void>();
    const slow = rig.provider.faults.slow(isDown.promise, { operation });
    await act();
    await until(() => slow.hits > 0);
    await redis.kill();
    isDown.resolve();
  }

  it('an agent whose prompt is being sent when the store goes down reads directly what to look at before sending again', async () => {
    await openForm(rig, 'prompt 0722000111 1500 Two bags of flour');
    await bot.endsWithNew(() => goesDownDuring('push', () => rig.agent.submit()), direct);
    expect(rig.readModal()).toBe('');
    expect(direct().at(-1)).toContain(SAYS.checkCardFirst);
  });

  it('Resend: no phone rings when the store goes down while the first order is looked up, and its agent reads it directly', async () => {
    const { card } = await sendDeclined(rig);
    const { length } = rig.provider.prompts;
    await openAgain(rig, newest(rig, card));
    await bot.endsWithNew(() => goesDownDuring('getTransactionStatus', () => rig.agent.submit()), direct);
    expect(rig.readModal()).toBe('');
    expect(rig.provider.prompts).toHaveLength(length);
  });

  it('a workflow’s step whose store goes down while its order is being sent ends with the order once the store is back', async () => {
    const end = () => rig.slack.functionRuns.at(-1);
    const before = bot.incidents().length;
    await goesDownDuring('push', () =>
      rig.slack.runFunction('send_prompt', {
        agent: rig.agent.id,
        channel: rig.slack.channels.sales,
        amount: '1500',
        description: 'Flour',
        msisdn: '0722000222',
        payment_method: 'MpesaKE',
      }),
    );
    await until(() => bot.incidents().length > before);
    // The customer may be asked already, so nobody can say yet that it failed.
    expect(end()?.state).toBe('running');
    await redis.start();
    // By a check of the schedule, where the answer to the push came to nothing.
    await until(() => end()?.state === 'completed', 110_000);
    expect(end()?.outputs).toMatchObject({ state: SAYS.waitingForPinNow });
  });
});
