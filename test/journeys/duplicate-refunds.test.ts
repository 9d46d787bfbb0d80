// Both halves of a duplicate payment are refunded only on purpose: the second request needs a tick, and whoever approves either of
// them reads that both are.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent } from './agent.ts';
import { APPROVER, approver, asking, refundForm, requestsTo, startApproversRig } from './approvers.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, until } from './rig.ts';
import { tickBoxOf } from './tick-box.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const TOTAL = 'KES 3,000.00';

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

async function openRefund({ reference }: Sent, person = rig.agent): Promise<void> {
  await person.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
  await refundForm(rig, person);
}

const boxIn = () => {
  const view = rig.slack.modal(rig.agent.id);
  return view ? tickBoxOf(view) : {};
};
const isRequested = ({ card }: Sent) => rig.replies(card).some((reply) => reply.includes('[approve]'));

async function sendRefund(half: Sent): Promise<void> {
  await rig.agent.submit({ remarks: 'Paid twice', ...boxIn() });
  await until(() => isRequested(half));
  rig.agent.close();
}

const codeOf = ({ reference }: Sent) => rig.provider.find(reference)?.payment?.confirmation_code ?? '-';
const approveDialog = ({ card }: Sent) => {
  const { blocks } = asking(rig, card);
  return JSON.stringify(blocks).match(/"confirm":\{.*?"deny"/)?.[0] ?? '';
};

it('Duplicate payment: the second request needs a tick that names the first and the total', async () => {
  const [first, second] = await paidTwice();
  await openRefund(first);
  expect(boxIn()).toEqual({});
  await sendRefund(first);
  await rig.idle();
  await openRefund(second);
  expect(rig.readModal()).toContain(first.reference);
  expect(rig.readModal()).toContain(SAYS.bothUpTo(TOTAL));
  await rig.agent.submit({ remarks: 'Both go back' });
  await rig.idle();
  expect(isRequested(second)).toBe(false);
  await sendRefund(second);
});

it('Duplicate payment: both Approve dialogs name the other half and the total', async () => {
  const [first, second] = await paidTwice();
  await openRefund(first);
  await sendRefund(first);
  expect(approveDialog(first)).not.toContain(second.reference);
  await until(() => requestsTo(rig, APPROVER).length === 1);
  const [direct] = requestsTo(rig, APPROVER);
  await openRefund(second);
  await sendRefund(second);
  for (const [half, other] of [
    [first, second],
    [second, first],
  ] as const)
    await until(() =>
      [other.reference, half.reference, TOTAL].every((said) => approveDialog(half).includes(said)),
    );
  const copy = () => JSON.stringify(requestsTo(rig, APPROVER).find(({ ts }) => ts === direct?.ts)?.blocks);
  await until(() => copy().includes(second.reference) && copy().includes(TOTAL));
  await rig.idle();
  expect(rig.provider.refunds()).toEqual([]);
});

it('Duplicate payment: after the second request is withdrawn, the first one stands alone', async () => {
  const [first, second] = await paidTwice();
  for (const half of [first, second]) {
    await openRefund(half);
    await sendRefund(half);
    await rig.idle();
  }
  await rig.agent.click(asking(rig, second.card), 'withdraw');
  await until(() => !approveDialog(first).includes(TOTAL));
});

it('Duplicate payment: of two people who request both halves at once, one must tick', async () => {
  const [first, second] = await paidTwice();
  const colleague = rig.slack.person(rig.slack.users.secondAgent);
  await openRefund(first);
  await openRefund(second, colleague);
  // Slack says who both are at the same moment, so each of the two is read before the other is saved.
  rig.clock.advance(2 * 60_000);
  await rig.idle();
  const known = Promise.withResolvers<void>();
  const { length } = rig.slack.callsTo('users.info');
  rig.slack.faults.next('users.info', { kind: 'slow', until: known.promise }, 2);
  const submitted = Promise.all([
    rig.agent.submit({ remarks: 'Paid twice' }),
    colleague.submit({ remarks: 'Paid twice as well' }),
  ]);
  await until(() => rig.slack.callsTo('users.info').length === length + 2);
  known.resolve();
  await submitted;
  await until(() => isRequested(first) || isRequested(second));
  await rig.idle();
  expect([first, second].filter(isRequested)).toHaveLength(1);
});

it('Duplicate payment: once one half was received, the other still needs the tick', async () => {
  const [first, second] = await paidTwice();
  await openRefund(first);
  await sendRefund(first);
  await approver(rig).click(asking(rig, first.card), 'approve');
  await until(() => rig.readCard(first.card).includes(SAYS.stillToCarryOut));
  await rig.idle();
  await openRefund(second);
  expect(Object.keys(boxIn())).toHaveLength(1);
  await rig.agent.submit({ remarks: 'The other one too' });
  await rig.idle();
  expect(isRequested(second)).toBe(false);
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
