// The sentences of reports. Exhaustive by type.
import { inWords, shortDay } from '#lib/days.ts';
import { addDays } from '#orders/recurrence.ts';
import { MAX_DAYS, type Period, type PeriodFault, type PeriodName } from '#payments/reports/period.ts';
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
  today: 'today, ',
  yesterday: 'yesterday, ',
  week: 'this week, ',
  month: 'this month, ',
  'last week': 'last week, ',
  'last month': 'last month, ',
};

/** "today, Sunday 22 November 2026" */
function describeNamedPeriod(period: Period): string {
  return `${period.name ? NAMED[period.name] : ''}${describePeriod(period)}`;
}

/** "the day before", or "the day before, by this time" when the period is compared with a part of it. */
export function describeBefore(
  { unit, days }: { unit: Period['unit']; days: number },
  isPart: boolean,
): string {
  const before = unit === 'days' ? `the ${days} days before` : `the ${unit} before`;
  return isPart ? `${before}, by this time` : before;
}

function longDay(day: string): string {
  return inWords(day, { day: 'numeric', month: 'long', year: 'numeric' });
}

function monthOf(day: string): string {
  return inWords(day, { month: 'long', year: 'numeric' });
}

const PERIOD_EXAMPLES =
  'today, yesterday, week, month, last week, last month, a month such as 2026-10, a day such as 2026-10-31, or two of these as in 2026-10-01..2026-10-15';

export const PERIOD_FAULTS = {
  not_understood: `Teller does not understand this period. Use ${PERIOD_EXAMPLES}.`,
  no_such_day: 'There is no such day or month in the calendar. Write them as in 2026-10-31 or 2026-10.',
  backwards: 'This period ends before it begins. Write the first day first, as in 2026-10-01..2026-10-15.',
  too_long: `A report covers at most ${MAX_DAYS} days. Ask for a shorter period.`,
  not_begun: 'This period has not begun yet. Ask for one that has, such as today.',
} satisfies Record<PeriodFault, string>;

export const REPORT_TEXT = {
  onePerson:
    'A report is about one person or about everybody. Please name one, as in `report week @amina`, or nobody.',
  nothing: (period: Period, timeZone: string) =>
    `There are no payments in the books for ${describeNamedPeriod(period)}. ${calendarOf(timeZone)}`,
  title: (days: string) => `Payments, ${days}`,
  titleOf: (agent: string, days: string) => `Payments of ${agent}, ${days}`,
  noPayments: 'No payments in this period.',
  paidBack: 'Paid back',
  net: 'Net',
  unpaid: 'Still unpaid now',
  review: 'To review now',
  /** Of payments to review of which the provider has said no amount. */
  unstated: 'amount not stated',
  none: 'Nothing',
  method: 'Method',
  agent: 'Agent',
  currency: 'Currency',
  amount: 'Amount',
  payments: 'Payments',
  byMethod: 'By method',
  byAgent: 'By agent',
  unknownMethod: 'Not known',
  others: (count: number) => `${count.toLocaleString('en')} more`,
  chart: { day: 'by day', week: 'by week', month: 'by month' },
  share: 'Post to channel',
  asOf: (date: string) => `As it was ${date}`,
  /** `day`: the first that is not closed. */
  notClosed: (day: string, now: string) =>
    `Not final: payments of ${shortDay(day, now)} still count on that day if Teller hears of them before 06:00 of the next.`,
  entering:
    'Not final: payments from before Teller kept books are still being entered. Ask again in some minutes.',
  indexing: 'Older orders are still being indexed, so what is unpaid or to review may be more.',
  late: (late: readonly { readonly paidDay: string; readonly count: number }[], now: string) => {
    const days = late.slice(0, 5).map(({ paidDay, count }) => `${count} paid ${shortDay(paidDay, now)}`);
    const more = late.length > days.length ? ', and others' : '';
    return `Counted here because Teller learned of them late: ${days.join(', ')}${more}.`;
  },
  corrected: (sums: string) => `Corrections are in the totals: ${sums}.`,
} as const;

/** The answer to the command, beside a button that opens the report. */
export const REPORT_IS_DIRECT = 'The report is in your direct messages with Teller.';
export const OPEN_REPORT = 'Open the report';

export const REPORT_SHARED = 'The report is posted in the channel.';
export const REPORT_SHARED_BEFORE =
  'The report is posted already: somebody pressed the same button less than a minute ago.';
export const REPORT_NOT_SHARED = {
  out: 'Teller is not in that channel, so the report is not posted there. Invite Teller with /invite, then press again.',
  shared:
    'People of another workspace read that channel, so the report is not posted there. Ask for it in another channel.',
  unknown: 'Teller could not check the channel with Slack. Press again in a minute.',
  gone: 'This button is too old. Ask for the report again.',
  busy: 'Somebody else is posting this report right now. Press again in a minute if it does not come.',
} as const;

/** For the log, once. */
export const TABLES_REFUSED =
  'Slack does not take the tables or charts of reports, so they are posted as text. Report it with the line.';

/** Why Slack has no message or file; `refused` comes with Slack's own code (delivery/post-failure.ts). */
type Failed =
  | { readonly status: 'unknown' }
  | { readonly status: 'rate_limited' }
  | { readonly status: 'refused'; readonly code: string };

export function notPosted(failed: Failed): string {
  if (failed.status === 'unknown')
    return 'Slack did not say whether it took the report. If it is not there in a minute, ask for it again.';
  return failed.status === 'rate_limited'
    ? 'Slack asks Teller to go slower. Ask for the report again in a minute.'
    : `Slack did not take the report (${failed.code}). Ask again, or tell whoever runs Teller.`;
}

/** `what`: of which the file is. */
export function notUploaded(failed: Failed, what: 'payments' | 'audit record' = 'payments'): string {
  const file = `the file with the ${what}`;
  if (failed.status === 'unknown')
    return `Slack did not say whether it took ${file}. If it does not come in a minute, ask for the report again.`;
  if (failed.status === 'rate_limited')
    return `Slack did not take ${file} yet, because it asks Teller to go slower. Ask for the report again in a minute.`;
  const next =
    failed.code === 'missing_scope'
      ? 'Tell whoever runs Teller: the app needs the scope files:write.'
      : 'Ask for the report again, or tell whoever runs Teller.';
  return `Slack did not take ${file} (${failed.code}). ${next}`;
}
