// What a channel's digest tells: the payments of the span that it covers and of the span before, and what is left to do.
import type { OrderStore, Store } from '#store/store.ts';
import { type DigestSchedule, type Moments, spansOf } from './digest-schedule.ts';
import { readOldLinks } from './old-links.ts';
import { readOpenWork } from './open-work.ts';
import { type BookStore, learnedSpan } from './span.ts';
import { collectReport, type Report, type Sum } from './totals.ts';

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
  /** Older orders are not all found for these yet. */
  readonly isIndexing: boolean;
};

/** The digest that was due at `due` (ms). Rejects when the store is down. */
export async function collectDigest(
  {
    orders,
    indexProgress,
  }: { orders: BookStore & Pick<OrderStore, 'search'> } & Pick<Store, 'indexProgress'>,
  { schedule, due, timeZone }: { schedule: DigestSchedule; due: number; timeZone: string },
): Promise<Digest> {
  const { span, before } = spansOf(schedule, due, timeZone);
  const report = await collectReport(orders, learnedSpan(span, timeZone));
  const earlier = await collectReport(orders, learnedSpan(before, timeZone));
  // Before the searches: what is indexed in between is found.
  const { isComplete } = await indexProgress();
  const oldLinks = await readOldLinks(orders, due);
  const { review, refunds } = await readOpenWork(orders);
  const isWeekly = schedule.weekday !== undefined;
  return { span, isWeekly, report, earlier, oldLinks, review, refunds, isIndexing: !isComplete };
}
