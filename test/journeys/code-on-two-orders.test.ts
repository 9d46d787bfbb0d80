// The provider names one code for two orders: that is one payment, and nobody is led to pay it back.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, createMonthlyLink, type Sent, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { startApproversRig } from './approvers.ts';
import { goToNoon } from './noon.ts';
import { booked, FIRST, isRepeated, paysWith } from './payments.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

async function orderAndResend(): Promise<readonly [Sent, Sent]> {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  rig.agent.close();
  return [second, first];
}

async function unrelated(): Promise<readonly [Sent, Sent]> {
  const one = await sendPrompt(rig, { amount: '2500' });
  rig.agent.close();
  const other = await createLink(rig);
  rig.agent.close();
  return [one, other];
}

it.each([
  ['an order and its resend', orderAndResend],
  ['two orders that have nothing to do with each other', unrelated],
])('Code on %s: one payment, told and counted once', async (_, make) => {
  const channels = alertChannels(rig);
  const finance = channels.join('finance');
  await channels.switchTo(finance, 'on');
  const [one, other] = await make();
  await paysWith(rig, one, FIRST);
  const toldBefore = rig.replies(other.card).length;
  await paysWith(rig, other, FIRST.toLowerCase());
  for (const sent of [one, other]) await isRepeated(rig, sent);

  for (const [{ card }, its] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(rig.readCard(card)).toContain(its.reference);
    expect(JSON.stringify(newest(rig, card).blocks)).toContain(`/p${its.card.ts.replace('.', '')}`);
    const shown = [rig.readCard(card), ...rig.replies(card)].join('\n');
    expect(shown).toMatch(SAYS.samePayment);
    expect(shown).not.toMatch(
      anyOf(SAYS.paidTwice, SAYS.duplicatePayment, SAYS.payOneBack, '[refund_order]'),
    );
  }
  const told = rig.replies(other.card).slice(toldBefore);
  expect(told).toEqual([expect.stringContaining(one.reference)]);
  expect(told[0]).not.toMatch(/^:white_check_mark:/);
  expect(channels.timeline(finance).filter((alert) => alert.toUpperCase().includes(FIRST))).toHaveLength(1);
  expect(await booked(rig)).toMatch(SAYS.todayOnePayment);
});

it('Code on two orders: the reversal is told on both, and alerted and booked once, although only one is notified', async () => {
  const channels = alertChannels(rig);
  const finance = channels.join('finance');
  await channels.switchTo(finance, 'on');
  const [one, other] = await orderAndResend();
  await paysWith(rig, one, FIRST);
  await paysWith(rig, other, FIRST);
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(one.reference, { notify: false });
  await rig.provider.customer.reverse(other.reference);
  await rig.idle();
  await isRepeated(rig, other);
  for (const { card } of [one, other]) {
    expect(rig.readCard(card)).toContain(SAYS.paidBackAmount('00'));
    expect(rig.readCard(card)).not.toContain(SAYS.deliverOnce);
    expect(rig.replies(card).filter((reply) => reply.includes(SAYS.paidBack))).toHaveLength(1);
  }
  expect(channels.timeline(finance).filter((alert) => alert.includes(SAYS.paidBack))).toHaveLength(1);
  expect(await booked(rig)).toContain(SAYS.paymentsNet('1 payment', 'KES 1,500.00', 'KES 0.00'));
});

it('Code on three orders: each names one that has it in its books, and it counts once', async () => {
  const [one, other] = await unrelated();
  const third = await createLink(rig);
  rig.agent.close();
  for (const sent of [one, other, third]) await paysWith(rig, sent, FIRST);
  for (const { card } of [other, third]) expect(rig.readCard(card)).toContain(one.reference);
  expect(await booked(rig)).toContain(SAYS.inPayment);
});

it('Code on a recurring link and its charge: the link counts it once', async () => {
  const sent = await createMonthlyLink(rig);
  rig.agent.close();
  await paysWith(rig, sent, FIRST);
  rig.clock.advance(5 * 24 * 60 * 60_000);
  const { order_tracking_id: charge } = await rig.provider.customer.charge(sent.reference, {
    confirmation_code: FIRST,
  });
  await rig.idle();
  const card = rig.readCard(sent.card);
  expect(card).toContain(SAYS.chargesPaidSum('1', '12', 'KES 2,500.00'));
  expect(card).toContain(SAYS.chargeOfOrder(sent.reference));
  expect([card, ...rig.replies(sent.card)].join()).not.toContain(charge);
});
