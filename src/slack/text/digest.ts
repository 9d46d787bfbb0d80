// The sentences about digests.
import { counted } from '#lib/counted.ts';
import { dayOf, timeOfDay } from '#lib/days.ts';
import type { DigestSchedule, Moments } from '#payments/reports/digest-schedule.ts';
import type { Received } from '#payments/reports/sums.ts';
import { escapeMrkdwn, shorten } from './escape.ts';
import { describeDay, describeMoney } from './orders.ts';
import { inPayments, refundedOf } from './sums.ts';
import { placeOf } from './time-zone.ts';

/** "daily at 18:00", "every Monday at 08:00" */
export function describeSchedule({ time, weekday }: DigestSchedule): string {
  const often = weekday ? `every ${weekday[0]?.toUpperCase()}${weekday.slice(1)}` : 'daily';
  return `${often} at ${time}`;
}

/** `next`: when the next one comes, as Slack shows times. */
export function digestNow(
  setting: { readonly schedule: DigestSchedule; readonly by: string },
  { timeZone, next }: { timeZone: string; next: string },
): string {
  const when = `*${describeSchedule(setting.schedule)}*, by the clock of ${placeOf(timeZone)}`;
  return `This channel gets a digest ${when}. <@${setting.by}> has set it. The next one comes ${next}.`;
}

export const NO_DIGEST = 'This channel gets no digest.';

/** `command` is what the merchant calls it, such as "/pay"; '' where the words work without one. */
export function digestHelp(command: string): string {
  const rows = [
    ['daily 18:00', 'Each day at that time, the payments of the 24 hours before are summed up here.'],
    ['weekly mon 08:00', 'The same once a week, for seven days.'],
    ['off', 'No more digests here.'],
  ];
  return rows.map(([words, what]) => `\`${`${command} digest ${words}`.trim()}\`  ${what}`).join('\n');
}

/** Posted in the channel itself, so that everybody knows who changed what they hear. */
export function digestSwitched(schedule: DigestSchedule | undefined, by: string, timeZone: string): string {
  return `<@${by}> has changed the digest. ${digestSet(schedule, timeZone)}`;
}

export function digestSet(schedule: DigestSchedule | undefined, timeZone: string): string {
  if (!schedule) return 'This channel gets no digest any more.';
  const span = schedule.weekday ? 'seven days' : '24 hours';
  return `From now on the payments of ${span} are summed up here *${describeSchedule(schedule)}*, by the clock of ${placeOf(timeZone)}.`;
}

export function unknownDigestWord(word: string, nearest: string | undefined): string {
  const meant = nearest ? ` Did you mean \`${nearest}\`?` : '';
  return `Teller does not know “${escapeMrkdwn(shorten(word, 40))}” here, so nothing has changed.${meant} Write it as in ${EXAMPLES}.`;
}

const EXAMPLES = '`daily 18:00` or `weekly mon 08:00`';

export const DIGEST_FAULTS = {
  time: `Say at what time, as in ${EXAMPLES}. Nothing has changed.`,
  weekday: 'Say on which day, as in `weekly mon 08:00`. Nothing has changed.',
  often: `Say how often, as in ${EXAMPLES}. Nothing has changed.`,
  no_such_time: `There is no such time of day. Write it as in ${EXAMPLES}. Nothing has changed.`,
  too_many: `A channel has one digest: once a day, on one day a week, or none. Write it as in ${EXAMPLES}, or \`off\`. Nothing has changed.`,
} as const;

/** What is missing or cannot be: a time of day, a day of the week, how often, or one of them more than once. */
export type DigestFault = keyof typeof DIGEST_FAULTS;

/** A digest names the sums of the workspace, and people of another workspace would read them. */
export const DIGEST_SHARED =
  'People of another workspace read this channel too, so Teller does not sum up payments here. Use a channel of your own.';

export function cannotDigest(botMention: string): string {
  return `Teller is not in this channel, so it could not post a digest here. Type \`/invite ${botMention}\`, then do this again.`;
}

/** For the person who had set the digest there. */
export const DIGEST_DROPPED = {
  gone: (channel: string) =>
    `Teller can no longer post in <#${channel}>, so its digest is switched off. If it is still wanted, invite Teller to the channel and set it again.`,
  shared: (channel: string) =>
    `People of another workspace read <#${channel}> by now, so its digest is switched off. If it is still wanted, set it in a channel of your own.`,
  barred: () => 'The digest is switched off here, because you may not use Teller any more.',
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
  return `${isWeekly ? 'the week' : 'the day'} before ${before}`;
}

/** What stands below the sums; all for mrkdwn. */
export const DIGEST_TEXT = {
  corrected: (sums: string) => `Corrections are in the sums: ${sums}.`,
  oldLinks: (count: number, sums: string) =>
    `:hourglass: *${counted(count, 'link')} ${count === 1 ? 'is' : 'are'} unpaid* for more than three days: ${sums}. \`find unpaid\` lists what is open.`,
  review: (count: number, sums: string) =>
    `:warning: *${inPayments(count)} to review*: ${sums}. \`find review\` lists ${count === 1 ? 'it' : 'them'}.`,
  refunds: (count: number, sums: string) =>
    `:leftwards_arrow_with_hook: *${counted(count, 'refund')} ${count === 1 ? 'is' : 'are'} under way*: ${sums}.`,
  entering:
    'Not final: payments from before Teller kept books are still being entered. `report` has them later.',
  damaged: (count: number) =>
    `:warning: The sums lack ${inPayments(count)} whose record Teller cannot read. Tell whoever runs Teller.`,
} as const;
