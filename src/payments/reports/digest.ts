// What a channel's digest tells: the payments of the span that it covers, and of the span before to compare with.
import { type DigestSchedule, type Moments, spansOf } from './digest-schedule.ts';
import { type BookStore, learnedSpan } from './span.ts';
import { collectReport, type Report } from './totals.ts';

export type Digest = {
  readonly span: Moments;
  readonly isWeekly: boolean;
  readonly report: Report;
  /** Of the span before. */
  readonly earlier: Report;
};

/** The digest that was due at `due` (ms). Rejects when the store is down. */
export async function collectDigest(
  orders: BookStore,
  { schedule, due, timeZone }: { schedule: DigestSchedule; due: number; timeZone: string },
): Promise<Digest> {
  const { span, before } = spansOf(schedule, due, timeZone);
  const report = await collectReport(orders, learnedSpan(span, timeZone));
  const earlier = await collectReport(orders, learnedSpan(before, timeZone));
  return { span, isWeekly: schedule.weekday !== undefined, report, earlier };
}
