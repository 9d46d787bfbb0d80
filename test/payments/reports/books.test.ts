// The books over time: what was counted stays counted, and what changes is entered on the day on which it is learned.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { withEntries } from '#orders/entries.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { periodBefore, readPeriod } from '#payments/reports/period.ts';
import { daysSpan, learnedSpan } from '#payments/reports/span.ts';
import { collectReport, isEmpty, type Report } from '#payments/reports/totals.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { DAY_MS, FROM, paid, SPAN } from './paid-orders.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock: systemClock });
});
afterEach(() => store.close());

async function reportOf(...orders: Order[]): Promise<Report> {
  for (const order of orders) await store.orders.insert(order);
  return collectReport(store.orders, SPAN);
}

describe('the books', () => {
  test('a payment of the 22nd that went back on the 23rd leaves the total of the 22nd as it was', async () => {
    const order = paid('A', '100', 'KES');
    const before = await reportOf(order);
    const changedAt = FROM + 2 * DAY_MS;
    const payments = order.payments?.map((one) => ({ ...one, reversedAt: changedAt })) ?? [];
    const reversed = { ...order, state: 'reversed', changedAt, payments } as const;
    await store.orders.save(withEntries(reversed, order, 'UTC'));
    expect(await collectReport(store.orders, SPAN)).toEqual(before);
    const next = {
      from: FROM + DAY_MS,
      to: FROM + 3 * DAY_MS,
      firstDay: '2027-01-17',
      lastDay: '2027-01-17',
    };
    expect(await collectReport(store.orders, daysSpan(next))).toMatchObject({
      totals: [],
      paidBack: [{ money: { amount: '100', currency: 'KES' }, count: 1 }],
    });
  });
  test('a correction changes the money of its day, by method and agent too, and counts as no payment', async () => {
    const order = paid('A', '100', 'KES', { state: 'review' });
    await reportOf(order);
    const payment = { ...order.payments?.[0], paid: { amount: '70', currency: 'KES' } } as Payment;
    const corrected = { ...order, state: 'paid', payments: [payment], changedAt: FROM + 10 } as const;
    await store.orders.save(withEntries(corrected, order, 'UTC'));
    const { totals, corrected: corrections } = await collectReport(store.orders, SPAN);
    const sum = { money: { amount: '70', currency: 'KES' }, count: 1 };
    expect(totals).toMatchObject([{ ...sum, byMethod: [sum], byAgent: [sum], byDay: [sum] }]);
    expect(corrections).toEqual([{ money: { amount: '-30', currency: 'KES' }, count: 1 }]);
  });
  test('a payment that Teller learned of late is counted when it was learned, and the report says of which day it is', async () => {
    const late = { paidAt: FROM - 3 * DAY_MS, learnedAt: FROM + 5 };
    const report = await reportOf(paid('A', '100', 'KES', late), paid('B', '1', 'KES', late), paid('C', '1'));
    expect(report.totals[0]).toMatchObject({ money: { amount: '102' }, count: 3 });
    expect(report.late).toEqual([{ paidDay: '2027-01-12', count: 2 }]);
  });
  test('a report says that money is not entered yet, and no longer once it is', async () => {
    const { entries, ...older } = paid('A', '100');
    await store.orders.insert(older);
    const report = await collectReport(store.orders, SPAN);
    expect(report).toMatchObject({ totals: [], isEntering: true, damaged: { count: 0 } });
    expect(isEmpty(report)).toBe(false);
    await store.orders.save(withEntries(older, older, 'UTC'));
    expect(await collectReport(store.orders, SPAN)).toMatchObject({
      totals: [{ count: 1 }],
      isEntering: false,
    });
  });
  test('a day that is over is compared with all that counts on the day before it, also where that was entered in another time zone', async () => {
    const { entries, ...order } = paid('A', '100', 'KES', {
      paidAt: Date.parse('2027-01-16T05:00Z'),
      learnedAt: Date.parse('2027-01-16T05:00Z'),
    });
    await store.orders.insert(withEntries(order, undefined, 'America/Los_Angeles'));
    const now = { now: Date.parse('2027-01-17T09:00Z'), timeZone: 'Africa/Nairobi' };
    const yesterday = readPeriod('yesterday', now);
    if (!yesterday.ok) throw new Error(yesterday.fault);
    const { until, ...before } = periodBefore(yesterday.value, now);
    expect(before).toMatchObject({ firstDay: '2027-01-15', lastDay: '2027-01-15' });
    expect(await collectReport(store.orders, daysSpan(before, until))).toMatchObject({
      totals: [{ count: 1 }],
    });
  });
  test('what Teller learned between two moments is in one of two spans that meet, on whatever day it counts', async () => {
    const noon = FROM + 4 * 60 * 60_000;
    await reportOf(
      paid('A', '1', 'KES', { paidAt: noon - DAY_MS, learnedAt: noon - 1 }),
      paid('B', '2', 'KES', { paidAt: noon - 60_000, learnedAt: noon }),
      paid('C', '4', 'KES', { paidAt: noon + 1, learnedAt: noon + DAY_MS - 1 }),
      paid('D', '8', 'KES', { paidAt: noon + 1, learnedAt: noon + DAY_MS }),
    );
    const sumOf = async (from: number) => {
      const span = learnedSpan({ from, to: from + DAY_MS }, 'UTC');
      return (await collectReport(store.orders, span)).totals[0]?.money.amount;
    };
    const sums = [await sumOf(noon - DAY_MS), await sumOf(noon), await sumOf(noon + DAY_MS)];
    expect(sums).toEqual(['1', '6', '8']);
  });
});
