// The orders's lists: an agent's open and finished orders, and the money of a period, page by page.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isUnderWay, ORDER_STATES, type OrderState, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import { sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };

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
        expect(await paid(orders)).toEqual(wasPaid(state) ? ['A-1'] : []);
      },
    );

    test('a payment made elsewhere is money of no period until it has an entry', async () => {
      const { orders } = await fresh();
      await orders.insert(paidOrder('A-1', undefined, { kind: 'elsewhere' }));
      expect(await paid(orders)).toEqual([]);
      expect(names(await orders.closedOf('U1', 9))).toEqual(['A-1']);
    });

    test('a saved change of state moves an order from list to list, for every replica and after a restart', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      let order = sampleOrder('A-1');
      await orders.insert(order);
      for (const state of ['pending', 'failed', 'paid', 'reversed', 'pending', 'cancelled'] as const) {
        order = (await orders.save({ ...orderIn('A-1', state), version: order.version })) ?? order;
        expect(names(await other.openOf('U1', 9))).toEqual(isUnderWay(state) ? ['A-1'] : []);
        expect(names(await other.closedOf('U1', 9))).toEqual(isUnderWay(state) ? [] : ['A-1']);
        expect(await paid(other)).toEqual(wasPaid(state) ? ['A-1'] : []);
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
      expect(await paid(orders)).toEqual([]);
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
      for (const none of [0, -1]) {
        expect(await orders.openOf('U1', none)).toEqual([]);
        expect(await orders.closedOf('U1', none)).toEqual([]);
      }
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

    test('charges are in nobody’s list, and in the money', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1', { kind: 'charge', state: 'pending' }));
      await orders.insert(paidOrder('A-2', undefined, { kind: 'charge' }));
      expect(await orders.openOf('U1', 9)).toEqual([]);
      expect(await orders.closedOf('U1', 9)).toEqual([]);
      expect(await paid(orders)).toEqual(['A-2']);
    });
  });

  describe('the money of a period', () => {
    test('is counted by when it was paid, or else when that became known', async () => {
      const { orders } = await fresh();
      await orders.insert(paidOrder('A-1', 50, { changedAt: 999 }));
      await orders.insert(paidOrder('A-2', undefined, { changedAt: 60 }));
      await orders.insert(paidOrder('A-3', undefined, { changedAt: 40 }));
      expect(await paid(orders, { from: 0, to: 100 })).toEqual(['A-3', 'A-1', 'A-2']);
    });

    test('begins with its first millisecond and ends before its last', async () => {
      const { orders } = await fresh();
      for (const at of [99, 100, 199, 200]) await orders.insert(paidOrder(`A-${at}`, at));
      expect(await paid(orders, { from: 100, to: 200 })).toEqual(['A-100', 'A-199']);
      expect(await paid(orders, { from: 100, to: 100 })).toEqual([]);
      expect(await paid(orders, { from: 201, to: 999 })).toEqual([]);
    });

    test('follows a payment whose time is corrected, and counts it once', async () => {
      const { orders } = await fresh();
      await orders.insert(paidOrder('A-1', 100, { state: 'review' }));
      await orders.save(paidOrder('A-1', 300));
      expect(await paid(orders, { from: 0, to: 200 })).toEqual([]);
      expect(await paid(orders, { from: 200, to: 400 })).toEqual(['A-1']);
    });

    test('comes whole in pages of any size, also where payments share a millisecond', async () => {
      const { orders } = await fresh();
      const times = [5, 7, 7, 7, 7, 7, 9, 9, 11];
      for (const [index, at] of times.entries()) await orders.insert(paidOrder(`A-${8 - index}:b.c_d`, at));
      for (const limit of [1, 2, 3, 4, 8, 9, 10]) {
        const pages = await pagesOf(orders, { from: 5, to: 12 }, limit);
        expect(pages.flat().map((order) => order.payments?.[0]?.paidAt)).toEqual(times);
        expect(new Set(names(pages.flat())).size).toBe(times.length);
        expect(pages.map((page) => page.length)).toEqual(
          Array.from({ length: Math.ceil(times.length / limit) }, (_, index) =>
            Math.min(limit, times.length - index * limit),
          ),
        );
      }
    });

    test('goes on where it was although more is paid between two pages', async () => {
      const { orders } = await fresh();
      for (const at of [10, 20, 30]) await orders.insert(paidOrder(`A-${at}`, at));
      const first = await orders.unenteredBetween(ALWAYS, { limit: 2 });
      await orders.insert(paidOrder('A-15', 15));
      await orders.insert(paidOrder('A-25', 25));
      const second = await orders.unenteredBetween(ALWAYS, { limit: 9, after: first.next ?? '' });
      expect([...names(first.orders), ...names(second.orders)]).toEqual(['A-10', 'A-20', 'A-25', 'A-30']);
    });

    test('refuses to go on from a place that no page has named', async () => {
      const { orders } = await fresh();
      for (const after of ['', 'A-1', '12', '12/', 'x/A-1']) {
        await expect(orders.unenteredBetween(ALWAYS, { limit: 1, after })).rejects.toThrow('`next`');
      }
    });

    test('any orders, any period, any page size: what comes is what was paid in it', async () => {
      const { orders } = await fresh();
      const kept: Order[] = [];
      for (let count = 0; count < 40; count++) {
        const state = ORDER_STATES[count % ORDER_STATES.length] ?? 'paid';
        const order = orderIn(`A-${count}`, state, (count * 7) % 10);
        await orders.insert(order);
        if (wasPaid(state)) kept.push(order);
      }
      const time = fc.integer({ min: -1, max: 11 });
      await fc.assert(
        fc.asyncProperty(time, time, fc.integer({ min: 1, max: 20 }), async (from, to, limit) => {
          const got = (await pagesOf(orders, { from, to }, limit)).flat();
          const wanted = kept.filter((order) => timeOf(order) >= from && timeOf(order) < to);
          expect(names(got).sort()).toEqual(names(wanted).sort());
          expect(got.map(timeOf)).toEqual(got.map(timeOf).sort((a, b) => a - b));
        }),
        { numRuns: 60 },
      );
    });
  });

  test('a damaged order hides no other from the lists, and the money of its time says that it is missing', async () => {
    const { subject, orders } = await fresh();
    for (const name of ['A-1', 'BAD-1', 'C-1']) {
      await orders.insert(sampleOrder(`O-${name}`));
      await orders.insert(paidOrder(name, 10));
    }
    await orders.insert(paidOrder('D-1', 20));
    for (const name of ['BAD-1', 'O-BAD-1']) await subject.damage(name, '{"shape":1,"ver');
    expect(names(await orders.openOf('U1', 9)).sort()).toEqual(['O-A-1', 'O-C-1']);
    expect(names(await orders.closedOf('U1', 9)).sort()).toEqual(['A-1', 'C-1', 'D-1']);
    const page = await orders.unenteredBetween({ from: 10, to: 11 }, { limit: 9 });
    expect(names(page.orders).sort()).toEqual(['A-1', 'C-1']);
    expect(page.damaged).toEqual(['BAD-1']);
    expect(await orders.unenteredBetween({ from: 11, to: 99 }, { limit: 9 })).toMatchObject({ damaged: [] });
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

function timeOf(order: Order): number {
  return order.payments?.[0]?.paidAt ?? order.changedAt;
}

function names(orders: readonly Order[]): string[] {
  return orders.map((order) => order.reference);
}

async function paid(orders: OrderStore, period = ALWAYS): Promise<string[]> {
  return names((await pagesOf(orders, period, 100)).flat());
}

async function pagesOf(
  orders: OrderStore,
  period: typeof ALWAYS,
  limit: number,
): Promise<(readonly Order[])[]> {
  const pages: (readonly Order[])[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await orders.unenteredBetween(period, { limit, ...(after === undefined ? {} : { after }) });
    if (page.orders.length > 0) pages.push(page.orders);
    after = page.next;
    more = after !== undefined;
  }
  return pages;
}
