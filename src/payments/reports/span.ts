// Which money entries a sum is about. A report asks for days, a digest for what Teller learned between two moments.
import { dayOf } from '#lib/days.ts';
import { pagesOf } from '#lib/pages.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import type { OrderStore, OrdersPage } from '#store/store.ts';

/** Entries of these days (yyyy-MM-dd, both included) that fit. */
export type Span = {
  readonly firstDay: string;
  readonly lastDay: string;
  /** About the same in milliseconds, `to` excluded: for money that has no entries yet. */
  readonly from: number;
  readonly to: number;
  readonly fits: (entry: MoneyEntry, order: Order) => boolean;
};

/** All entries of a period's days; with `before` (ms) only those that count at an earlier moment. */
export function daysSpan(period: Omit<Span, 'fits'>, before = Infinity): Span {
  const { firstDay, lastDay, from, to } = period;
  return { firstDay, lastDay, from, to, fits: ({ at }) => at < before };
}

/**
 * What Teller learned in [`from`, `to`) (ms). Spans that meet have each entry once. The days around them are read as well,
 * because a payment counts on the day before if Teller learns of it in the morning, and the time zone may have been changed.
 */
export function learnedSpan({ from, to }: { from: number; to: number }, timeZone: string): Span {
  return {
    firstDay: addDays(dayOf(from, timeZone), -2),
    lastDay: addDays(dayOf(to, timeZone), 1),
    from,
    to,
    fits: ({ learnedAt }) => learnedAt >= from && learnedAt < to,
  };
}

/** The same entries, of one agent's orders only. */
export function ofAgent(span: Span, agent: string): Span {
  return { ...span, fits: (entry, order) => order.agent === agent && span.fits(entry, order) };
}

/** What reports read of the store. */
export type BookStore = Pick<OrderStore, 'entriesBetween' | 'unenteredBetween'>;
export type Entered = { readonly entry: MoneyEntry; readonly order: Order };

const PAGE_SIZE = 500;

/** Hands each page of entries over, day after day. Resolves to the references of orders that cannot be read. */
export async function readEntries(
  orders: Pick<BookStore, 'entriesBetween'>,
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

const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/**
 * Money that was stored before there were entries and has none yet: whether there is any, in which case every sum may still
 * change, and which of the span cannot be read.
 */
export async function readUnentered(
  orders: Pick<BookStore, 'unenteredBetween'>,
  span: Pick<Span, 'from' | 'to'>,
): Promise<{ readonly isLeft: boolean; readonly damaged: readonly string[] }> {
  let isLeft = false;
  let isUnreadable = false;
  for await (const page of unenteredPages(orders, ALWAYS)) {
    isUnreadable ||= page.damaged.length > 0;
    isLeft = page.orders.length > 0;
    // Orders that cannot be read stay in front for ever, however many they are.
    if (isLeft) break;
  }
  const damaged: string[] = [];
  if (!isLeft && !isUnreadable) return { isLeft, damaged };
  for await (const page of unenteredPages(orders, span)) {
    damaged.push(...page.damaged);
    // The rest can be many, and the sums are not final before they are entered.
    if (isLeft) break;
  }
  return { isLeft, damaged };
}

function unenteredPages(
  orders: Pick<BookStore, 'unenteredBetween'>,
  { from, to }: Pick<Span, 'from' | 'to'>,
): AsyncGenerator<OrdersPage> {
  return pagesOf((start) => orders.unenteredBetween({ from, to }, { limit: PAGE_SIZE, ...start }));
}
