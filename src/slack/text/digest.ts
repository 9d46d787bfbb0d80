// The sentences about digests.
import { counted } from '#lib/text.ts';
import { dayOf, timeOfDay } from '#lib/time.ts';
import type { DigestSchedule, Moments } from '#payments/reports/digest-schedule.ts';
import type { Received } from '#payments/reports/sums.ts';
import { escapeMrkdwn, shorten } from './escape.ts';
import { describeDay, describeMoney } from './orders.ts';
import { inPayments, refundedOf } from './report.ts';
import { placeOf } from './time-zone.ts';

/** "Daily summary at 18:00", "Weekly summary on Mondays at 08:00" */
export function describeSchedule({ time, weekday }: DigestSchedule): string {
  return weekday
    ? `Weekly summary on ${weekday[0]?.toUpperCase()}${weekday.slice(1)}s at ${time}`
    : `Daily summary at ${time}`;
}

/** `next`: when the next one comes, as Slack shows times. */
export function digestNow(
  setting: { readonly schedule: DigestSchedule; readonly by: string },
  { timeZone, next }: { timeZone: string; next: string },
): string {
  return `*${describeSchedule(setting.schedule)}* (${placeOf(timeZone)} time), set by <@${setting.by}>. Next: ${next}.`;
}

export const NO_DIGEST = 'This channel gets no summary.';

/** `command` is what the merchant calls it, such as "/pay"; '' where the words work without one. */
export function digestHelp(command: string): string {
  const rows = [
    ['daily 18:00', 'Every day at that time, a summary of the last 24 hours.'],
    ['weekly mon 08:00', 'Every week, a summary of the last seven days.'],
    ['off', 'No more summaries.'],
  ];
  return rows.map(([words, what]) => `\`${`${command} digest ${words}`.trim()}\`  ${what}`).join('\n');
}

/** Posted in the channel itself, so that everybody knows who changed what they get. */
export function digestSwitched(schedule: DigestSchedule | undefined, by: string, timeZone: string): string {
  return `<@${by}> changed the summary. ${digestSet(schedule, timeZone)}`;
}

export function digestSet(schedule: DigestSchedule | undefined, timeZone: string): string {
  if (!schedule) return 'No more summaries in this channel.';
  const span = schedule.weekday ? 'seven days' : '24 hours';
  return `*${describeSchedule(schedule)}* (${placeOf(timeZone)} time), covering the last ${span}.`;
}

export function unknownDigestWord(word: string, nearest: string | undefined): string {
  const meant = nearest ? ` Did you mean \`${nearest}\`?` : '';
  return `I don’t know “${escapeMrkdwn(shorten(word, 40))}”, so nothing changed.${meant} Write it like ${EXAMPLES}.`;
}

const EXAMPLES = '`daily 18:00` or `weekly mon 08:00`';

export const DIGEST_FAULTS = {
  time: `Nothing changed. Add a time, as in ${EXAMPLES}.`,
  weekday: 'Nothing changed. Add a day, as in `weekly mon 08:00`.',
  often: `Nothing changed. Say how often, as in ${EXAMPLES}.`,
  no_such_time: `Nothing changed: that isn’t a time of day. Write it like ${EXAMPLES}.`,
  too_many: `Nothing changed: a channel has one summary, daily or weekly. Write it like ${EXAMPLES}, or \`off\`.`,
} as const;

/** What is missing or cannot be: a time of day, a day of the week, how often, or one of them more than once. */
export type DigestFault = keyof typeof DIGEST_FAULTS;

/** A digest names the sums of the workspace, and people of another workspace would read them. */
export const DIGEST_SHARED =
  'This channel is shared with another workspace, so it can’t get summaries. Use a channel of your own workspace.';

export function cannotDigest(botMention: string): string {
  return `Teller isn’t in this channel. Type \`/invite ${botMention}\`, then try again.`;
}

/** For the person who had set the digest there. */
export const DIGEST_DROPPED = {
  gone: (channel: string) =>
    `Teller can no longer post in <#${channel}>, so its summary is off. To get it back, invite Teller there and set it again.`,
  shared: (channel: string) =>
    `<#${channel}> is now shared with another workspace, so its summary is off. Set it in a channel of your own workspace instead.`,
  barred: () => 'The summary here is off, because you can’t use Teller any more.',
};

/** `from` and `to` as Slack shows times. */
export function digestHeading(from: string, to: string): string {
  return `*Payments* from ${from} to ${to}`;
}

/** The same for screen readers and notifications, in the time zone of the settings. */
export function digestSpan({ from, to }: Moments, timeZone: string): string {
  const [first, last] = [from, to].map(
    (at) => `${describeDay(dayOf(at, timeZone))}, ${timeOfDay(at, timeZone)}`,
  );
  return `Payments from ${first} to ${last} (${placeOf(timeZone)})`;
}

/** Of one currency; `before` is the sum of the span before, for mrkdwn. */
export function digestTotal(one: Received, before: string, isWeekly: boolean): string {
  const sum = `*${describeMoney(one.money)}* in ${inPayments(one.count)}${refundedOf(one, describeMoney)}`;
  return `${sum} · ${spanBefore(before, isWeekly)}`;
}

/** `before`: the sum of the span before, or several. */
export function spanBefore(before: string, isWeekly: boolean): string {
  return `previous ${isWeekly ? 'week' : 'day'} ${before}`;
}

/** What stands below the sums; all for mrkdwn. */
export const DIGEST_TEXT = {
  corrected: (sums: string) => `Totals include corrections: ${sums}.`,
  oldLinks: (count: number, sums: string) =>
    `:hourglass: *${counted(count, 'link')} unpaid* for more than three days: ${sums}. List open orders with \`find unpaid\`.`,
  review: (count: number, sums: string) =>
    `:warning: *${inPayments(count)} to review*: ${sums}. List them with \`find review\`.`,
  refunds: (count: number, sums: string) =>
    `:leftwards_arrow_with_hook: *${counted(count, 'refund')} in progress*: ${sums}.`,
  damaged: (count: number) =>
    `:warning: The totals are incomplete: ${inPayments(count)} can’t be read. Tell whoever runs Teller.`,
} as const;
