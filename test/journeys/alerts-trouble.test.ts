// Alerts when Slack loses answers, asks to wait, or has closed the channel: still posted once, and none waits for another.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let channels: ReturnType<typeof alertChannels>;
beforeEach(async () => {
  rig = await startRig();
  channels = alertChannels(rig);
});
afterEach(() => rig.stop());

/** The first posts after the reply in the thread, which are the alerts, meet a fault. */
function afterTheReply(fault: Fault, times = 1): void {
  let isDone = false;
  rig.slack.onChange((change) => {
    if (isDone || change.kind !== 'posted' || !change.message.thread_ts) return;
    isDone = true;
    rig.slack.faults.next('chat.postMessage', fault, times);
  });
}

/** Lets time pass until `check` holds, and then some more, so that every retry has had its turn. */
async function passUntil(check: () => boolean): Promise<void> {
  const pass = async () => {
    rig.clock.advance(10_000);
    await rig.idle();
  };
  await until(async () => {
    await pass();
    return check();
  });
  for (let more = 0; more < 4; more += 1) await pass();
}

describe('an alert', () => {
  it('an alert is not for a channel that people of another workspace read by now, and who set it is told so once', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    rig.slack.invite(finance, rig.slack.users.stranger);
    for (const amount of ['1500', '1600']) {
      const { card, reference } = await sendPrompt(rig, { amount });
      rig.agent.close();
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
      await rig.idle();
    }
    expect(channels.timeline(finance)).toEqual([]);
    const told = rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map(({ text }) => text);
    expect(told).toEqual([expect.stringContaining(SAYS.strangersReadNow(`<#${finance}>`))]);
  });

  it('an alert waits until Slack says who reads its channel', async () => {
    rig.clock.hold();
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('conversations.info', { kind: 'http500' }, 2);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(channels.timeline(finance)).toEqual([]);
    await passUntil(() => channels.timeline(finance).length > 0);
    expect(channels.timeline(finance)).toHaveLength(1);
  });

  it.each<Fault>([
    { kind: 'lostAnswer' },
    { kind: 'http500AfterWork' },
    { kind: 'http500' },
    { kind: 'reset' },
    { kind: 'rateLimited', retryAfterSeconds: 3 },
    { kind: 'rateLimited' },
    { kind: 'error', code: 'internal_error' },
    { kind: 'tokenRevoked' },
  ])(
    'an alert is in its channel once when Slack answers with $kind, and the thread has its reply at once',
    async (fault) => {
      const finance = channels.join('finance');
      await channels.switchTo(finance, 'on');
      const { card, reference } = await sendPrompt(rig);
      afterTheReply(fault, 2);
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
      await passUntil(() => channels.timeline(finance).length > 0);
      expect(channels.timeline(finance)).toHaveLength(1);
      expect(rig.replies(card)).toHaveLength(1);
    },
  );

  it('an alert that cannot be posted in one channel delays no other channel', async () => {
    const [finance, leads] = [channels.join('finance'), channels.join('leads')];
    await channels.switchTo(finance, 'on');
    await channels.switchTo(leads, 'on');
    const { card, reference } = await sendPrompt(rig);
    afterTheReply({ kind: 'http500' });
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(finance).length + channels.timeline(leads).length === 1);
    expect(rig.replies(card)).toHaveLength(1);
    await passUntil(() => channels.timeline(finance).length + channels.timeline(leads).length > 1);
    expect([channels.timeline(finance).length, channels.timeline(leads).length]).toEqual([1, 1]);
  });

  it('an alert that was not delivered when the bot stopped is delivered by the next one', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { card, reference } = await sendPrompt(rig);
    afterTheReply({ kind: 'rateLimited', retryAfterSeconds: 600 });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.stopBot();
    expect(channels.timeline(finance)).toEqual([]);
    rig.clock.advance(601_000);
    await rig.startBot();
    await until(() => channels.timeline(finance).length === 1);
    await rig.idle();
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('an alert is posted without a link to the card when Slack does not give the link', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { reference } = await sendPrompt(rig);
    rig.slack.faults.always('chat.getPermalink', { kind: 'error', code: 'message_not_found' });
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(finance).length === 1);
    expect(channels.timeline(finance)[0]).not.toContain(SAYS.card);
  });
});

describe('a channel with alerts on', () => {
  it('alerts are switched off in a channel that is archived, whoever switched them on gets a message, and another channel still gets its alert', async () => {
    const [finance, leads] = [channels.join('finance'), channels.join('leads')];
    await channels.switchTo(finance, 'on');
    await channels.switchTo(leads, 'on');
    rig.slack.archive(finance);
    const { reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(leads).length === 1);
    const dm = rig.slack.dmOf(rig.agent.id);
    await until(() => channels.timeline(dm).some((text) => text.includes(SAYS.alertsSwitchedOff)));

    const next = await sendPrompt(rig);
    await rig.provider.customer.pay(next.reference);
    await until(() => channels.timeline(leads).length === 2);
    await rig.idle();
    expect(channels.timeline(dm).filter((text) => text.includes(SAYS.switchedOff))).toHaveLength(1);
    await channels.say(leads, 'list', '#leads: ');
    expect(channels.answer(leads)).not.toContain('finance');
  });

  it('whoever switched alerts on is told once that they are off, also when Slack’s answer to that is lost', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    rig.slack.archive(finance);
    const { reference } = await sendPrompt(rig);
    // The alert is refused, because the channel is archived; then comes the direct message.
    afterTheReply({ kind: 'error', code: 'is_archived' });
    afterTheReply({ kind: 'lostAnswer' });
    await rig.provider.customer.pay(reference);
    const dm = rig.slack.dmOf(rig.agent.id);
    const told = () => channels.timeline(dm).filter((text) => text.includes(SAYS.switchedOff));
    await passUntil(() => told().length > 0);
    expect(told()).toHaveLength(1);
    const { sales } = rig.slack.channels;
    await channels.say(sales, 'list', 'No channel');
  });

  it('whoever switches alerts on again in a channel that Teller is back in is told once more when it is removed again', async () => {
    const dm = rig.slack.dmOf(rig.agent.id);
    const told = () => channels.timeline(dm).filter((text) => text.includes(SAYS.switchedOff)).length;
    for (const count of [1, 2]) {
      const leads = channels.join('leads');
      await channels.switchTo(leads, 'on');
      rig.slack.remove(leads, rig.slack.botUserId);
      const { reference } = await sendPrompt(rig);
      rig.agent.close();
      await rig.provider.customer.pay(reference);
      await until(() => told() === count);
      await rig.idle();
      rig.clock.advance(60_000);
    }
    await channels.say(rig.slack.channels.sales, 'list', 'No channel');
  });

  it('alerts are switched off in a channel that removed the bot, even when only the search for a lost post shows it', async () => {
    const leads = channels.join('leads');
    await channels.switchTo(leads, 'on');
    const { card, reference } = await sendPrompt(rig);
    afterTheReply({ kind: 'reset' });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    rig.slack.remove(leads, rig.slack.botUserId);
    const dm = rig.slack.dmOf(rig.agent.id);
    await passUntil(() => channels.timeline(dm).some((text) => text.includes(SAYS.switchedOff)));
    expect(channels.timeline(leads)).toEqual([]);
  });
});
