// Which money entries a sum is about. A report asks for days, a digest for what Teller learned between two moments.

import { pagesOf } from '#lib/async.ts';
import { dayOf } from '#lib/time.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import type { OrderStore } from '#store/store.ts';

/** Entries of these days (yyyy-MM-dd, both included) that fit. */
export type Span = {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly fits: (entry: MoneyEntry, order: Order) => boolean;
};

/** All entries of a period's days; with `before` (ms) only those that count at an earlier moment. */
export function daysSpan(period: Omit<Span, 'fits'>, before = Infinity): Span {
  const { firstDay, lastDay } = period;
  return { firstDay, lastDay, fits: ({ at }) => at < before };
}

/**
 * What Teller learned in [`from`, `to`) (ms). Spans that meet have each entry once. The days around them are read as well,
 * because a payment counts on the day before if Teller learns of it in the morning, and the time zone may have been changed.
 */
export function learnedSpan({ from, to }: { from: number; to: number }, timeZone: string): Span {
  return {
    firstDay: addDays(dayOf(from, timeZone), -2),
    lastDay: addDays(dayOf(to, timeZone), 1),
    fits: ({ learnedAt }) => learnedAt >= from && learnedAt < to,
  };
}

/** The same entries, of one agent's orders only. */
export function ofAgent(span: Span, agent: string): Span {
  return { ...span, fits: (entry, order) => order.agent === agent && span.fits(entry, order) };
}

/** What reports read of the store. */
export type BookStore = Pick<OrderStore, 'entriesBetween'>;
export type Entered = { readonly entry: MoneyEntry; readonly order: Order };

const PAGE_SIZE = 500;

/** Hands each page of entries over, day after day. Resolves to the references of orders that cannot be read. */
export async function readEntries(
  orders: BookStore,
  { firstDay, lastDay, fits }: Span,
  onPage: (entered: readonly Entered[]) => Promise<void>,
): Promise<readonly string[]> {
  const damaged = new Set<string>();
  const days = { firstDay, lastDay };
  for await (const page of pagesOf((from) => orders.entriesBetween(days, { limit: PAGE_SIZE, ...from }))) {
    for (const reference of page.damaged) damaged.add(reference);
    await onPage(page.entries.filter(({ entry, order }) => fits(entry, order)));
  }
  return [...damaged];
}
