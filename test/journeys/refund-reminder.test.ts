// An approver is reminded of a refund that the provider has received and not carried out in three days.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { APPROVER, approvedRefund, codeOf, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;

async function receivedRefund() {
  const sent = await approvedRefund(rig);
  await until(() => rig.readCard(sent.card).includes(SAYS.stillToCarryOut));
  await rig.idle();
  return { ...sent, reminders: () => rig.replies(sent.card).filter((reply) => reply.includes(SAYS.days3)) };
}

async function daysLater(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    rig.clock.advance(DAY);
    await rig.idle();
  }
}

it('Refund: the approver is reminded once, on the third day without a reversal', async () => {
  const { card, reference, reminders } = await receivedRefund();
  const code = codeOf(rig, card);
  await daysLater(2);
  expect(reminders()).toEqual([]);
  await daysLater(1);
  await until(() => reminders().length === 1);
  for (const said of [`@${APPROVER}`, 'KES 1,500.00', code, reference, SAYS.checkDashboardLower])
    expect(reminders()[0]).toContain(said);
  expect(reminders()[0]).toContain('(also sent to the channel)');
  await daysLater(10);
  expect(reminders()).toHaveLength(1);
});

it('Refund: nobody is reminded of one that was carried out in time', async () => {
  const { card, reminders } = await receivedRefund();
  const code = codeOf(rig, card);
  await daysLater(2);
  await rig.provider.operator.approve(code);
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
  await daysLater(5);
  expect(reminders()).toEqual([]);
});

it('Refund: nobody is reminded when the check of the third day finds the reversal', async () => {
  const { card, reference, reminders } = await receivedRefund();
  await daysLater(2);
  await rig.provider.customer.reverse(reference, { notify: false });
  await daysLater(1);
  await until(() => rig.readCard(card).includes(SAYS.paidBack));
  await daysLater(5);
  expect(reminders()).toEqual([]);
});

it('Refund: a reminder that came due while Teller was stopped is sent once after the restart', async () => {
  const { reminders } = await receivedRefund();
  await rig.stopBot();
  rig.clock.advance(4 * DAY);
  await rig.startBot();
  await until(() => reminders().length === 1);
  await rig.idle();
  await rig.stopBot();
  await rig.startBot();
  await daysLater(5);
  expect(reminders()).toHaveLength(1);
});

it('Refund: a reminder is posted once when Slack’s answer to it is lost', async () => {
  const { reminders } = await receivedRefund();
  await daysLater(2);
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await daysLater(3);
  expect(reminders()).toHaveLength(1);
});

it('Refund: a reminder that Slack has not taken yet is dropped by the reversal', async () => {
  const { card, reference, reminders } = await receivedRefund();
  await daysLater(2);
  rig.slack.faults.always('chat.postMessage', { kind: 'http500' });
  const tries = () => rig.slack.callsTo('chat.postMessage').length;
  const checks = () => rig.provider.requestsTo('getTransactionStatus').length;
  const triedBefore = tries();
  rig.clock.advance(DAY);
  await until(() => tries() > triedBefore);
  const checkedBefore = checks();
  await rig.provider.customer.reverse(reference);
  await until(() => checks() > checkedBefore);
  await rig.idle();
  rig.slack.faults.off();
  await until(() => {
    rig.clock.advance(10_000);
    return rig.replies(card).at(-1)?.includes(SAYS.paidBack);
  });
  expect(reminders()).toEqual([]);
});
