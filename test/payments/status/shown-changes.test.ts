// Which changes of an order make its card and thread due, and which are saved without anybody seeing them.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { startRig, updatesOf } from './rig.ts';

const INV_1 = referenceOf('INV-1');

test.each(['outcomeUnknownAt', 'noPinAt', 'deadlineOverAt', 'checksEndedAt'] as const)(
  'a change of %s makes a delivery due, because the card and Home show it',
  async (field) => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates, changed } = updatesOf(rig);
    const kept = await updates.updateOrder(INV_1, (order) => ({ ...order, [field]: 7 }));
    expect(await rig.orders.nextDue('deliver')).toBeLessThanOrEqual(rig.clock.now());
    expect(changed).toEqual([kept]);
  },
);

test.each<[string, Partial<Order>]>([
  ['the address of a link', { service: { redirectUrl: 'https://pay.test/1' } }],
  ['why nothing was sent', { failure: { reason: 'unavailable', serviceMessage: '' } }],
  [
    'the order that follows',
    { successor: { reference: referenceOf('INV-2'), version: 0, state: 'sending' } },
  ],
  ['a second payment', { paidTwin: { reference: referenceOf('INV-2'), confirmationCode: 'SCJ8JQ26SX' } }],
  ['what its rest has brought', { restBrought: { amount: '300', currency: 'KES' } }],
  ['the charges', { charges: { paid: 1, total: '1500' } }],
])('a change of %s makes a delivery due, because the card shows it', async (_, own) => {
  const rig = await startRig();
  await rig.put('INV-1', { state: 'pending' });
  const { updates, changed } = updatesOf(rig);
  const kept = await updates.updateOrder(INV_1, (order) => ({ ...order, ...own }));
  expect(await rig.orders.nextDue('deliver')).toBeLessThanOrEqual(rig.clock.now());
  expect(changed).toEqual([kept]);
});

test('an order that waits is delivered once it has its card, because approvers are told of it then', async () => {
  const rig = await startRig();
  const approval = {
    number: 1,
    about: 'order',
    askedBy: 'U1',
    askedAt: rig.clock.now(),
    state: 'open',
  } as const;
  await rig.put('INV-1', { state: 'waiting', approval });
  await rig.put('INV-2', { state: 'pending' });
  const { updates, changed } = updatesOf(rig);
  const card = { channel: 'C1', ts: '1.2', contentHash: 'x' };
  await updates.updateOrder(INV_1, (order) => ({ ...order, checkedAt: 7 }));
  await updates.updateOrder(referenceOf('INV-2'), (order) => ({ ...order, card }));
  expect([await rig.orders.nextDue('deliver'), changed]).toEqual([undefined, []]);
  const shown = await updates.updateOrder(INV_1, (order) => ({ ...order, card }));
  await updates.updateOrder(INV_1, (order) => ({ ...order, card: { ...card, contentHash: 'y' } }));
  expect(changed).toEqual([shown]);
});

test('news makes a delivery due when it is added, and alerts or the end of news do not', async () => {
  const rig = await startRig();
  await rig.put('INV-1', { state: 'pending' });
  const { updates, changed } = updatesOf(rig);
  const failure = { reason: 'payment_failed', serviceMessage: '' } as const;
  const news = { id: 'failed-1', at: 1, news: { kind: 'failed', failure } } as const;
  const alert = {
    id: 'failed-1@C2',
    at: 1,
    news: { kind: 'alert', channel: 'C2', of: news.news },
  } as const;
  await updates.updateOrder(INV_1, (order) => ({ ...order, announcements: [alert] }));
  expect([await rig.orders.nextDue('deliver'), changed]).toEqual([undefined, []]);
  await updates.updateOrder(INV_1, (order) => ({
    ...order,
    announcements: [...order.announcements, news],
  }));
  const due = await rig.orders.claim('deliver', { now: rig.clock.now(), leaseMs: 1, limit: 9 });
  expect([due.length, changed.length]).toEqual([1, 1]);
  for (const claim of due) await rig.orders.complete(claim, { at: undefined, atIfTriggered: undefined });
  await updates.updateOrder(INV_1, (order) => ({ ...order, checkedAt: 7 }));
  await updates.updateOrder(INV_1, (order) => ({ ...order, announcements: [] }));
  expect([await rig.orders.nextDue('deliver'), changed.length]).toEqual([undefined, 1]);
});
