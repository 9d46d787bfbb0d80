// What a channel's digest tells: the payments of the span that it covers and of the span before, and what is left to do.

import { pagesOf } from '#lib/async.ts';
import type { Money } from '#lib/money.ts';
import { AWAITED_TERM, isAwaited } from '#orders/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { type DigestSchedule, type Moments, spansOf } from './digest-schedule.ts';
import { readOpenWork } from './open-work.ts';
import { type BookStore, learnedSpan } from './span.ts';
import { sumsOf } from './sums.ts';
import { collectReport, type Report, type Sum } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
const OLD_AFTER_DAYS = 3;
const PAGE_SIZE = 200;

export type Digest = {
  readonly span: Moments;
  readonly isWeekly: boolean;
  readonly report: Report;
  /** Of the span before. */
  readonly earlier: Report;
  /** Links that are unpaid for more than three days, payments under review, refunds under way: as they are now, by currency. */
  readonly oldLinks: readonly Sum[];
  readonly review: readonly Sum[];
  readonly refunds: readonly Sum[];
};

/** The digest that was due at `due` (ms). Rejects when the store is down. */
export async function collectDigest(
  orders: BookStore & Pick<OrderStore, 'search'>,
  { schedule, due, timeZone }: { schedule: DigestSchedule; due: number; timeZone: string },
): Promise<Digest> {
  const { span, before } = spansOf(schedule, due, timeZone);
  const report = await collectReport(orders, learnedSpan(span, timeZone));
  const earlier = await collectReport(orders, learnedSpan(before, timeZone));
  const oldLinks = await readOldLinks(orders, due);
  const { review, refunds } = await readOpenWork(orders);
  const isWeekly = schedule.weekday !== undefined;
  return { span, isWeekly, report, earlier, oldLinks, review, refunds };
}

/** What links that were older than three days at `now` (ms) and are unpaid have asked for. Rejects when the store is down. */
async function readOldLinks(orders: Pick<OrderStore, 'search'>, now: number): Promise<readonly Sum[]> {
  const bounds = { limit: PAGE_SIZE, createdBefore: now - OLD_AFTER_DAYS * DAY_MS };
  const amounts: Money[] = [];
  for await (const page of pagesOf((from) => orders.search([[AWAITED_TERM]], { ...bounds, ...from })))
    for (const order of page.orders)
      if (order.kind === 'link' && order.state === 'pending' && isAwaited(order) && !order.duplicatePayment)
        amounts.push(order.amount);
  return sumsOf(amounts);
}
