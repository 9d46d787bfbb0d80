// The sentences of reports. Exhaustive by type.

import type { Money } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import { inWords, shortDay } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import { MAX_DAYS, type Period, type PeriodFault, type PeriodName } from '#payments/reports/period.ts';
import type { Received } from '#payments/reports/sums.ts';
import type { Sum } from '#payments/reports/totals.ts';
import { calendarOf } from './time-zone.ts';

/** "Sunday 22 November 2026", "November 2026", "16 to 22 November 2026", "28 December 2025 to 3 January 2026" */
export function describePeriod({
  firstDay,
  lastDay,
  unit,
}: Pick<Period, 'firstDay' | 'lastDay' | 'unit'>): string {
  if (firstDay === lastDay) return `${inWords(firstDay, { weekday: 'long' })} ${longDay(firstDay)}`;
  if (unit === 'month' && firstDay.slice(0, 7) !== addDays(lastDay, 1).slice(0, 7)) return monthOf(firstDay);
  if (firstDay.slice(0, 7) === lastDay.slice(0, 7))
    return `${Number(firstDay.slice(8))} to ${longDay(lastDay)}`;
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  const first = inWords(firstDay, {
    day: 'numeric',
    month: 'long',
    ...(isOneYear ? {} : { year: 'numeric' }),
  });
  return `${first} to ${longDay(lastDay)}`;
}

const NAMED: Record<PeriodName, string> = {
  today: 'today',
  yesterday: 'yesterday',
  week: 'this week',
  month: 'this month',
  'last week': 'last week',
  'last month': 'last month',
};

const BY_NOW = { day: 'yesterday by now:', week: 'last week by now:', month: 'last month by now:' } as const;

/** "previous day", or "yesterday by now:" when the period, which is not over, is compared with as much of the one before. */
export function describeBefore(
  { unit, days }: { unit: Period['unit']; days: number },
  isPart: boolean,
): string {
  if (unit === 'days') return isPart ? `previous ${days} days by now:` : `previous ${days} days`;
  return isPart ? BY_NOW[unit] : `previous ${unit}`;
}

function longDay(day: string): string {
  return inWords(day, { day: 'numeric', month: 'long', year: 'numeric' });
}

function monthOf(day: string): string {
  return inWords(day, { month: 'long', year: 'numeric' });
}

const PERIOD_EXAMPLES =
  'today, yesterday, week, month, last week, last month, a month (2026-10), a day (2026-10-31) or a range (2026-10-01..2026-10-15)';

export const PERIOD_FAULTS = {
  not_understood: `That isn’t a period. Use ${PERIOD_EXAMPLES}.`,
  no_such_day: 'That day or month doesn’t exist. Write it like 2026-10-31 or 2026-10.',
  backwards: 'The period ends before it starts. Put the first day first, as in 2026-10-01..2026-10-15.',
  too_long: `A report covers at most ${MAX_DAYS} days. Choose a shorter period.`,
  not_begun: 'That period hasn’t started yet. Choose another, such as today.',
} satisfies Record<PeriodFault, string>;

export const REPORT_TEXT = {
  onePerson: 'Name one person, as in `report week @amina`, or nobody for everyone’s payments.',
  nothing: (period: Period, timeZone: string) =>
    period.name
      ? `No payments ${NAMED[period.name]} (${describePeriod(period)}). ${calendarOf(timeZone)}`
      : `No payments for ${describePeriod(period)}. ${calendarOf(timeZone)}`,
  title: (days: string) => `Payments, ${days}`,
  titleOf: (agent: string, days: string) => `Payments collected by ${agent}, ${days}`,
  noPayments: 'No payments in this period.',
  paidBack: 'Refunded',
  net: 'Net',
  unpaid: 'Still unpaid now',
  review: 'To review now',
  /** Of payments to review of which the provider has said no amount. */
  unstated: 'amount not stated',
  none: 'None',
  method: 'Method',
  agent: 'Agent',
  currency: 'Currency',
  amount: 'Amount',
  payments: 'Payments',
  byMethod: 'By method',
  byAgent: 'By agent',
  unknownMethod: 'Unknown',
  others: (count: number) => `${count.toLocaleString('en')} more`,
  chart: { day: 'by day', week: 'by week', month: 'by month' },
  share: 'Post to channel',
  asOf: (date: string) => `As of ${date}`,
  /** A payment still counts on its day when the provider reports it before 06:00 of the next. */
  notClosed: (lastDay: string, today: string) => {
    const next = addDays(lastDay, 1);
    if (next === today) return 'Provisional until 06:00 today.';
    return lastDay === today
      ? 'Provisional until 06:00 tomorrow.'
      : `Provisional until 06:00 on ${shortDay(next, today)}.`;
  },
  late: (late: readonly { readonly paidDay: string; readonly count: number }[], now: string) => {
    const days = late.slice(0, 5).map(({ paidDay, count }) => `${count} paid ${shortDay(paidDay, now)}`);
    const more = late.length > days.length ? ', and others' : '';
    return `Includes payments reported late: ${days.join(', ')}${more}.`;
  },
  corrected: (sums: string) => `Totals include corrections: ${sums}.`,
} as const;

