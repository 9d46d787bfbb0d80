// The totals of a period: exact sums by currency, method and agent, over many pages.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { type BookStore, daysSpan, ofAgent } from '#payments/reports/span.ts';
import { collectReport, isEmpty, type Report } from '#payments/reports/totals.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { DAY_MS, FROM, PERIOD, paid, SPAN } from './paid-orders.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock: systemClock });
});
afterEach(() => store.close());

async function reportOf(...orders: Order[]): Promise<Report> {
  for (const order of orders) await store.orders.insert(order);
  return collectReport(store.orders, SPAN);
}

describe('a report', () => {
  test('a report counts a prompt under its own method, whatever name the service’s record has for it', async () => {
    const prompt = { msisdn: '254712345678' as Msisdn, method: 'MpesaKE' } as const;
    const report = await reportOf(
      { ...paid('A', '1', 'KES', { method: 'Mpesa' }), prompt },
      { ...paid('B', '2', 'KES', { method: 'MpesaKE' }), prompt },
    );
    expect(report.totals[0]?.byMethod).toMatchObject([{ of: 'MpesaKE', count: 2 }]);
  });

  test('a report adds up what was really paid, by currency, method and agent, the largest first', async () => {
    const report = await reportOf(
      paid('A', '0.1'),
      paid('B', '0.2', 'KES', { method: 'Visa', agent: 'U2' }),
      paid('C', '1000.5', 'KES', { agent: 'U2' }),
      paid('D', '9', 'USD', { method: 'Visa' }),
    );
    const sum = (amount: string, currency: string, count: number) => ({ money: { amount, currency }, count });
    expect(report).toEqual({
      totals: [
        {
          ...sum('1000.8', 'KES', 3),
          byMethod: [
            { of: 'MpesaKE', ...sum('1000.6', 'KES', 2) },
            { of: 'Visa', ...sum('0.2', 'KES', 1) },
          ],
          byAgent: [
            { of: 'U2', ...sum('1000.7', 'KES', 2) },
            { of: 'U1', ...sum('0.1', 'KES', 1) },
          ],
          byDay: [{ of: '2027-01-15', ...sum('1000.8', 'KES', 3) }],
        },
        {
          ...sum('9', 'USD', 1),
          byMethod: [{ of: 'Visa', ...sum('9', 'USD', 1) }],
          byAgent: [{ of: 'U1', ...sum('9', 'USD', 1) }],
          byDay: [{ of: '2027-01-15', ...sum('9', 'USD', 1) }],
        },
      ],
      paidBack: [],
      corrected: [],
      late: [],
      isEntering: false,
      damaged: { count: 0, firstReferences: [] },
    });
  });

  test('a report sorts shares by amount and not by their text', async () => {
    const report = await reportOf(
      paid('A', '9', 'KES', { agent: 'U1' }),
      paid('B', '10', 'KES', { agent: 'U2' }),
      paid('C', '9.5', 'KES', { agent: 'U3' }),
    );
    expect(report.totals[0]?.byAgent.map(({ of }) => of)).toEqual(['U2', 'U3', 'U1']);
  });

  test('a report counts payments that went back later, and adds up apart what went back in its days', async () => {
    const report = await reportOf(
      paid('A', '100'),
      paid('B', '40', 'KES', { state: 'reversed' }),
      paid('C', '2', 'USD', { state: 'reversed' }),
      paid('D', '5', 'USD', { state: 'review' }),
    );
    expect(report.totals.map(({ money, count }) => [money, count])).toEqual([
      [{ amount: '140', currency: 'KES' }, 2],
      [{ amount: '7', currency: 'USD' }, 2],
    ]);
    expect(report.paidBack).toEqual([
      { money: { amount: '40', currency: 'KES' }, count: 1 },
      { money: { amount: '2', currency: 'USD' }, count: 1 },
    ]);
  });

  test('a report tells its days apart, the earliest first', async () => {
    const next = FROM + DAY_MS;
    const report = await reportOf(paid('A', '2', 'KES', { paidAt: next, learnedAt: next }), paid('B', '1'));
    expect(report.totals[0]?.byDay).toMatchObject([
      { of: '2027-01-15', money: { amount: '1' } },
      { of: '2027-01-16', money: { amount: '2' } },
    ]);
  });

  test('a report of one agent has only the entries of that agent’s orders', async () => {
    const mine = [paid('A', '100'), paid('B', '40', 'KES', { state: 'reversed' })];
    for (const order of [...mine, paid('C', '7', 'KES', { agent: 'U2', state: 'reversed' })])
      await store.orders.insert(order);
    const report = await collectReport(store.orders, ofAgent(SPAN, 'U1'));
    expect(report.totals).toMatchObject([{ money: { amount: '140' }, byAgent: [{ of: 'U1' }] }]);
    expect(report.paidBack).toMatchObject([{ money: { amount: '40' }, count: 1 }]);
  });

  test('a report includes the first moment of its days, and nothing before or after them or a given moment', async () => {
    const at = (name: string, paidAt: number) => paid(name, '1', 'KES', { paidAt, learnedAt: paidAt });
    const [from, to] = [Date.parse('2027-01-15T00:00:00Z'), Date.parse('2027-01-17T00:00:00Z')];
    const report = await reportOf(at('A', from - 1), at('B', from), at('C', to - 1), at('D', to));
    expect(report.totals[0]?.count).toBe(2);
    const part = await collectReport(store.orders, daysSpan(PERIOD, to - 1));
    expect(part.totals[0]?.count).toBe(1);
  });

  test('a report is empty without payments, and not when money was paid back or a record is damaged', async () => {
    expect(isEmpty(await reportOf())).toBe(true);
    expect(isEmpty(await reportOf(paid('A', '40', 'KES', { state: 'reversed' })))).toBe(false);
  });

  test('a report reads all pages once, oldest first, and hands on each payment', async () => {
    const names = Array.from({ length: 1_203 }, (_, number) => `P-${String(number).padStart(5, '0')}`);
    for (const [number, name] of names.entries())
      await store.orders.insert(paid(name, '0.01', 'KES', { paidAt: FROM + number }));
    const seen: string[] = [];
    const sizes: number[] = [];
    const report = await collectReport(store.orders, SPAN, async (entered) => {
      sizes.push(entered.length);
      seen.push(...entered.map(({ order }) => order.reference));
    });
    expect(seen).toEqual(names);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(report.totals[0]).toMatchObject({ money: { amount: '12.03', currency: 'KES' }, count: 1_203 });
  });

  test('other work goes on while a report is read', async () => {
    for (let number = 0; number < 1_001; number += 1)
      await store.orders.insert(paid(`P-${number}`, '1', 'KES', { paidAt: FROM + number }));
    let turns = 0;
    let reading = true;
    const other = (): void => {
      turns += 1;
      if (reading) setImmediate(other);
    };
    setImmediate(other);
    await collectReport(store.orders, SPAN);
    reading = false;
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test('a report says how many records it could not read, and names the first few', async () => {
    const pages = [
      ['A', 'B', 'C', 'D'],
      ['E', 'F', 'G'],
    ];
    const orders: BookStore = {
      async entriesBetween(_, { after }) {
        const index = after === undefined ? 0 : Number(after);
        const next = index + 1 < pages.length ? String(index + 1) : undefined;
        return { entries: [], damaged: pages[index] ?? [], next };
      },
      unenteredBetween: async () => ({ orders: [], damaged: ['G'], next: undefined }),
    };
    const report = await collectReport(orders, SPAN);
    expect(report.damaged).toEqual({ count: 7, firstReferences: ['A', 'B', 'C', 'D', 'E'] });
    expect(isEmpty(report)).toBe(false);
  });

  test('a report says that money is not entered yet, however many orders that cannot be read come before it', async () => {
    const unreadable = Array.from({ length: 500 }, (_, index) => `OLD-${index}`);
    const orders: BookStore = {
      entriesBetween: async () => ({ entries: [], damaged: [], next: undefined }),
      unenteredBetween: async ({ from }, { after }) =>
        after === undefined
          ? { orders: [], damaged: from === SPAN.from ? ['OLD-0'] : unreadable, next: '1/OLD-499' }
          : { orders: [paid('A', '1')], damaged: [], next: undefined },
    };
    const report = await collectReport(orders, SPAN);
    expect(report).toMatchObject({ isEntering: true, damaged: { count: 1 } });
  });

  test('a report counts every order of its days that cannot be read and has no entries', async () => {
    const orders: BookStore = {
      entriesBetween: async () => ({ entries: [], damaged: [], next: undefined }),
      unenteredBetween: async (_, { after }) =>
        after === undefined
          ? { orders: [], damaged: ['A', 'B'], next: '1/B' }
          : { orders: [], damaged: ['C'], next: undefined },
    };
    const report = await collectReport(orders, SPAN);
    expect(report).toMatchObject({ isEntering: false, damaged: { count: 3 } });
  });

  test('the sums of a report equal those of whole cents', async () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n });
    const payment = fc.record({
      cents,
      method: fc.constantFrom('MpesaKE', 'Visa', ''),
      agent: fc.constantFrom('U1', 'U2', 'U3'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 60 }), async (payments) => {
        const paidOrders = payments.map(({ cents: worth, ...own }, number) =>
          paid(`P-${number}`, decimal(worth), 'KES', own),
        );
        const none = { damaged: [], next: undefined };
        const entries = paidOrders.flatMap((order) =>
          (order.entries ?? []).map((entry) => ({ entry, order })),
        );
        const orders: BookStore = {
          entriesBetween: async () => ({ entries, ...none }),
          unenteredBetween: async () => ({ orders: [], ...none }),
        };
        const [totals] = (await collectReport(orders, SPAN)).totals;
        const total = payments.reduce((sum, { cents: worth }) => sum + worth, 0n);
        expect(totals?.money.amount).toBe(decimal(total));
        for (const shares of [totals?.byMethod ?? [], totals?.byAgent ?? []]) {
          expect(shares.reduce((sum, { money }) => sum + inCents(money.amount), 0n)).toBe(total);
          expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length);
        }
      }),
    );
  });
});

/** 150n → "1.5", as the store writes amounts. */
function decimal(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
}

function inCents(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}
