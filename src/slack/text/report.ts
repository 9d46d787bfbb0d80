// The sentences of reports. Exhaustive by type.
import { MAX_DAYS, type Period, type PeriodFault, type PeriodName } from '#payments/reports/period.ts';

const SINCE: Record<PeriodName, string> = {
  today: 'of today',
  yesterday: 'of yesterday',
  week: 'of this week',
  month: 'of this month',
};

/** "of this week, 2026-11-16 to 2026-11-21" */
export function describePeriod({ firstDay, lastDay, name }: Period): string {
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return name ? `${SINCE[name]}, ${days}` : `of ${days}`;
}

/** "Days begin at midnight in Nairobi." */
export function calendarOf(timeZone: string): string {
  return `Days begin at midnight in ${placeOf(timeZone)}.`;
}

/** The city that the zone is named after, as people say where a clock is; else the zone's name. */
export function placeOf(timeZone: string): string {
  const [region = '', ...places] = timeZone.split('/');
  const isPlace = places.length > 0 && !/^etc$/i.test(region);
  return isPlace ? (places.at(-1) ?? '').replaceAll('_', ' ') : timeZone.replace(/^etc\//i, '');
}

export const PERIOD_EXAMPLES =
  'today, yesterday, week, month, a month such as 2026-10, a day such as 2026-10-31, or two of these as in 2026-10-01..2026-10-15';

export const PERIOD_FAULTS = {
  not_understood: `Teller does not understand this period. Use ${PERIOD_EXAMPLES}.`,
  no_such_day: 'There is no such day or month in the calendar. Write them as in 2026-10-31 or 2026-10.',
  backwards: 'This period ends before it begins. Write the first day first, as in 2026-10-01..2026-10-15.',
  too_long: `A report covers at most ${MAX_DAYS} days. Ask for a shorter period.`,
  not_begun: 'This period has not begun yet. Ask for one that has, such as today.',
} satisfies Record<PeriodFault, string>;

export const REPORT_ELSEWHERE =
  'The report is in your direct messages with Teller: Teller is not in this channel, or people of another workspace read it too.';

/** Why Slack has no message or file; `refused` comes with Slack's own code (delivery/post-failure.ts). */
type Failed =
  | { readonly status: 'unknown' }
  | { readonly status: 'rate_limited' }
  | { readonly status: 'refused'; readonly code: string };

export function notPosted(failed: Failed): string {
  if (failed.status === 'unknown')
    return 'Slack did not say whether it took the report. If it is not here in a minute, ask for it again.';
  return failed.status === 'rate_limited'
    ? 'Slack asks Teller to go slower. Ask for the report again in a minute.'
    : `Slack did not take the report (${failed.code}). Invite Teller to the channel with /invite, or tell whoever runs Teller.`;
}

export function notUploaded(failed: Failed): string {
  if (failed.status === 'unknown')
    return 'Slack did not say whether it took the file with the payments. If it is not here in a minute, ask for the report again.';
  if (failed.status === 'rate_limited')
    return 'The file with the payments could not be put here, because Slack asks Teller to go slower. Ask for the report again in a minute.';
  const next =
    failed.code === 'missing_scope'
      ? 'Tell whoever runs Teller: the app needs the scope files:write.'
      : 'Ask for the report again, or tell whoever runs Teller.';
  return `Slack did not take the file with the payments (${failed.code}). ${next}`;
}
