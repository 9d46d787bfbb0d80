// The orders's lists: an agent's open and finished orders.
import { describe, expect, onTestFinished, test } from 'vitest';
import { isUnderWay, ORDER_STATES, type OrderState, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function listsContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, orders: subject.store.orders };
  }

  describe('lists', () => {
    test.each(ORDER_STATES)(
      'an order that is %s is in the lists of its state, and in no other',
      async (state) => {
        const { orders } = await fresh();
        await orders.insert(orderIn('A-1', state));
        expect(names(await orders.openOf('U1', 9))).toEqual(isUnderWay(state) ? ['A-1'] : []);
        expect(names(await orders.closedOf('U1', 9))).toEqual(isUnderWay(state) ? [] : ['A-1']);
      },
    );

    test('a saved change of state moves an order from list to list, for every replica and after a restart', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      let order = sampleOrder('A-1');
      await orders.insert(order);
      for (const state of ['pending', 'failed', 'paid', 'reversed', 'pending', 'cancelled'] as const) {
        order = (await orders.save({ ...orderIn('A-1', state), version: order.version })) ?? order;
        expect(names(await other.openOf('U1', 9))).toEqual(isUnderWay(state) ? ['A-1'] : []);
        expect(names(await other.closedOf('U1', 9))).toEqual(isUnderWay(state) ? [] : ['A-1']);
      }
      const reopened = await subject.reopen();
      expect(await reopened.orders.closedOf('U1', 9)).toEqual([order]);
    });

    test('a save that lost the race moves nothing', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      const kept = await orders.save(sampleOrder('A-1', { state: 'pending' }));
      expect(await orders.save(sampleOrder('A-1', { state: 'paid', agent: 'U2' }))).toBeUndefined();
      expect(await orders.openOf('U1', 9)).toEqual([kept]);
      expect(await orders.openOf('U2', 9)).toEqual([]);
      expect(await orders.closedOf('U2', 9)).toEqual([]);
    });

    test('open orders come newest first, finished ones the last changed first, each up to the limit', async () => {
      const { orders } = await fresh();
      for (const at of [30, 10, 20]) {
        await orders.insert(sampleOrder(`O-${at}`, { state: 'pending', createdAt: at, changedAt: 99 - at }));
        await orders.insert(sampleOrder(`R-${at}`, { state: 'paid', createdAt: 99 - at, changedAt: at }));
      }
      expect(names(await orders.openOf('U1', 9))).toEqual(['O-30', 'O-20', 'O-10']);
      expect(names(await orders.openOf('U1', 2))).toEqual(['O-30', 'O-20']);
      expect(names(await orders.closedOf('U1', 9))).toEqual(['R-30', 'R-20', 'R-10']);
      expect(names(await orders.closedOf('U1', 1))).toEqual(['R-30']);
    });

    test('an order that is changed once more comes to the front, and only once', async () => {
      const { orders } = await fresh();
      for (const at of [10, 20])
        await orders.insert(sampleOrder(`A-${at}`, { state: 'paid', changedAt: at }));
      await orders.save(sampleOrder('A-10', { state: 'reversed', changedAt: 30 }));
      expect(names(await orders.closedOf('U1', 9))).toEqual(['A-10', 'A-20']);
    });

    test('lists are an agent’s own, also where one name begins like the other', async () => {
      const { orders } = await fresh();
      for (const agent of ['U1', 'U10', 'U1:2']) {
        await orders.insert(sampleOrder(`O-${agent}`, { agent }));
        await orders.insert(sampleOrder(`R-${agent}`, { agent, state: 'paid' }));
      }
      for (const agent of ['U1', 'U10', 'U1:2']) {
        expect(names(await orders.openOf(agent, 9))).toEqual([`O-${agent}`]);
        expect(names(await orders.closedOf(agent, 9))).toEqual([`R-${agent}`]);
      }
      expect(await orders.openOf('', 9)).toEqual([]);
    });

    test('charges are in nobody’s list', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1', { kind: 'charge', state: 'pending' }));
      await orders.insert(paidOrder('A-2', undefined, { kind: 'charge' }));
      expect(await orders.openOf('U1', 9)).toEqual([]);
      expect(await orders.closedOf('U1', 9)).toEqual([]);
    });
  });

  test('a damaged order hides no other from the lists', async () => {
    const { subject, orders } = await fresh();
    for (const name of ['A-1', 'BAD-1', 'C-1']) {
      await orders.insert(sampleOrder(`O-${name}`));
      await orders.insert(paidOrder(name, 10));
    }
    await orders.insert(paidOrder('D-1', 20));
    for (const name of ['BAD-1', 'O-BAD-1']) await subject.damage(name, '{"schemaVersion":1,"ver');
    expect(names(await orders.openOf('U1', 9)).sort()).toEqual(['O-A-1', 'O-C-1']);
    expect(names(await orders.closedOf('U1', 9)).sort()).toEqual(['A-1', 'C-1', 'D-1']);
  });
}

/** With a payment where the state says so. */
function orderIn(name: string, state: OrderState, paidAt?: number): Order {
  return wasPaid(state) ? paidOrder(name, paidAt, { state }) : sampleOrder(name, { state });
}

function paidOrder(name: string, paidAt: number | undefined, own: Partial<Order> = {}): Order {
  const paid = { amount: '1500', currency: 'KES' };
  const payment = { paid, method: 'MpesaKE', confirmationCode: 'SCJ8', payer: '2547xxx' };
  return sampleOrder(name, {
    state: 'paid',
    payments: [paidAt === undefined ? payment : { ...payment, paidAt }],
    ...own,
  });
}

function names(orders: readonly Order[]): string[] {
  return orders.map((order) => order.reference);
}
