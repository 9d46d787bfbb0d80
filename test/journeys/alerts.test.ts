// Channels that hear of every payment, of their own only, or of none but in threads.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it('is told each payment of other channels once, with who asked and the way to the card', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { card, reference } = await sendPrompt(rig, { first_name: 'Wanjiru' });
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(finance).length === 1);
    const [alert] = channels.timeline(finance);
    for (const part of ['*KES 1,500.00* paid.', 'Two bags of flour', 'Wanjiru', 'M-PESA Kenya', 'Asked by'])
      expect(alert).toContain(part);
    expect(alert).toContain(`/archives/${card.channel}/p${card.ts.replace('.', '')}`);
    expect(await repliesOf(rig, card, 1, '*Paid*')).toHaveLength(1);

    rig.clock.advance(60_000);
    await rig.provider.notify(reference, { copies: 5 });
    await rig.idle();
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('hears of its own cards by the reply in the thread, and not a second time', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, '*Paid*');
    await rig.idle();
    expect(channels.timeline(sales)).toHaveLength(2);
    expect(channels.timeline(sales)[1]).toContain('(also sent to the channel)');
  });

  it('hears of each charge of a recurring link', async () => {
    const finance = channels.join('finance');
    const { reference } = await createLink(rig, {
      frequency: 'MONTHLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
    });
    await rig.provider.customer.pay(reference);
    await channels.switchTo(finance, 'on');
    await rig.provider.customer.charge(reference);
    await until(() => channels.timeline(finance).some((text) => text.includes('a recurring charge')));
    await rig.idle();
    expect(channels.timeline(finance).filter((text) => text.includes('a recurring charge'))).toHaveLength(1);
  });

  it('hears of a payment of a channel that is gone, and of one whose card was deleted', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const first = await sendPrompt(rig);
    rig.slack.deleteMessage(first.card.channel, first.card.ts);
    await rig.provider.customer.pay(first.reference);
    await until(() => channels.timeline(finance).length === 1);
    expect(channels.timeline(finance)[0]).not.toContain('Open its card');

    const second = await sendPrompt(rig);
    rig.slack.archive(second.card.channel);
    await rig.provider.customer.pay(second.reference);
    await until(() => channels.timeline(finance).length === 2);
  });

  it('hears of a card of its own in a message, when the card was deleted and has no thread any more', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on');
    const { card, reference } = await sendPrompt(rig);
    rig.slack.deleteMessage(card.channel, card.ts);
    await rig.provider.customer.pay(reference);
    await until(() => channels.timeline(sales).length === 1);
    expect(channels.timeline(sales)[0]).toContain('*KES 1,500.00* paid.');
  });

  it('hears no more once it is off', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    await channels.switchTo(finance, 'off');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, '*Paid*');
    await rig.idle();
    expect(channels.timeline(finance)).toEqual([]);
  });
});

describe('a quiet channel', () => {
  it('finds the payment in the thread and nowhere else', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'quiet');
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    const [paid] = await repliesOf(rig, card, 1, '*Paid*');
    expect(paid).toContain('*KES 1,500.00* paid.');
    await rig.idle();
    expect(channels.timeline(sales)).toHaveLength(1);
  });
});

describe('/pay alerts', () => {
  it('alone, or with a word that it does not know, says how it stands and what there is', async () => {
    const { sales } = rig.slack.channels;
    await channels.say(sales, '', 'Alerts are *off* in this channel');
    await channels.switchTo(sales, 'quiet');
    await channels.say(sales, 'loud', 'Alerts are *quiet* in this channel');
    for (const mode of ['on', 'off', 'quiet', 'list'])
      expect(channels.answer(sales)).toContain(`/pay alerts ${mode}`);
  });

  it('says how to invite the bot where it is not, and changes nothing', async () => {
    const { finance } = rig.slack.channels;
    await channels.say(finance, 'on', '/invite @teller');
    await channels.say(finance, 'list', 'No channel has alerts on or quiet');
  });

  it('changes nothing while Slack does not say whether the bot is there', async () => {
    const { sales } = rig.slack.channels;
    rig.slack.faults.always('conversations.info', { kind: 'http500' });
    await channels.say(sales, 'on', 'nothing has changed');
    rig.slack.faults.off();
    await channels.say(sales, '', 'Alerts are *off*');
  });

  it('lists every channel that is on or quiet, and forgets none over a restart', async () => {
    const finance = channels.join('finance');
    const { sales } = rig.slack.channels;
    await channels.switchTo(finance, 'on');
    await channels.switchTo(sales, 'quiet');
    await rig.stopBot();
    await rig.startBot();
    await channels.say(sales, 'list', '#finance: *on*');
    expect(channels.answer(sales)).toContain('#sales: *quiet*');
  });

  it('does nothing for a guest', async () => {
    const { sales } = rig.slack.channels;
    const guest = rig.slack.person(rig.slack.users.guest);
    await guest.command(sales, '/pay', 'alerts on');
    await until(() => channels.answer(sales, guest).includes('full members'));
    await channels.say(sales, 'list', 'No channel');
  });
});
