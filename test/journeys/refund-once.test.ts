// What the provider is asked for when money goes back: by whom, how often, in which currency, and what the books have of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLink, letCopiesPass, makeExternally, shownTo, theCard } from './agent.ts';
import {
  APPROVER,
  approvedRefund,
  approver,
  asking,
  askRefund,
  newest,
  openRefund,
  otherApprover,
  paidPrompt,
  refundForm,
  startApproversRig,
} from './approvers.ts';
import { goToNoon } from './noon.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;
const calls = () => rig.provider.requestsTo('requestRefund');

async function received() {
  const sent = await approvedRefund(rig);
  await until(() => rig.provider.refunds().length === 1);
  await rig.idle();
  return sent;
}

async function daysLater(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await rig.idle();
}

it('Refund: the provider gets the names of the requester and of the approver', async () => {
  rig.slack.addUser({ id: APPROVER, name: 'baraka', real_name: 'Baraka Approver' });
  await received();
  const [{ username = '' } = {}] = rig.provider.refunds();
  expect(username).toMatch(/^Amina Agent\b.*\bBaraka Approver$/);
});

it('Refund: a second request of what the provider has received makes no call', async () => {
  const { card, reference } = await paidPrompt(rig);
  const before = structuredClone(newest(rig, card));
  await openRefund(rig, card, otherApprover(rig));
  await askRefund(rig, card);
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.provider.refunds().length === 1);
  await rig.idle();
  const replies = rig.replies(card).length;
  await otherApprover(rig).submit({ remarks: 'Once more' });
  await rig.agent.select(before, 'order_menu', `refund_order:${reference}`, { isOld: true });
  await until(() => shownTo(rig).length > 0);
  await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
  await until(() => shownTo(rig).length > 1);
  await rig.idle();
  expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
  expect(JSON.stringify(newest(rig, card).blocks)).not.toContain('refund_order');
  expect(rig.replies(card)).toHaveLength(replies);
  expect(calls()).toHaveLength(1);
});

it('Refund: one that nobody decided in time can be requested again', async () => {
  const { card } = await paidPrompt(rig);
  await askRefund(rig, card);
  const old = asking(rig, card);
  await daysLater(1);
  expect(JSON.stringify(newest(rig, card).blocks)).toContain('refund_order');
  await askRefund(rig, card, 'Once more');
  await approver(rig).click(old, 'approve', { isOld: true });
  await rig.idle();
  expect(calls()).toEqual([]);
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.provider.refunds().length === 1);
});

it('Refund: the provider is asked for its outcome once a day for thirty days', async () => {
  await received();
  const checks = () => rig.provider.requestsTo('getTransactionStatus').length;
  const perDay: number[] = [];
  for (let day = 0; day < 34; day += 1) {
    const before = checks();
    await daysLater(1);
    perDay.push(checks() - before);
  }
  expect(perDay.slice(0, 29)).toEqual(Array.from({ length: 29 }, () => 1));
  expect(perDay.slice(31)).toEqual([0, 0, 0]);
  expect(calls()).toHaveLength(1);
});

it('Refund: what was paid in another currency goes back in that currency', async () => {
  const { card, reference } = await createLink(rig);
  rig.agent.close();
  await rig.provider.customer.pay(reference, { amount: 20, currency: 'USD', payment_method: 'Visa' });
  await until(() => JSON.stringify(newest(rig, card).blocks).includes('"refund_order"'));
  await rig.agent.click(newest(rig, card), 'refund_order');
  await refundForm(rig);
  expect(rig.readModal()).toContain('USD 20.00');
  await rig.agent.submit({ amount: '20.01', remarks: 'Wrong currency' });
  await until(() => rig.slack.modal(rig.agent.id)?.errors?.['amount']);
  await rig.agent.submit({ amount: '20', remarks: 'Wrong currency' });
  await until(() => rig.readCard(card).includes('USD 20.00'));
  await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.provider.refunds().length === 1);
  expect(rig.provider.refunds()).toMatchObject([{ amount: 20, remarks: 'Wrong currency' }]);
});

it('External payment: a report has its refund alone', async () => {
  goToNoon(rig);
  await rig.provider.customer.pay(await makeExternally(rig, 'SHOP-7', 750));
  await approver(rig).command(rig.slack.channels.sales, '/pay', 'refund SHOP-7');
  await refundForm(rig, approver(rig));
  await approver(rig).submit({ remarks: 'Shop closed' });
  const { card } = await theCard(rig, 'KES 750.00');
  await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
  await otherApprover(rig).click(asking(rig, card), 'approve');
  await until(() => rig.provider.refunds().length === 1);
  await rig.idle();
  const replies = rig.replies(card).length;
  letCopiesPass(rig);
  await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '');
  await until(() => rig.replies(card).length > replies);
  await rig.idle();
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
  const file = () => String(rig.slack.files()[0]?.content ?? '');
  await until(() => file().includes('-750'));
  const [, ...rows] = file().trim().split('\r\n');
  expect(rows).toEqual([expect.stringContaining('"-750"')]);
});
