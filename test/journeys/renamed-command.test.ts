// A merchant who has renamed the command in the manifest: every answer names it as people type it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLink } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('after a restart a mention’s help names the command as it was typed last', async () => {
  await rig.agent.command(rig.slack.channels.sales, '/lipa', 'help');
  await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
  await rig.idle();
  await rig.stopBot();
  await rig.startBot();
  const { message } = await rig.agent.mention(rig.slack.channels.sales, 'help');
  const inThread = () => rig.slack.thread(rig.slack.channels.sales, message?.ts ?? '').slice(1);
  await until(() => inThread().length === 1);
  expect(
    inThread()
      .map((one) => renderMessage(one))
      .join(),
  ).toContain('/lipa find');
});

it('a command with another name is named as it is typed, and nothing that help shows after it is raw mrkdwn', async () => {
  await createLink(rig);
  rig.agent.close();
  const answers = () => rig.slack.ephemerals(rig.agent.id);
  for (const words of ['help', 'alerts', 'open', 'cancel', 'remortgage', 'find', 'report soon']) {
    const { length } = answers();
    await rig.agent.command(rig.slack.channels.sales, '/lipa', words);
    await until(() => answers().length > length);
  }
  const [help] = answers();
  if (!help) throw new Error('there is no help');
  const { length } = answers();
  await rig.agent.click(help, 'more');
  await until(() => answers().length > length);
  const { message } = await rig.agent.mention(rig.slack.channels.sales, 'help');
  const inThread = () => rig.slack.thread(rig.slack.channels.sales, message?.ts ?? '').slice(1);
  await until(() => inThread().length === 1);
  const shown = [...answers(), ...inThread()].map((one) => renderMessage(one));
  expect(shown[0]).toContain('/lipa find');
  expect(shown.at(-1)).toContain('/lipa find');
  expect(shown.at(-2)).toContain('/lipa forget');
  expect(shown.join('\n')).not.toContain('/pay');
  const sent = JSON.stringify(answers());
  expect(sent).toContain('&lt;anything&gt;');
  expect(sent).not.toContain('<anything>');
});
