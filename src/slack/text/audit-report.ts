// The sentences of `/pay report audit`.
import { counted } from '#lib/counted.ts';
import type { Period } from '#payments/reports/period.ts';
import { describePeriod } from './report.ts';
import { calendarOf } from './time-zone.ts';

export const AUDIT_TEXT = {
  title: (period: Period) => `Audit record, ${describePeriod(period)}`,
  count: (rows: number, period: Period, timeZone: string) =>
    `${counted(rows, 'line')} for ${describePeriod(period)}. ${calendarOf(timeZone)}`,
  head: (count: number) => `The record ends with line ${count.toLocaleString('en')}, whose hash is`,
  keep: 'Keep the file, which ends with the same: it proves later whether a line was changed or cut off. npm run store -- verify compares.',
  leftOut: (count: number) =>
    `The file is full: ${counted(count, 'later line')} ${count === 1 ? 'is' : 'are'} not in it. Ask for a shorter period.`,
  damaged: (count: number) =>
    `${counted(count, 'line')} cannot be read and ${count === 1 ? 'is' : 'are'} not in the file. Tell whoever runs Teller: npm run store -- verify says what is wrong.`,
  isDirect: 'The audit record is in your direct messages with Teller.',
} as const;
