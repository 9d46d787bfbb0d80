// Both halves of a duplicate payment go back: the second request names the first, and whoever approves either of them reads so.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent } from './agent.ts';
import { approver, asking, refundForm, startApproversRig } from './approvers.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

async function paidTwice(): Promise<[first: Sent, second: Sent]> {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  rig.agent.close();
  for (const { reference, card } of [second, first]) {
    rig.clock.advance(60_000);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paidAmount('1,500.00'));
  }
  await rig.idle();
  return [first, second];
}

async function openRefund({ reference }: Sent): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
  await refundForm(rig);
}

async function sendRefund({ card }: Sent): Promise<void> {
  await rig.agent.submit({ remarks: 'Paid twice' });
  await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
  rig.agent.close();
}

const codeOf = ({ reference }: Sent) => rig.provider.find(reference)?.payment?.confirmation_code ?? '-';
const approveDialog = ({ card }: Sent) => {
  const { blocks } = asking(rig, card);
  return JSON.stringify(blocks).match(/"confirm":\{.*?"deny"/)?.[0] ?? '';
};

it('Duplicate payment: the request for the second half names the first, also where it is approved', async () => {
  const [first, second] = await paidTwice();
  await openRefund(first);
  expect(rig.readModal()).not.toContain(second.reference);
  await sendRefund(first);
  expect(approveDialog(first)).not.toContain(second.reference);
  await openRefund(second);
  expect(rig.readModal()).toContain(first.reference);
  await sendRefund(second);
  expect(approveDialog(second)).toContain(first.reference);
  await rig.idle();
  expect(rig.provider.refunds()).toEqual([]);
});

it('Duplicate payment: each half goes back by its own code, once', async () => {
  const [first, second] = await paidTwice();
  for (const half of [first, second]) {
    await openRefund(half);
    await sendRefund(half);
    await approver(rig).click(asking(rig, half.card), 'approve');
    await rig.idle();
  }
  await until(() => rig.provider.refunds().length === 2);
  expect(rig.provider.requestsTo('requestRefund')).toHaveLength(2);
  expect(rig.provider.refunds().map(({ confirmation_code, amount }) => [confirmation_code, amount])).toEqual([
    [codeOf(first), 1500],
    [codeOf(second), 1500],
  ]);
});
