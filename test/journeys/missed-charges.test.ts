// A charge of a recurring link that comes to nothing: it is told two days after its day, whatever else is known of the link.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxPayment } from '#sandbox/provider/orders.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createMonthlyLink, repliesOf, type Sent } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** Moves the clock to noon in East Africa on each of these days of 2031. */
async function goTo(...days: readonly string[]): Promise<void> {
  for (const day of days) {
    rig.clock.advance(Date.parse(`2031-${day}T09:00:00Z`) - rig.clock.now());
    await rig.idle();
  }
}

/** KES 2,500 each month from 15 January on, first paid on 10 January. */
async function subscribe(): Promise<Sent> {
  const sent = await createMonthlyLink(rig, { account_number: 'SUBSCRIBER-7' });
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Jan'));
  rig.agent.close();
  return sent;
}

async function charge({ reference }: Sent, how = {}): Promise<string> {
  const { order_tracking_id } = await rig.provider.customer.charge(reference, how);
  await rig.idle();
  return order_tracking_id;
}

/** The link's own first payment; a minute after anything else, because a notification's check waits a little after another. */
async function payBack({ card, reference }: Sent): Promise<void> {
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(reference);
  await until(() => rig.readCard(card).includes(SAYS.paidBack));
  await rig.idle();
}

/** A charge of which the provider says only that it is pending. What is returned has it paid, without a notification. */
async function pendingCharge(sent: Sent): Promise<() => void> {
  const trackingId = await charge(sent, { notify: false });
  const made: { payment?: SandboxPayment } = rig.provider.find(trackingId) ?? {};
  const { payment } = made;
  if (!payment) throw new Error('the charge is not paid');
  delete made.payment;
  await rig.provider.notify(trackingId);
  await rig.idle();
  return () => {
    made.payment = payment;
  };
}

const missedDays = ({ card }: Sent) =>
  rig.replies(card).flatMap((reply) => SAYS.missedChargeDay.exec(reply)?.[1] ?? []);

describe('a charge that stays pending', () => {
  it('a charge that stays pending is told as missed, once', async () => {
    const sent = await subscribe();
    await goTo('01-15');
    await pendingCharge(sent);
    expect(rig.readCard(sent.card)).toContain(SAYS.nextCharge('15 Jan'));
    await goTo('01-16');
    expect(missedDays(sent)).toEqual([]);
    await goTo('01-17', '01-18', '02-01', '02-10');
    expect(missedDays(sent)).toEqual(['15 Jan']);
    expect(rig.readCard(sent.card)).toContain(SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'));
  });

  it('a charge that is paid within its two days is not told as missed, though it was pending first', async () => {
    const sent = await subscribe();
    await goTo('01-15');
    const pay = await pendingCharge(sent);
    pay();
    await goTo('01-16');
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Feb'));
    await goTo('01-18', '02-10');
    expect(missedDays(sent)).toEqual([]);
  });

  it('a charge that is paid after its checks are over, its notification lost, is told as missed', async () => {
    const sent = await subscribe();
    await goTo('01-15');
    const pay = await pendingCharge(sent);
    await goTo('01-16', '01-17');
    pay();
    await goTo('01-18', '02-10');
    expect(missedDays(sent)).toEqual(['15 Jan']);
  });
});

describe('a link whose first payment went back', () => {
  it('a charge that never comes is told also when the first payment went back and others came since', async () => {
    const sent = await subscribe();
    await goTo('01-12');
    await payBack(sent);
    await goTo('01-15');
    await charge(sent);
    await goTo('02-15');
    await charge(sent);
    expect(rig.readCard(sent.card)).toContain(SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Mar'));
    await goTo('03-16');
    expect(missedDays(sent)).toEqual([]);
    await goTo('03-18', '04-10');
    expect(missedDays(sent)).toEqual(['15 Mar']);
  });

  it('nothing is missed when no charge has come since the first payment went back', async () => {
    const sent = await subscribe();
    await goTo('01-15');
    await charge(sent);
    await goTo('01-20');
    await payBack(sent);
    await goTo('02-18', '03-18');
    expect(missedDays(sent)).toEqual([]);
  });
});

it('a declined charge that is looked up a month later does not stand for the one expected by then', async () => {
  const sent = await subscribe();
  await goTo('01-15');
  const trackingId = await charge(sent, { notify: false, declined: true });
  await goTo('01-18');
  expect(missedDays(sent)).toEqual(['15 Jan']);
  await goTo('02-15');
  await rig.agent.command(rig.slack.channels.sales, '/pay', `find ${trackingId}`);
  await until(() => rig.replies(sent.card).some((reply) => reply.includes(SAYS.chargeNotPaid)));
  await rig.idle();
  expect(rig.readCard(sent.card)).toContain(SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'));
  await goTo('02-18', '03-10');
  expect(missedDays(sent)).toEqual(['15 Jan', '15 Feb']);
});
