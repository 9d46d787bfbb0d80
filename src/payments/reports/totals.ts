// Adds up the money entries of a span by currency, method, agent and day, for reports, digests and Home. Reads page by page and
// keeps only the sums, so that memory does not grow with the number of payments.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Money, sumMoney, toNumber } from '#lib/money.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { type BookStore, type Entered, readEntries, type Span } from './span.ts';

/** `count` counts payments and charges, or what was paid back; corrections change the money alone. */
export type Sum = { readonly money: Money; readonly count: number };
/** Of one method, one agent or one day; `of` is the method's name at the provider, the agent's Slack id, or the day. */
export type Share = Sum & { readonly of: string };
export type CurrencyTotals = Sum & {
  readonly byMethod: readonly Share[];
  readonly byAgent: readonly Share[];
  /** Days with entries only, the earliest first. */
  readonly byDay: readonly Share[];
};

export type Report = {
  /** What was paid, orders in review included; the currency with most payments first. */
  readonly totals: readonly CurrencyTotals[];
  /** What went back to customers, as an amount above 0; it is not taken off `totals`. One sum for each currency. */
  readonly paidBack: readonly Sum[];
  /** By how much payments were corrected; these are in `totals`. One sum for each currency. */
  readonly corrected: readonly Sum[];
  /** Days on which payments were made that are counted here, because Teller learned of them late; `count` payments each. */
  readonly late: readonly { readonly paidDay: string; readonly count: number }[];
  /** Orders that the store cannot read and whose money the totals therefore lack. */
  readonly damaged: { readonly count: number; readonly firstReferences: readonly string[] };
};

const MAX_DAMAGED_NAMED = 5;

/** `onPage` gets each page of entries, in the order of their days. Rejects when the store is down and when `onPage` rejects. */
export async function collectReport(
  orders: BookStore,
  span: Span,
  onPage: (entered: readonly Entered[]) => Promise<void> = async () => {},
): Promise<Report> {
  const tally = createTally();
  const damaged = await readEntries(orders, span, async (entered) => {
    for (const { entry, order } of entered) tally.add(entry, order);
    await onPage(entered);
    // An embedded store answers at once, so without this a long report would hold up everybody else.
    await letOthersRun();
  });
  return {
    ...tally.sums(),
    damaged: { count: damaged.length, firstReferences: damaged.slice(0, MAX_DAMAGED_NAMED) },
  };
}

export function isEmpty({ totals, paidBack, damaged }: Report): boolean {
  return totals.length === 0 && paidBack.length === 0 && damaged.count === 0;
}

/**
 * The method's name at the provider; '' when not known. For a prompt the method that it was sent by, because the provider's
 * two status requests name the same method differently (SPEC.md, Transaction record).
 */
export function methodOf({ prompt, payments = [] }: Order, { payment }: Pick<MoneyEntry, 'payment'>): string {
  return prompt?.method || payments[payment]?.method || '';
}

function createTally() {
  const all: Sums = new Map();
  const methods = new Map<string, Sums>();
  const agents = new Map<string, Sums>();
  const days = new Map<string, Sums>();
  const back: Sums = new Map();
  const corrected: Sums = new Map();
  const late = new Map<string, number>();

  return {
    add(entry: MoneyEntry, order: Order): void {
      const { kind, money, day, paidDay } = entry;
      const { currency } = money;
      if (kind === 'reversal' || kind === 'refund') {
        addTo(back, currency, money, 1);
        return;
      }
      if (kind === 'correction') addTo(corrected, currency, money, 1);
      if (paidDay !== undefined) late.set(paidDay, (late.get(paidDay) ?? 0) + 1);
      const count = kind === 'correction' || isTakenBack(entry, order) ? 0 : 1;
      addTo(all, currency, money, count);
      addTo(sumsIn(methods, currency), methodOf(order, entry), money, count);
      addTo(sumsIn(agents, currency), order.agent, money, count);
      addTo(sumsIn(days, currency), day, money, count);
    },
    sums: (): Omit<Report, 'damaged'> => ({
      totals: [...all]
        .sort(([a, { count: x }], [b, { count: y }]) => y - x || compareText(a, b))
        .map(([currency, sum]) => ({
          ...sum,
          byMethod: byAmount(sumsIn(methods, currency)),
          byAgent: byAmount(sumsIn(agents, currency)),
          byDay: shares(sumsIn(days, currency)).sort((a, b) => compareText(a.of, b.of)),
        })),
      paidBack: byCurrency(back).map(({ money, count }) => ({ money: withoutSign(money), count })),
      corrected: byCurrency(corrected),
      late: [...late].sort(([a], [b]) => compareText(a, b)).map(([paidDay, count]) => ({ paidDay, count })),
    }),
  };
}

/** True where another order has the payment in its books and that was found on the same day: a closed day stays as it was. */
function isTakenBack({ day, payment }: MoneyEntry, { payments = [], entries = [] }: Order): boolean {
  const isCorrected = (other: MoneyEntry) =>
    other.kind === 'correction' && other.payment === payment && other.day === day;
  return payments[payment]?.alsoOn?.isBookedThere === true && entries.some(isCorrected);
}

type Sums = Map<string, Sum>;

function addTo(sums: Sums, key: string, money: Money, count: number): void {
  const before = sums.get(key);
  sums.set(key, {
    money: before ? sumMoney(money.currency, [before.money, money]) : money,
    count: (before?.count ?? 0) + count,
  });
}

function sumsIn(groups: Map<string, Sums>, currency: string): Sums {
  const known = groups.get(currency);
  if (known) return known;
  const fresh: Sums = new Map();
  groups.set(currency, fresh);
  return fresh;
}

function shares(sums: Sums): Share[] {
  return [...sums].map(([of, sum]) => ({ of, ...sum }));
}

/** The largest first. */
function byAmount(sums: Sums): Share[] {
  return shares(sums).sort((a, b) => toNumber(b.money) - toNumber(a.money) || compareText(a.of, b.of));
}

function byCurrency(sums: Sums): Sum[] {
  return [...sums].sort(([a], [b]) => compareText(a, b)).map(([, sum]) => sum);
}

/** What went back is entered below 0. */
function withoutSign({ amount, currency }: Money): Money {
  return { amount: amount.replace(/^-/, ''), currency };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
