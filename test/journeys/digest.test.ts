// A channel's digest: at its minute, once, with the sums of the day before.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { digestChannels } from './digest-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let rig: Rig;
let channels: ReturnType<typeof digestChannels>;
let sales: string;
beforeEach(async () => {
  rig = await startRig();
  channels = digestChannels(rig);
  sales = rig.slack.channels.sales;
  await advance(channels.untilTime('12:00'));
});
afterEach(() => rig.stop());

async function pay(): Promise<void> {
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
}

async function advance(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.idle();
}

describe('a daily digest', () => {
  it('is posted at its minute with the sum, the day before, and who collected it how', async () => {
    await channels.set(sales, 'daily 18:00');
    await pay();
    await pay();
    await advance(channels.untilTime('18:00') - MINUTE_MS);
    expect(channels.digests(sales)).toEqual([]);
    await advance(MINUTE_MS);
    await until(() => channels.digests(sales).length === 1);
    const [first = ''] = channels.digests(sales);
    for (const part of [
      SAYS.inPaymentsBeforeBold('KES 3,000.00', '2 payments', 'KES 0'),
      'M-PESA Kenya',
      'Amina Agent',
    ])
      expect(first).toContain(part);

    await pay();
    await advance(DAY_MS);
    await until(() => channels.digests(sales).length === 2);
    expect(channels.digests(sales)[1]).toContain(
      SAYS.inPaymentsBeforeBold('KES 1,500.00', '1 payment', 'KES 3,000.00'),
    );
    await advance(10 * MINUTE_MS);
    expect(channels.digests(sales)).toHaveLength(2);
  });

  it('of a day without payments is one line', async () => {
    await channels.set(sales, 'daily 18:00');
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(sales).length === 1);
    expect(channels.digests(sales)[0]).toMatch(SAYS.emptyDigest);
  });

  it('says which links have waited for more than three days, what is to review, and what was paid back', async () => {
    await createLink(rig);
    await advance(3 * DAY_MS);
    await channels.set(sales, 'daily 18:00');
    await createLink(rig);
    const less = await sendPrompt(rig);
    await rig.provider.customer.pay(less.reference, { amount: 1000 });
    await repliesOf(rig, less.card, 1, SAYS.paidSum('KES 1,000.00'));
    const { card, reference } = await sendPrompt(rig, { msisdn: '0712345679' });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.provider.customer.reverse(reference);
    await advance(MINUTE_MS);
    await repliesOf(rig, card, 2, SAYS.paidBack);
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(sales).length === 1);
    const [digest = ''] = channels.digests(sales);
    for (const part of [
      SAYS.inPaymentsBold('KES 2,500.00', '2 payments'),
      SAYS.inPaymentsNetBold('KES 2,500.00', '2 payments', 'KES 1,500.00', 'KES 1,000.00'),
      SAYS.unpaidLinks('KES 2,500.00'),
      SAYS.paymentsToReview('KES 1,000.00'),
    ])
      expect(digest).toContain(part);
  });

  it('that is due while Teller is down comes late the same day, once', async () => {
    await channels.set(sales, 'daily 18:00');
    await rig.stopBot();
    rig.clock.advance(8 * 60 * MINUTE_MS);
    await rig.startBot();
    await until(() => channels.digests(sales).length === 1);
    await rig.stopBot();
    await rig.startBot();
    await advance(60 * MINUTE_MS);
    expect(channels.digests(sales)).toHaveLength(1);
  });

  it('that was missed for the whole rest of its day does not come any more', async () => {
    await channels.set(sales, 'daily 18:00');
    await rig.stopBot();
    rig.clock.advance(13 * 60 * MINUTE_MS);
    await rig.startBot();
    await advance(MINUTE_MS);
    expect(channels.digests(sales)).toEqual([]);
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(sales).length === 1);
  });

  it('is not posted again when the clock is set back', async () => {
    await channels.set(sales, 'daily 18:00');
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(sales).length === 1);
    await advance(-2 * 60 * MINUTE_MS);
    for (let step = 0; step < 5; step += 1) await advance(30 * MINUTE_MS);
    expect(channels.digests(sales)).toHaveLength(1);
  });

  it('does not come any more once it is off', async () => {
    await channels.set(sales, 'daily 18:00');
    await channels.set(sales, 'off');
    await advance(channels.untilTime('18:00'));
    await advance(MINUTE_MS);
    expect(channels.digests(sales)).toEqual([]);
    expect(channels.switches(sales).at(-1)).toContain(SAYS.digestOff);
  });
});

describe('/pay digest', () => {
  const say = async (channel: string, words: string, expected: string) => {
    await rig.agent.command(channel, '/pay', `digest ${words}`);
    await until(() => channels.answer(channel).includes(expected));
  };

  it('alone says how it is, when the next one comes, and what can be set', async () => {
    await say(sales, '', SAYS.digestNone);
    for (const words of ['digest daily 18:00', 'digest weekly mon 08:00', 'digest off'])
      expect(channels.answer(sales)).toContain(`/pay ${words}`);
    await channels.set(sales, 'weekly mon 08:00');
    expect(channels.switches(sales).at(-1)).toMatch(SAYS.digestChangedToWeekly);
    await say(sales, '', '*Weekly summary on Mondays at 08:00* (Nairobi time)');
    expect(channels.answer(sales)).toMatch(SAYS.digestNext);
  });

  it.each([
    ['dayly 18:00', SAYS.didYouMeanCode('daily')],
    ['daily', SAYS.digestSayTime],
    ['weekly 8am', SAYS.digestSayDay],
    ['18:00', SAYS.digestSayOften],
    ['daily 25:00', SAYS.digestNoSuchTime],
    ['weekly mon tue 8:00', SAYS.digestOnlyOne],
  ])('“digest %s” changes nothing and says: %s', async (words, expected) => {
    await say(sales, words, expected);
    await say(sales, '', SAYS.digestNone);
  });

  it('understands how people write times and days', async () => {
    await channels.set(sales, 'every Friday at 6 pm');
    expect(channels.switches(sales).at(-1)).toContain(SAYS.digestWeekly('18:00'));
    await channels.set(sales, 'daily at 7.30');
    expect(channels.switches(sales).at(-1)).toContain(SAYS.digestDaily('07:30'));
  });

  it('is refused where people of another workspace read along, and where Teller is not', async () => {
    await say(rig.slack.channels.partners, 'daily 18:00', SAYS.strangersReadThis);
    await say(rig.slack.channels.finance, 'daily 18:00', 'Teller isn’t in this channel');
  });

  it('works in a direct message without the command, and its digest comes there', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    rig.agent.say(direct, 'digest daily at 6pm');
    await until(() => channels.switches(direct).length === 1);
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(direct).length === 1);
  });
});

describe('a weekly digest', () => {
  it('sums up seven days and names the week before', async () => {
    await pay();
    await channels.set(sales, 'weekly mon 08:00');
    await advance(channels.untilTime('08:00', 1));
    await until(() => channels.digests(sales).length === 1);
    expect(channels.digests(sales)[0]).toContain(
      SAYS.inPaymentsWeekBeforeBold('KES 1,500.00', '1 payment', 'KES 0'),
    );
  });
});
