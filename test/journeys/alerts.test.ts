// Channels with alerts on get every payment, quiet ones none outside of threads, others those of their own cards.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let channels: ReturnType<typeof alertChannels>;
beforeEach(async () => {
  rig = await startRig();
  channels = alertChannels(rig);
});
afterEach(() => rig.stop());

describe('a channel with alerts on', () => {
  it('a channel with alerts on gets each payment of other channels once, with who asked and a link to the card', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { card, reference } = await sendPrompt(rig, { first_name: 'Wanjiru' });
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(finance).length === 1);
    const [alert] = channels.timeline(finance);
    for (const part of [
      SAYS.alertPaidBy('KES 1,500.00', 'Wanjiru'),
      'Two bags of flour',
      `@${rig.agent.id} in #`,
    ])
      expect(alert).toContain(part);
    expect(alert).toContain(`/archives/${card.channel}/p${card.ts.replace('.', '')}`);
    expect(await repliesOf(rig, card, 1, SAYS.paid)).toHaveLength(1);

    rig.clock.advance(60_000);
    await rig.provider.notify(reference, { copies: 5 });
    await rig.idle();
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('a channel with alerts on gets no second message for its own cards: the reply in the thread is also sent to the channel', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(channels.timeline(sales)).toHaveLength(2);
    expect(channels.timeline(sales)[1]).toContain('(also sent to the channel)');
  });

  it('a channel with alerts on gets each charge of a recurring link', async () => {
    const finance = channels.join('finance');
    const { reference } = await createLink(rig, {
      frequency: 'MONTHLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
    });
    await rig.provider.customer.pay(reference);
    await channels.switchTo(finance, 'on');
    await rig.provider.customer.charge(reference);
    await until(() => channels.timeline(finance).some((text) => text.includes(SAYS.chargeBracketStart)));
    await rig.idle();
    expect(channels.timeline(finance).filter((text) => text.includes(SAYS.chargeBracketStart))).toHaveLength(
      1,
    );
  });

  it('a channel with alerts on gets a payment whose own channel is gone, and one whose card was deleted', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const first = await sendPrompt(rig);
    rig.slack.deleteMessage(first.card.channel, first.card.ts);
    await rig.provider.customer.pay(first.reference);
    await until(() => channels.timeline(finance).length === 1);
    expect(channels.timeline(finance)[0]).not.toContain(SAYS.card);

    const second = await sendPrompt(rig);
    rig.slack.archive(second.card.channel);
    await rig.provider.customer.pay(second.reference);
    await until(() => channels.timeline(finance).length === 2);
  });

  it('a channel with alerts on gets a message for its own card when the card was deleted and has no thread any more', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on');
    const { card, reference } = await sendPrompt(rig);
    rig.slack.deleteMessage(card.channel, card.ts);
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(sales).length === 1);
    expect(channels.timeline(sales)[0]).toContain('KES 1,500.00');
  });

  it('a channel gets no alert once its alerts are off', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    await channels.switchTo(finance, 'off');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(channels.timeline(finance)).toEqual([]);
  });
});

describe('a quiet channel', () => {
  it('a quiet channel has the payment in the thread and nowhere else', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'quiet');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
    await rig.idle();
    expect(channels.timeline(sales)).toHaveLength(1);
  });
});

describe('/pay alerts', () => {
  it('/pay alerts alone, or with an unknown word, says how alerts are set and what can be set', async () => {
    const { sales } = rig.slack.channels;
    await channels.say(sales, '', SAYS.alertsAreOff);
    await channels.switchTo(sales, 'quiet');
    await channels.say(sales, 'loud', SAYS.alertsAreQuiet);
    for (const mode of ['on', 'off', 'quiet', 'list'])
      expect(channels.answer(sales)).toContain(`/pay alerts ${mode}`);
  });

  it('/pay alerts on in a channel without the bot says how to invite it, and changes nothing', async () => {
    const { finance } = rig.slack.channels;
    await channels.say(finance, 'on', '/invite @teller');
    await channels.say(finance, 'list', 'No channel has alerts on or quiet');
  });

  it('/pay alerts on changes nothing while Slack does not say whether the bot is in the channel', async () => {
    const { sales } = rig.slack.channels;
    rig.slack.faults.always('conversations.info', { kind: 'http500' });
    await channels.say(sales, 'on', SAYS.nothingChanged);
    rig.slack.faults.off();
    await channels.say(sales, '', SAYS.alertsAreOff);
  });

  it('/pay alerts list names every channel that is on or quiet, also after a restart', async () => {
    const finance = channels.join('finance');
    const { sales } = rig.slack.channels;
    await channels.switchTo(finance, 'on');
    await channels.switchTo(sales, 'quiet');
    await rig.stopBot();
    await rig.startBot();
    await channels.say(sales, 'list', '#finance: payments, reviews and refunds');
    expect(channels.answer(sales)).toContain(SAYS.alertsListQuiet);
  });

  it('/pay alerts on does nothing for a guest', async () => {
    const { sales } = rig.slack.channels;
    const guest = rig.slack.person(rig.slack.users.guest);
    await guest.command(sales, '/pay', 'alerts on');
    await until(() => channels.answer(sales, guest).includes(SAYS.onlyFullMembers));
    await channels.say(sales, 'list', 'No channel');
  });
});
