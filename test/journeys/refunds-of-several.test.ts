// Refund on an order with several payments: refused with what to do instead, and the provider hears nothing.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atStart, SAYS } from '#test/slack/text/phrases.ts';
import { type Sent, shownTo } from './agent.ts';
import { approver, asking, askRefund, newest, openRefund, startApproversRig } from './approvers.ts';
import { FIRST, paidFirst, paysWith, SECOND } from './payments.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

async function paidTwice(): Promise<Sent> {
  const sent = await paidFirst(rig);
  await paysWith(rig, sent, SECOND);
  return sent;
}

/** The newest note says that there are several, and where each of them can be paid back. */
async function isRefused(): Promise<void> {
  await until(() => SAYS.severalPayments.test(shownTo(rig).at(-1) ?? ''));
  expect(shownTo(rig).at(-1)).toMatch(/dashboard/i);
  expect(rig.readModal()).not.toContain('== refund_order ==');
  await rig.idle();
  expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
}

it.each([
  ['reference', ({ reference }: Sent) => reference],
  ['first code', () => FIRST],
  ['second code', () => SECOND],
])('Several payments: /pay refund by the %s is refused', async (_, words) => {
  const sent = await paidTwice();
  await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${words(sent)}`);
  await isRefused();
});

it('Several payments: Refund in the menu of the card of before is refused', async () => {
  const sent = await paidFirst(rig);
  const old = structuredClone(newest(rig, sent.card));
  await paysWith(rig, sent, SECOND);
  await rig.agent.select(old, 'order_menu', `refund_order:${sent.reference}`, { isOld: true });
  await isRefused();
});

it('Several payments: a Refund button of before is refused', async () => {
  const sent = await paidFirst(rig, { amount: 2000 });
  const old = structuredClone(newest(rig, sent.card));
  expect(rig.readCard(old)).toContain('[refund_order]');
  await paysWith(rig, sent, SECOND, { amount: 500 });
  await rig.agent.click(old, 'refund_order', { isOld: true });
  await isRefused();
});

it('Several payments: a form that was open when the second came asks for nothing', async () => {
  const sent = await paidFirst(rig);
  await openRefund(rig, sent.card);
  await paysWith(rig, sent, SECOND);
  await rig.agent.submit({ remarks: 'Wrong size' });
  await rig.idle();
  expect([...rig.replies(sent.card)].join()).not.toContain('[approve]');
  expect(rig.readModal() + shownTo(rig).join()).toMatch(SAYS.notRequestedForSeveral);
  expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
});

it('Request of before the second payment: pays back its own payment, and the second pays the order', async () => {
  const sent = await paidFirst(rig);
  await askRefund(rig, sent.card);
  const request = asking(rig, sent.card);
  await paysWith(rig, sent, SECOND);
  expect(rig.replies(sent.card).at(-1)).toContain(SECOND);
  await approver(rig).click(request, 'approve', { isOld: true });
  await until(() => rig.provider.refunds().length === 1);
  await rig.idle();
  expect(rig.provider.refunds()).toMatchObject([{ confirmation_code: FIRST, amount: 1500 }]);
  rig.clock.advance(60_000);
  await rig.provider.operator.approve(FIRST);
  await rig.idle();
  expect(rig.replies(sent.card).at(-1)).toContain(FIRST);
  expect(rig.replies(sent.card).at(-1)).toContain(SAYS.paidBackAmount('KES 1,500.00'));
  expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
  expect(rig.readCard(sent.card)).toContain(SECOND);
});
