// The sentences of `/pay report audit`.
import { counted } from '#lib/counted.ts';
import type { Period } from '#payments/reports/period.ts';
import { describePeriod } from './report.ts';
import { calendarOf } from './time-zone.ts';

export const AUDIT_TEXT = {
  title: (period: Period) => `Audit record, ${describePeriod(period)}`,
  count: (rows: number, period: Period, timeZone: string) =>
    `${counted(rows, 'line')} for ${describePeriod(period)}. ${calendarOf(timeZone)}`,
  head: (count: number) => `The record ends with line ${count.toLocaleString('en')}. Its hash:`,
  keep: 'Keep the file. It ends with the same hash, so it can later prove whether a line was changed or removed. For that check, contact whoever runs Teller.',
  leftOut: (count: number) =>
    `The file is full, and ${counted(count, 'later line')} ${count === 1 ? 'is' : 'are'} missing. Choose a shorter period.`,
  damaged: (count: number) =>
    `${counted(count, 'line')} can’t be read and ${count === 1 ? 'is' : 'are'} missing from the file. Contact whoever runs Teller.`,
  isDirect: 'The audit record is in your direct messages with Teller.',
} as const;
