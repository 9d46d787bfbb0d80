// Whose a charge is when the provider's record of it is incomplete: anybody who knows the notification address can name one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxOrder } from '#sandbox/provider/orders.ts';
import { askStatus, createMonthlyLink, repliesOf, type Sent } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sent: Sent;
beforeEach(async () => {
  rig = await startRig();
  sent = await createMonthlyLink(rig, { account_number: 'SUBSCRIBER-7' });
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, '1 of 12');
  await rig.idle();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A charge of the link whose record names this account, of which nobody has notified yet. */
async function charge(account?: string): Promise<{ id: string; record: Partial<SandboxOrder> }> {
  const how = { notify: false };
  const { order_tracking_id: id } = await rig.provider.customer.charge(sent.reference, how);
  const record: Partial<SandboxOrder> = rig.provider.find(id) ?? {};
  delete record.subscription_transaction_info;
  delete record.account_number;
  if (account !== undefined) record.account_number = account;
  return { id, record };
}

async function notify(id: string): Promise<void> {
  await fetch(`${rig.ipnUrl}?OrderTrackingId=${id}&OrderMerchantReference=SUBSCRIBER-7`);
  await rig.idle();
}

async function later(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.idle();
}

const told = () => rig.replies(sent.card).length - 1;

it('Charge: one whose record names no account yet is told once the record names ours', async () => {
  const { id, record } = await charge();
  await notify(id);
  await later(10 * MINUTE);
  expect(told()).toBe(0);
  record.account_number = 'SUBSCRIBER-7';
  await later(50 * MINUTE);
  await until(() => told() === 1);
  await until(() => rig.readCard(sent.card).includes('2 of 12'));
});

it('Charge: one whose record names no account for a day is told after another notification', async () => {
  const { id, record } = await charge();
  await notify(id);
  await later(DAY);
  await later(DAY);
  record.account_number = 'SUBSCRIBER-7';
  await notify(id);
  await until(() => told() === 1);
});

it('Charge: one of another account is not told, and its notifications cost one call', async () => {
  const { id } = await charge('SUBSCRIBER-8');
  const before = rig.provider.requestsTo('getTransactionStatus').length;
  for (const wait of [0, MINUTE, 60 * MINUTE]) {
    await later(wait);
    await notify(id);
  }
  expect(rig.provider.requestsTo('getTransactionStatus')).toHaveLength(before + 1);
  expect(told()).toBe(0);
});

it('Charge: its reversal is told although the record of that names no account', async () => {
  const { id, record } = await charge('SUBSCRIBER-7');
  await notify(id);
  await until(() => told() === 1);
  await later(MINUTE);
  delete record.account_number;
  await rig.provider.customer.reverse(id, { notify: false });
  await notify(id);
  await until(() => rig.readCard(sent.card).includes('1 of 12'));
});

it('Charge: one that nobody has notified of is told once somebody asks for it', async () => {
  const { id } = await charge('SUBSCRIBER-7');
  await askStatus(rig, id);
  await until(() => told() === 1);
  await until(() => rig.readCard(sent.card).includes('2 of 12'));
});

it('Notification: tracking ids count in any case', async () => {
  const { id } = await charge('SUBSCRIBER-7');
  await notify(id.toUpperCase());
  await until(() => told() === 1);
  await later(MINUTE);
  await notify(id);
  expect(told()).toBe(1);
});
