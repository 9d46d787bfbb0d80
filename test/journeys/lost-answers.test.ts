// Slack shows what Teller answers to one person, and its word that it does is lost on the way: the person reads the answer, and not
// that something went wrong.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answersTo, sendPrompt, shownTo } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'whoever types a command reads its answer and no error, when Slack’s word about it is lost (%s)',
  async (kind) => {
    rig.slack.faults.next('response_url', { kind });
    const answers = await answersTo(rig, 'help');
    await until(() => answers() !== '');
    await rig.idle();
    expect(answers()).toContain('/pay prompt');
    expect(answers()).not.toContain('went wrong');
  },
);

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'whoever mentions Teller reads the answer and no error, when Slack’s word about it is lost (%s)',
  async (kind) => {
    const { reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postEphemeral', { kind });
    await rig.agent.mention(rig.slack.channels.sales, 'open');
    await until(() => shownTo(rig).length > 0);
    await rig.idle();
    expect(shownTo(rig).join()).toContain(reference);
    expect(shownTo(rig).join()).not.toContain('went wrong');
  },
);
