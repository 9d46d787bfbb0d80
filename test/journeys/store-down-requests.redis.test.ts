// The store is down: whoever decides about a request reads that nothing was decided, with an incident number, and can decide
// when the store is back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import type { Sent } from './agent.ts';
import { APPROVERS_ENV, approver, askForPrompt, newest, notes, startApproversRig } from './approvers.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { insist } from './insist.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
let redis: RedisServer;
let bot: BotProcess;
let waiting: Sent;

beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startApproversRig();
  bot = await startBotProcess(rig, redis.url, APPROVERS_ENV);
  waiting = await askForPrompt(rig);
  await redis.kill();
});
afterAll(async () => {
  if (NO_REDIS) return;
  await bot.kill();
  await rig.stop();
  await redis.remove();
});

describe.skipIf(NO_REDIS)(`a request for approval while the store is down${LEFT_OUT}`, () => {
  it.each(['approve', 'decline', 'withdraw'])(
    'the button %s is answered that nothing was decided, with the number of an incident',
    async (button) => {
      const person = button === 'withdraw' ? rig.agent : approver(rig);
      const before = notes(rig, person).length;
      const since = () => notes(rig, person).slice(before).join('\n');
      await insist(
        () => person.click(newest(rig, waiting.card), button),
        since,
        () => since().includes(SAYS.nothingDecided),
      );
      expect(notes(rig, person).at(-1)).toMatch(SAYS.nothingDecidedWithoutStore);
      expect(notes(rig, person).at(-1)).not.toMatch(/send|sent/);
    },
  );

  it('is decided when the store is back, and its customer asked once', async () => {
    await redis.start();
    await bot.isReady();
    // Once a press is taken the card has no *Approve* any more, though its prompt may be sent later.
    const asked = newest(rig, waiting.card);
    await until(async () => {
      if (rig.provider.prompts.length > 0) return true;
      await approver(rig).click(asked, 'approve', { isOld: true });
      await until(() => rig.provider.prompts.length > 0, 5_000);
      return true;
    });
    await until(() => rig.readCard(waiting.card).includes(SAYS.waitingForPin));
    expect(rig.provider.prompts).toHaveLength(1);
  });
});
