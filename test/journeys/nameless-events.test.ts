// Events without the id that Slack documents: each is answered once, and none is taken for another.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('an event without an id', () => {
  it('direct messages without an event id are answered once each, however often they are delivered', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    const answers = () => rig.slack.history(direct).filter(({ user }) => user === rig.slack.botUserId);
    for (const count of [1, 2]) {
      rig.agent.say(direct, 'open', { isNameless: true, copies: 3 });
      await until(() => answers().length === count);
      await rig.idle();
      expect(answers()).toHaveLength(count);
    }
  });

  it('mentions without an event id are answered once each, however often they are delivered', async () => {
    const { sales } = rig.slack.channels;
    for (const _ of [1, 2]) {
      const { message } = await rig.agent.mention(sales, 'help', { isNameless: true, copies: 3 });
      await until(() => rig.slack.thread(sales, message.ts).length === 2);
      await rig.idle();
      expect(rig.slack.thread(sales, message.ts)).toHaveLength(2);
    }
  });
});
