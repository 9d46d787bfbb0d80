// What a channel wants to hear: filters behind `alerts on`, said back in words, and who switched them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { paidFirst, paysWith, SECOND, THIRD } from './payments.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let channels: ReturnType<typeof alertChannels>;
beforeEach(async () => {
  rig = await startRig();
  channels = alertChannels(rig);
});
afterEach(() => rig.stop());

/** An order over this amount that the customer pays or declines, told in its thread. */
async function tell(amount: string, outcome: 'pay' | 'decline' = 'pay'): Promise<void> {
  const { card, reference } = await sendPrompt(rig, { amount });
  await rig.provider.customer[outcome](reference);
  await repliesOf(rig, card, 1, outcome === 'pay' ? SAYS.paid : SAYS.notPaidAmount('00'));
  await rig.idle();
}

describe('a channel that filters its alerts', () => {
  it('a channel with alerts over an amount hears of larger payments only', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on over 1,000');
    await tell('1000');
    expect(channels.timeline(finance)).toEqual([]);
    await tell('1001');
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(channels.timeline(finance)[0]).toContain('KES 1,001.00');
  });

  it('Alerts over an amount: each payment of an order counts by itself', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on over 1,000');
    const sent = await paidFirst(rig, { amount: 900 });
    expect(channels.timeline(finance)).toEqual([]);
    await paysWith(rig, sent, SECOND, { amount: 950 });
    expect(channels.timeline(finance)).toEqual([]);
    await paysWith(rig, sent, THIRD, { amount: 1100 });
    expect(channels.timeline(finance)).toEqual([expect.stringContaining(THIRD)]);
  });

  it('a channel hears of failures when it asks for them, and then of nothing else', async () => {
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on only failed');
    await tell('700');
    expect(channels.timeline(finance)).toEqual([]);
    await tell('800', 'decline');
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(channels.timeline(finance)[0]).toContain(SAYS.notPaidAmount('KES 800.00'));
    expect(channels.timeline(finance)[0]).toContain(SAYS.customerDeclined);
  });

  it('a channel hears of the payments of the agents and methods that it names', async () => {
    const [finance, leads] = [channels.join('finance'), channels.join('leads')];
    await channels.switchTo(finance, `on by <@${rig.agent.id}> mpesa`);
    await channels.switchTo(leads, 'on by me airtel');
    await tell('700');
    expect(channels.timeline(finance)).toHaveLength(1);
    expect(channels.timeline(leads)).toEqual([]);
  });

  it('a channel’s filter counts for its own cards too: what does not pass stays in the thread', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on over 1000 paid failed');
    await tell('900');
    await tell('900', 'decline');
    expect(channels.timeline(sales).filter((text) => text.includes('also sent to the channel'))).toEqual([]);
    await tell('1100');
    await tell('1100', 'decline');
    expect(channels.timeline(sales).filter((text) => text.includes('also sent to the channel'))).toHaveLength(
      2,
    );
  });
});

describe('a channel for which nobody chose anything', () => {
  it('a channel for which nobody chose anything is told once how replies stay in threads', async () => {
    const { sales } = rig.slack.channels;
    await tell('700');
    await tell('800');
    await rig.stopBot();
    await rig.startBot();
    await tell('900');
    const hints = channels.timeline(sales).filter((text) => text.includes(SAYS.alertsTypeQuiet));
    expect(hints).toHaveLength(1);
  });
});

describe('/pay alerts on with a filter', () => {
  it('/pay alerts on with a filter says in the channel who switched what, and the list says it in words', async () => {
    const finance = channels.join('finance');
    const { sales } = rig.slack.channels;
    await channels.switchTo(finance, 'on over 10000 only paid');
    const [said] = channels.switches(finance);
    expect(said).toContain(SAYS.alertsChangedBy(`@${rig.agent.id}`));
    expect(said).toContain(SAYS.alertsMoreThan('KES 10,000'));
    await channels.say(sales, 'list', '#finance: payments over KES 10,000');
    await channels.switchTo(finance, 'off');
    await channels.say(sales, 'list', 'No channel');
  });

  it.each([
    ['on mpsea', SAYS.didYouMeanCode('mpesa')],
    ['on over', SAYS.alertsSayAmount],
    ['on by amina', SAYS.alertsSayWhose],
    ['off mpesa', SAYS.alertsOnlyOn],
    ['quiet over 100', SAYS.alertsOnlyOn],
  ])('/pay alerts %s changes nothing and says: %s', async (words, sentence) => {
    const { sales } = rig.slack.channels;
    await channels.say(sales, words, sentence);
    expect(channels.switches(sales)).toEqual([]);
    await channels.say(sales, 'list', 'No channel');
  });

  it('/pay alerts off in a channel that removed the bot is answered to the person alone', async () => {
    const { sales } = rig.slack.channels;
    await channels.switchTo(sales, 'on');
    rig.slack.remove(sales, rig.slack.botUserId);
    await channels.say(sales, 'off', SAYS.alertsAreOffNow);
  });
});
