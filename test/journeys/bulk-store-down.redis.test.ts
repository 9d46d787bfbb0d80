// The store goes down while many orders are being sent: whoever presses Stop or confirms reads that
// Teller is not sure, and can do it again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { shownTo } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { bulkMessageIn, cardsOf, checkFile, confirm, manyRows, readBulk } from './bulks.ts';
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

describe.skipIf(NO_REDIS)(`many at once while the store is down${LEFT_OUT}`, () => {
  it('Stop is answered that it may go on and has to be pressed again; pressed again it stops', async () => {
    await checkFile(rig, manyRows(60));
    await confirm(rig);
    await until(() => cardsOf(rig).length > 1);
    const message = bulkMessageIn(rig);
    if (!message) throw new Error('the bulk has no message');
    await redis.kill();
    await bot.endsWithNew(
      () => rig.agent.click(message, 'stop_bulk'),
      () => shownTo(rig),
    );
    expect(shownTo(rig).at(-1)).toContain(SAYS.pressStopAgain);
    expect(shownTo(rig).at(-1)).not.toContain(SAYS.beforeSendAgain);
    await redis.start();
    await bot.isReady();
    await until(async () => {
      await rig.agent.click(message, 'stop_bulk', { isOld: true });
      await until(() => readBulk(rig).includes(SAYS.stoppedBy), 5_000);
      return true;
    });
    expect(rig.provider.orders().length).toBeLessThan(60);
  });

  it('whoever confirms a file reads that it is not sure whether sending began, and confirms again without sending twice', async () => {
    rig.agent.close();
    await checkFile(rig, 'phone,amount,description\n0733000001,20,Flour\n0733000002,30,Sugar');
    const orders = rig.provider.orders().length;
    await redis.kill();
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.beginningUnsure));
    expect(rig.readModal()).toContain(SAYS.bulkPromptsAsked('2'));
    expect(rig.readModal()).not.toContain(SAYS.beforeSendAgain);
    await redis.start();
    await bot.isReady();
    await confirm(rig);
    expect(rig.readModal()).not.toContain(SAYS.notSure);
    await until(() => readBulk(rig).includes(SAYS.promptsDone('2')));
    expect(rig.provider.orders()).toHaveLength(orders + 2);
  });
});
