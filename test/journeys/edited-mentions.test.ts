// Mentions that are left alone. Slack tells Teller of a mention once more when its writer edits the message: it is not carried out
// a second time. Nor is one that another app posts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** Edits the message and waits until Teller has heard of that. */
async function edit(message: Parameters<typeof rig.agent.edit>[0], text: string): Promise<void> {
  const heard = () => rig.slack.deliveries.filter(({ ack }) => ack?.status === 200).length;
  const before = heard();
  rig.agent.edit(message, text);
  await until(() => heard() > before);
  await rig.idle();
}

it('a mention whose writer corrects a word in it long afterwards does not switch the alerts of its channel back', async () => {
  const channels = alertChannels(rig);
  const finance = channels.join('finance');
  const { message } = await rig.agent.mention(finance, 'alerts on over 10000');
  await until(() => channels.switches(finance).length === 1);
  await channels.switchTo(finance, 'quiet');
  rig.clock.advance(24 * 60 * 60_000);
  await edit(message, `<@${rig.slack.botUserId}> alerts on over 1000`);
  expect(channels.switches(finance)).toHaveLength(2);
  await channels.say(finance, 'list', '#finance: *quiet*');
});

it('a mention that was answered in its thread is not answered there again when it is edited', async () => {
  const { sales } = rig.slack.channels;
  const { message } = await rig.agent.mention(sales, 'help');
  await until(() => rig.slack.thread(sales, message.ts).length === 2);
  await edit(message, `<@${rig.slack.botUserId}> help please`);
  expect(rig.slack.thread(sales, message.ts)).toHaveLength(2);
});

it('what another app posts in a person’s name is left alone, so that two apps never talk to each other for ever', async () => {
  const { sales } = rig.slack.channels;
  const { message } = await rig.agent.mention(sales, 'alerts on', { bot_id: 'B0OTHERAPP' });
  await rig.idle();
  expect(rig.slack.thread(sales, message.ts)).toHaveLength(1);
  expect(alertChannels(rig).switches(sales)).toEqual([]);
});
