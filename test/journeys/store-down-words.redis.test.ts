// The store is down: a direct message and a button that stands for words still end in a sentence, with an incident number
// that is in the log once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let redis: RedisServer;
let bot: BotProcess;

beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startRig();
  bot = await startBotProcess(rig, redis.url);
});
afterAll(async () => {
  if (NO_REDIS) return;
  await bot.kill();
  await rig.stop();
  await redis.remove();
});

const dm = () => rig.slack.dmOf(rig.agent.id);
const fromTeller = () => rig.slack.history(dm()).filter(({ user }) => user === rig.slack.botUserId);
const answers = () => fromTeller().map((message) => renderMessage(message));
const ephemerals = () => rig.slack.ephemerals(rig.agent.id).map((message) => renderMessage(message));

describe.skipIf(NO_REDIS)(`words while the store is down${LEFT_OUT}`, () => {
  beforeAll(async () => {
    // Slack is asked who somebody is once a minute: the answers to the words cannot be that it did not say so in time.
    await openForm(rig, 'prompt');
    rig.agent.close();
    for (const words of ['flour for Jane', 'prompt 0712345678 1500 Flour']) {
      const before = answers().length;
      rig.agent.say(dm(), words);
      await until(() => answers().length > before);
    }
    await redis.kill();
  });

  it.each(['status INV-1', 'prompt 0712345678 1500 Flour', 'flour', 'open'])(
    'the direct message “%s” is answered with an incident number while the store is down',
    async (words) => {
      await bot.endsWithNew(async () => rig.agent.say(dm(), words), answers);
    },
  );

  it.each(['look_up', 'send_prompt'])(
    'the button %s of words that wait in the store is answered with an incident number while the store is down',
    async (button) => {
      const message = fromTeller()[button === 'look_up' ? 0 : 1];
      if (!message) throw new Error('no message');
      await bot.endsWithNew(() => rig.agent.click(message, button), ephemerals);
    },
  );

  it('the words are there again when the store is', async () => {
    expect(bot.incidents()).toHaveLength(6);
    await redis.start();
    await bot.isReady();
    const [, offer] = fromTeller();
    if (!offer) throw new Error('no offer');
    // A press opens a form for three seconds, which a process that is just reconnecting may miss; people press again.
    await until(async () => {
      await rig.agent.click(offer, 'send_prompt');
      await until(() => rig.readModal().includes('0712345678'), 5_000);
      return true;
    });
  });
});