/** The answer to the command, beside a button that opens the report. */
export const REPORT_IS_DIRECT = 'The report is in your direct messages with Teller.';
export const OPEN_REPORT = 'Open report';

export const REPORT_SHARED = 'The report is in the channel.';
export const REPORT_SHARED_BEFORE = 'Someone posted this report less than a minute ago.';
export const REPORT_NOT_SHARED = {
  out: 'Teller isn’t in that channel. Invite it with /invite, then press again.',
  shared:
    'That channel is shared with another workspace, so reports aren’t posted there. Run the report in another channel.',
  unknown: 'Slack couldn’t confirm that channel. Press again in a minute.',
  gone: 'This button is too old. Run the report again.',
  busy: 'Someone is posting this report right now. If it doesn’t appear in a minute, press again.',
} as const;

/** For the log, once. */
export const TABLES_REFUSED =
  'Slack refuses the tables or charts of reports, so they are posted as text. Please report this line.';

/** Why Slack has no message or file; `refused` comes with Slack's own code (delivery/post-failure.ts). */
type Failed =
  | { readonly status: 'unknown' }
  | { readonly status: 'rate_limited' }
  | { readonly status: 'refused'; readonly code: string };

export function notPosted(failed: Failed): string {
  if (failed.status === 'unknown')
    return 'Slack didn’t confirm the report. If it doesn’t appear in a minute, run it again.';
  return failed.status === 'rate_limited'
    ? 'Slack is limiting messages right now. Run the report again in a minute.'
    : `Slack refused the report (${failed.code}). Run it again, or tell whoever runs Teller.`;
}

/** `what`: of which the file is. */
export function notUploaded(failed: Failed, what: 'payments' | 'audit record' = 'payments'): string {
  const file = `the ${what} file`;
  if (failed.status === 'unknown')
    return `Slack didn’t confirm ${file}. If it doesn’t appear in a minute, run the report again.`;
  if (failed.status === 'rate_limited')
    return `Slack is limiting uploads right now, so ${file} is missing. Run the report again in a minute.`;
  const next =
    failed.code === 'missing_scope'
      ? 'Tell whoever runs Teller: the app needs the scope files:write.'
      : 'Run the report again, or tell whoever runs Teller.';
  return `Slack refused ${file} (${failed.code}). ${next}`;
}

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

/** The first `max` as `describe` says them, and how many currencies follow. */
export function sumsInWords<One extends Sum>(
  sums: readonly One[],
  max: number,
  describe: (sum: One) => string,
): string[] {
  const left = sums.length - max;
  return [
    ...sums.slice(0, max).map(describe),
    ...(left > 0 ? [`${left.toLocaleString('en')} more ${left === 1 ? 'currency' : 'currencies'}`] : []),
  ];
}

export const NO_PAYMENTS = 'no payments';

/** "no payments", "1 payment", "1,200 payments" */
export function inPayments(count: number): string {
  return count === 0 ? NO_PAYMENTS : counted(count, 'payment');
}

/** "KES 4,000.00 in 2 payments (KES 1,500.00 refunded, net KES 2,500.00)" */
export function describeReceived(one: Received, describe: (money: Money) => string): string {
  return `${describe(one.money)} in ${inPayments(one.count)}${refundedOf(one, describe)}`;
}

/** To follow what was received; '' where nothing was refunded. */
export function refundedOf({ back }: Received, describe: (money: Money) => string): string {
  return back ? ` (${describe(back.refunded)} refunded, net ${describe(back.net)})` : '';
}
