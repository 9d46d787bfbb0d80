// Slack asks to wait a little when Teller answers somebody: the answer comes after that.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt, shownTo } from './agent.ts';
import { pass } from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const limited = { kind: 'rateLimited', retryAfterSeconds: 4 } as const;

/** Slack refuses the first call of `method` for four seconds, and no other comes before they are over. */
async function whileLimited(method: string, ask: () => unknown): Promise<void> {
  rig.slack.faults.next(method, limited);
  const before = rig.slack.callsTo(method).length;
  const times = () =>
    rig.slack
      .callsTo(method)
      .slice(before)
      .map(({ at }) => at);
  ask();
  await until(() => times().length > 0);
  await pass(rig, 11);
  const [refusedAt = 0, nextAt = 0] = times();
  expect(nextAt - refusedAt).toBeGreaterThanOrEqual(4_000);
}

it('what somebody asks in a direct message is answered once Slack takes messages again', async () => {
  const { reference } = await sendPrompt(rig);
  const direct = rig.slack.dmOf(rig.agent.id);
  await whileLimited('chat.postMessage', () => rig.agent.say(direct, `status ${reference}`));
  const answers = rig.slack.history(direct).filter(({ user }) => user === rig.slack.botUserId);
  expect(answers.map((one) => renderMessage(one))).toEqual([expect.stringContaining(SAYS.waitingForPin)]);
});

it('what somebody asks by a mention is answered to them alone once Slack takes messages again', async () => {
  const { reference } = await sendPrompt(rig);
  const { sales } = rig.slack.channels;
  await whileLimited('chat.postEphemeral', () => rig.agent.mention(sales, 'open'));
  expect(shownTo(rig)).toEqual([expect.stringContaining(reference)]);
});

it('why a shortcut opens no form is told directly once Slack takes messages again', async () => {
  rig.slack.faults.next('views.open', { kind: 'error', code: 'internal_error' }, 2);
  await whileLimited('conversations.open', () => rig.agent.shortcut('send_prompt'));
  const told = rig.slack.history(rig.slack.dmOf(rig.agent.id)).map(({ text }) => text);
  expect(told).toEqual([expect.stringContaining(SAYS.somethingWentWrong)]);
});

it('Home shows one’s orders once Slack takes it again', async () => {
  const { reference } = await sendPrompt(rig);
  await whileLimited('views.publish', () => rig.agent.openHome());
  expect(JSON.stringify(rig.slack.home(rig.agent.id))).toContain(reference);
});

it('what somebody asks by the command is answered once Slack takes it again, and followed by no error', async () => {
  const { reference } = await sendPrompt(rig);
  rig.slack.faults.next('response_url', limited);
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
  await rig.idle();
  await pass(rig, 10);
  expect(shownTo(rig)).toEqual([expect.stringContaining(reference)]);
});

it('a form opens once Slack takes it, while its press still counts', async () => {
  rig.slack.faults.next('views.open', { kind: 'rateLimited', retryAfterSeconds: 1 });
  await rig.agent.shortcut('send_prompt');
  await pass(rig, 2);
  await until(() => rig.readModal().includes('== send_prompt =='));
  expect(rig.slack.history(rig.slack.dmOf(rig.agent.id))).toEqual([]);
});
