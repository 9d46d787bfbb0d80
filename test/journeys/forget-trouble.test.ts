// Erasing a customer while Slack limits edits or loses an answer: every message once, and the end is told once.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { payFor, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

const CHANNELS = 8;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' });
});
afterEach(() => rig.stop());

const ends = () =>
  rig.slack
    .messages(rig.slack.dmOf(rig.agent.id))
    .filter(({ metadata }) => metadata?.event_payload['reference'] === 'forget');

async function forget(): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'forget');
  await rig.idle();
  await rig.agent.submit();
}

it('Erasing: it goes on where a limit of edits stopped it, and edits each message once', async () => {
  const channels = Array.from({ length: CHANNELS }, (_, index) => {
    const { id } = rig.slack.addChannel({ name: `branch-${index}` });
    for (const member of [rig.agent.id, rig.slack.botUserId]) rig.slack.invite(id, member);
    return id;
  });
  const { switchTo, timeline } = alertChannels(rig);
  for (const channel of channels) await switchTo(channel, 'on');
  await payFor(rig, await sendPrompt(rig, { first_name: 'Zawadi' }));
  await until(() => channels.every((channel) => timeline(channel).some((text) => text.includes('Zawadi'))));
  await rig.idle();
  const edited: string[] = [];
  rig.slack.onChange((change) => {
    if (change.kind !== 'edited') return;
    edited.push(change.message.channel);
    if (edited.length === 4)
      rig.slack.faults.next('chat.update', { kind: 'rateLimited', retryAfterSeconds: 60 });
  });
  await forget();
  await until(async () => {
    rig.clock.advance(5_000);
    await rig.idle();
    return channels.every((channel) => edited.includes(channel));
  });
  rig.clock.advance(120_000);
  await rig.idle();
  expect(channels.flatMap(timeline).filter((text) => text.includes('Zawadi'))).toEqual([]);
  const counts = channels.map((channel) => edited.filter((one) => one === channel).length);
  expect(counts).toEqual(Array(CHANNELS).fill(1));
  expect(ends()).toHaveLength(1);
});

it('Erasing: its end is told once when Slack loses the answer to that', async () => {
  await payFor(rig, await sendPrompt(rig));
  await rig.idle();
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await forget();
  await until(() => ends().length > 0);
  for (let times = 0; times < 6; times += 1) {
    rig.clock.advance(30_000);
    await rig.idle();
  }
  expect(ends()).toHaveLength(1);
  expect(rig.slack.callsTo('conversations.history').length).toBeGreaterThan(0);
});

it('Erasing: its end is told once Slack takes messages again', async () => {
  await payFor(rig, await sendPrompt(rig));
  await rig.idle();
  rig.slack.faults.always('chat.postMessage', { kind: 'error', code: 'internal_error' });
  const tries = rig.slack.callsTo('chat.postMessage').length;
  await forget();
  await until(() => rig.slack.callsTo('chat.postMessage').length > tries);
  await rig.idle();
  expect(ends()).toEqual([]);
  rig.slack.faults.off();
  await until(() => {
    rig.clock.advance(5_000);
    return ends().length > 0;
  });
  await rig.idle();
  expect(ends()).toHaveLength(1);
});
