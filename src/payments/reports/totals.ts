// Adds up the payments of a period by currency, method and agent, for slack/tasks/report.ts. Reads page by page and
// keeps only the sums, so that memory does not grow with the number of payments.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Money, sumMoney, toNumber } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';

export type Sum = { readonly money: Money; readonly count: number };
/** Of one method or one agent; `of` is the method's name at the service or the agent's Slack id. */
export type Share = Sum & { readonly of: string };
export type CurrencyTotals = Sum & {
  readonly byMethod: readonly Share[];
  readonly byAgent: readonly Share[];
};

export type Report = {
  /** What was really paid and not paid back, orders in review included; the currency with most payments first. */
  readonly totals: readonly CurrencyTotals[];
  /** Paid back to the customer, and not in `totals`; one sum for each currency. */
  readonly reversed: readonly Sum[];
  /** How many of the payments in `totals` have another amount or currency than their order. */
  readonly review: number;
  /** Payments that the store cannot read and that `totals` therefore lacks. */
  readonly damaged: { readonly count: number; readonly firstReferences: readonly string[] };
};

const PAGE_SIZE = 500;
const MAX_DAMAGED_NAMED = 5;

/** `onPage` gets each page of payments, oldest first. Rejects when the store is down and when `onPage` rejects. */
export async function collectReport(
  orders: Pick<OrderStore, 'paidBetween'>,
  period: { readonly from: number; readonly to: number },
  onPage: (orders: readonly Order[]) => Promise<void> = async () => {},
): Promise<Report> {
  const tally = createTally();
  let after: string | undefined;
  do {
    const page = await orders.paidBetween(period, { limit: PAGE_SIZE, ...(after ? { after } : {}) });
    for (const order of page.orders) tally.add(order);
    tally.addDamaged(page.damaged);
    await onPage(page.orders);
    after = page.next;
    // An embedded store answers at once, so without this a long report would hold up everybody else.
    await letOthersRun();
  } while (after !== undefined);
  return tally.report();
}

export function isEmpty({ totals, reversed, damaged }: Report): boolean {
  return totals.length === 0 && reversed.length === 0 && damaged.count === 0;
}

/** What was really paid; it can differ from the order's amount. */
export function moneyReceived(order: Order): Money {
  return order.payment?.paid ?? order.amount;
}

/**
 * The method's name at the service; '' when not known. For a prompt the method that it was sent by, because the service's
 * two status requests name the same method differently (SPEC.md, Transaction record).
 */
export function methodOf(order: Order): string {
  return order.prompt?.method || order.payment?.method || '';
}

function createTally() {
  const all: Sums = new Map();
  const methods = new Map<string, Sums>();
  const agents = new Map<string, Sums>();
  const reversed: Sums = new Map();
  const damaged: string[] = [];
  let damagedCount = 0;
  let review = 0;

  return {
    add(order: Order): void {
      const money = moneyReceived(order);
      const { currency } = money;
      if (order.state === 'reversed') {
        addTo(reversed, currency, money);
        return;
      }
      if (order.state === 'review') review += 1;
      addTo(all, currency, money);
      addTo(sumsIn(methods, currency), methodOf(order), money);
      addTo(sumsIn(agents, currency), order.agent, money);
    },
    addDamaged(references: readonly string[]): void {
      damagedCount += references.length;
      damaged.push(...references.slice(0, MAX_DAMAGED_NAMED - damaged.length));
    },
    report: (): Report => ({
      totals: [...all]
        .sort(([a, { count: x }], [b, { count: y }]) => y - x || compareText(a, b))
        .map(([currency, sum]) => ({
          ...sum,
          byMethod: shares(sumsIn(methods, currency)),
          byAgent: shares(sumsIn(agents, currency)),
        })),
      reversed: [...reversed].sort(([a], [b]) => compareText(a, b)).map(([, sum]) => sum),
      review,
      damaged: { count: damagedCount, firstReferences: damaged },
    }),
  };
}

type Sums = Map<string, Sum>;

function addTo(sums: Sums, key: string, money: Money): void {
  const { money: before, count } = sums.get(key) ?? { money: undefined, count: 0 };
  sums.set(key, { money: before ? sumMoney(money.currency, [before, money]) : money, count: count + 1 });
}

function sumsIn(groups: Map<string, Sums>, currency: string): Sums {
  const known = groups.get(currency);
  if (known) return known;
  const fresh: Sums = new Map();
  groups.set(currency, fresh);
  return fresh;
}

/** The largest first. */
function shares(sums: Sums): Share[] {
  return [...sums]
    .map(([of, sum]) => ({ of, ...sum }))
    .sort((a, b) => toNumber(b.money) - toNumber(a.money) || compareText(a.of, b.of));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
