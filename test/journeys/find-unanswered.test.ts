// What Teller does not have while the provider cannot be asked: that is no hit, so its writer alone reads it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const TRACKING_ID = 'b945e4af-80a5-4ec1-8706-e03f8332fb04';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const alone = () => rig.slack.ephemerals(rig.agent.id).map((shown) => renderMessage(shown));
const fromTeller = () => rig.slack.history(sales()).filter(({ user }) => user === rig.slack.botUserId);

async function mentioned(words: string): Promise<string> {
  const before = alone().length;
  const posted = fromTeller().length;
  await rig.agent.mention(sales(), words);
  await until(() => alone().length > before || fromTeller().length > posted);
  await rig.idle();
  expect(fromTeller()).toHaveLength(posted);
  return alone()[before] ?? '';
}

describe('a mention with what Teller does not have', () => {
  it.each([
    ['find wairimu', '“wairimu”'],
    ['find ZQX7QWERTY', 'code ZQX7QWERTY'],
    ['find ORDER-77', '“ORDER-77”'],
    ['find jane ORDER-77', '“jane” · “ORDER-77”'],
    ['wairimu2026', '“wairimu2026”'],
    [`find ${TRACKING_ID}`, `“${TRACKING_ID}”`],
    [TRACKING_ID, `“${TRACKING_ID}”`],
  ])(
    'is answered to its writer alone while the service is down, first that nothing was found: %s',
    async (words, searched) => {
      const down = rig.provider.faults.down();
      const answer = await mentioned(words);
      down.end();
      expect(answer.startsWith(SAYS.foundNothingForText(searched))).toBe(true);
      expect(answer).toContain(SAYS.externalUnknown);
      expect(answer).not.toContain(SAYS.unknownToBoth);
    },
  );

  it('is answered to its writer alone when the service does not have it either, also where it is a tracking id', async () => {
    for (const words of [TRACKING_ID, `find ${TRACKING_ID}`, 'find ORDER-77'])
      expect(await mentioned(words)).toContain(SAYS.unknownToBoth);
  });
});

describe('the shortcut on a message with a tracking id', () => {
  it('is answered to whoever used it alone while the service is down', async () => {
    const down = rig.provider.faults.down();
    const message = await rig.agent.say(sales(), `What about ${TRACKING_ID}?`);
    const before = alone().length;
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => alone().length > before || rig.replies(message).length > 0);
    down.end();
    await rig.idle();
    expect(rig.replies(message)).toEqual([]);
    expect(alone()[before]).toContain(SAYS.foundNothingUnknownOutside(TRACKING_ID));
  });
});
