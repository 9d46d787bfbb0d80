// The books: the money entries of days, page by page.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import { paymentOf } from '#test/orders/any-event.ts';
import { sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

const NOVEMBER = { firstDay: '2026-11-01', lastDay: '2026-11-30' };
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-23'] as const;

export function entriesContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, orders: subject.store.orders };
  }

  describe('money entries', () => {
    test('an order’s entries are on their days, each with the order, for every replica and after a restart', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      await orders.insert(sampleOrder('A-1'));
      expect(await orders.entriesBetween(NOVEMBER, { limit: 9 })).toEqual(NOTHING);
      const paid = await orders.save(paidOrder('A-1', [entryOf('2026-11-22', 5)]));
      expect(await linesOf(other, '2026-11-22')).toEqual(['A-1 payment']);
      const reversed = { ...paidOrder('A-1', []), version: 1, state: 'reversed' } as const;
      const entries = [...(paid?.entries ?? []), { ...entryOf('2026-11-23', 9), kind: 'reversal' } as const];
      const saved = await orders.save({ ...reversed, entries });
      expect(await linesOf(other, '2026-11-22')).toEqual(['A-1 payment']);
      expect(await linesOf(other, '2026-11-23')).toEqual(['A-1 reversal']);
      const reopened = await subject.reopen();
      const page = await reopened.orders.entriesBetween(NOVEMBER, { limit: 9 });
      expect(page.entries).toEqual(entries.map((entry) => ({ entry, order: saved })));
    });

    test('a save that lost the race, and one that was refused with another, enter nothing', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      await orders.save(sampleOrder('A-1', { state: 'pending' }));
      const paid = paidOrder('A-1', [entryOf('2026-11-22', 5)]);
      expect(await orders.save(paid)).toBeUndefined();
      expect(
        await orders.saveTogether([
          { order: paidOrder('B-1', [entryOf('2026-11-22', 5)]), isNew: true },
          { order: paid },
        ]),
      ).toBe(false);
      expect(await linesOf(orders, '2026-11-22')).toEqual([]);
    });

    test('of one day come by the order’s first entry there, and all entries that an order has on it', async () => {
      const { orders } = await fresh();
      await orders.insert(paidOrder('A-1', [entryOf('2026-11-22', 30)]));
      await orders.insert(
        paidOrder('B-1', [entryOf('2026-11-22', 10), { ...entryOf('2026-11-22', 40), kind: 'correction' }]),
      );
      await orders.insert(paidOrder('C-1', [entryOf('2026-11-21', 50), entryOf('2026-11-22', 20)]));
      expect(await linesOf(orders, '2026-11-22')).toEqual([
        'B-1 payment',
        'B-1 correction',
        'C-1 payment',
        'A-1 payment',
      ]);
      expect(await linesOf(orders, '2026-11-21', '2026-11-22')).toHaveLength(5);
      expect(await linesOf(orders, '2026-11-23', '2026-11-30')).toEqual([]);
    });

    test('any orders, any days, any page size: what comes are the entries of these days, day after day, once', async () => {
      const { orders } = await fresh();
      const kept: { name: string; day: string; at: number }[] = [];
      for (let count = 0; count < 40; count += 1) {
        const [name, at] = [`A-${count}:b.c_d`, (count * 7) % 10];
        const days = DAYS.filter((_, index) => (count >> index) % 2 === 1);
        await orders.insert(
          paidOrder(
            name,
            days.map((day) => entryOf(day, at)),
          ),
        );
        kept.push(...days.map((day) => ({ name, day, at })));
      }
      const day = fc.constantFrom('2026-11-19', ...DAYS, '2026-11-24');
      await fc.assert(
        fc.asyncProperty(day, day, fc.integer({ min: 1, max: 20 }), async (firstDay, lastDay, limit) => {
          const got = await allOf(orders, { firstDay, lastDay }, limit);
          const shown = got.map(({ entry, order }) => `${entry.day} ${entry.at} ${order.reference}`);
          const wanted = kept
            .filter((one) => one.day >= firstDay && one.day <= lastDay)
            .map((one) => `${one.day} ${one.at} ${one.name}`);
          expect(shown).toEqual(wanted.sort());
        }),
        { numRuns: 60 },
      );
    });

    test('go on where they were although more are entered between two pages', async () => {
      const { orders } = await fresh();
      for (const at of [10, 20, 30]) await orders.insert(paidOrder(`A-${at}`, [entryOf('2026-11-22', at)]));
      const first = await orders.entriesBetween(NOVEMBER, { limit: 2 });
      await orders.insert(paidOrder('A-15', [entryOf('2026-11-22', 15)]));
      await orders.insert(paidOrder('A-25', [entryOf('2026-11-22', 25)]));
      const second = await orders.entriesBetween(NOVEMBER, { limit: 9, after: first.next ?? '' });
      expect([...first.entries, ...second.entries].map(({ order }) => order.reference)).toEqual([
        'A-10',
        'A-20',
        'A-25',
        'A-30',
      ]);
    });

    test('refuse to go on from a place that no page has named', async () => {
      const { orders } = await fresh();
      for (const after of ['', 'A-1', '12/A-1', '2026-11-22', '2026-11-22/', '2026-11-22/x/A-1'])
        await expect(orders.entriesBetween(NOVEMBER, { limit: 1, after })).rejects.toThrow('`next`');
    });

    test('a damaged order hides no other, and its day says that it is missing', async () => {
      const { subject, orders } = await fresh();
      for (const name of ['A-1', 'BAD-1', 'C-1'])
        await orders.insert(paidOrder(name, [entryOf('2026-11-22', 5)]));
      await subject.damage('BAD-1', '{"schemaVersion":1,"ver');
      expect(await linesOf(orders, '2026-11-22')).toEqual(['A-1 payment', 'C-1 payment']);
      expect((await orders.entriesBetween(NOVEMBER, { limit: 9 })).damaged).toEqual(['BAD-1']);
      expect(
        (await orders.entriesBetween({ ...NOVEMBER, lastDay: '2026-11-21' }, { limit: 9 })).damaged,
      ).toEqual([]);
    });
  });
}

const NOTHING = { entries: [], damaged: [], next: undefined };

function entryOf(day: string, at: number): MoneyEntry {
  return {
    kind: 'payment',
    money: { amount: '1500', currency: 'KES' },
    payment: 0,
    day,
    at,
    learnedAt: at,
  };
}

function paidOrder(name: string, entries: readonly MoneyEntry[]): Order {
  const payments = [paymentOf({ amount: '1500', currency: 'KES' })];
  return sampleOrder(name, { state: 'paid', payments, ...(entries.length > 0 && { entries }) });
}

async function allOf(orders: OrderStore, days: { firstDay: string; lastDay: string }, limit = 9) {
  const all: { entry: MoneyEntry; order: Order }[] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await orders.entriesBetween(days, { limit, ...(after === undefined ? {} : { after }) });
    all.push(...page.entries);
    after = page.next;
  }
  return all;
}

async function linesOf(orders: OrderStore, firstDay: string, lastDay = firstDay): Promise<string[]> {
  const all = await allOf(orders, { firstDay, lastDay });
  return all.map(({ entry, order }) => `${order.reference} ${entry.kind}`);
}
