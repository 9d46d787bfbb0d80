// `/pay digest daily 18:00`, `weekly mon 08:00`, `off`, and the digests themselves, each posted once: also after a restart, with several
// replicas, and when clocks are set back. The attempt is written down before the post, and looked for before the next one.
import { isDeepStrictEqual } from 'node:util';
import { singleFlight } from '#lib/async.ts';
import type { Result } from '#lib/result.ts';
import { dayOf } from '#lib/time.ts';
import { type HeldLease, TAKE_OVER_MS, withLease } from '#lib/with-lease.ts';
import { collectDigest } from '#payments/reports/digest.ts';
import {
  type DigestSchedule,
  lastDue,
  nextDue,
  WEEKDAYS,
  type Weekday,
} from '#payments/reports/digest-schedule.ts';
import { backoff } from '#queue/worker.ts';
import {
  changeChannelDefault,
  deliverToChannel,
  describeChannelDefault,
  unknownWord,
} from '#slack/channel/channel-default.ts';
import type { DigestChannel } from '#slack/channel/stored-settings.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Typed } from '#slack/feature.ts';
import { createRounds } from '#slack/outbox/rounds.ts';
import { placeOf } from '#slack/text/time-zone.ts';
import { date, person } from '#slack/ui/line.ts';
import { type Answer, type MessageContent, mrkdwnMessage } from '#slack/ui/message.ts';
import { type Said, say, unescaped } from '#slack/ui/say.ts';
import { nearestWord } from '#slack/words/typed-words.ts';
import { agentsNamed, digestCard } from './card.ts';

export const digest: Feature = {
  subcommands: {
    digest: {
      label: 'Digest',
      help: ['daily 18:00|weekly mon 08:00|off', say`A regular summary in this channel`],
      run: runDigest,
    },
  },
};

async function runDigest(
  ctx: SlackContext,
  { userId: by, place: { channel }, words, command }: Typed,
): Promise<Answer> {
  const read = readDigestWords(words);
  if (!read.ok) return mrkdwnMessage(read.fault);
  if (read.value === undefined) return describeDigest(ctx, channel, command);
  const schedule = read.value === 'off' ? undefined : read.value;
  const [often, span] = schedule?.weekday ? ['weekly', 'seven days'] : ['daily', '24 hours'];
  return changeChannelDefault(ctx, {
    channel,
    by,
    name: 'digest-switch',
    needsAccess: schedule !== undefined,
    ifShared: say`This channel is shared with another workspace, so it can’t get summaries. Use a channel of your own workspace.`,
    async save() {
      const before = await ctx.digestChannels.of(channel);
      // Whoever sets what is set already does not lose a digest that is due and not posted yet.
      const isSame = before && isDeepStrictEqual(before.schedule, schedule);
      const since = isSame ? before.since : ctx.clock.now();
      await ctx.digestChannels.set(channel, schedule && { schedule, by, since });
    },
    event: 'switched_digest',
    outcome: schedule ? `${often} ${schedule.time}` : 'off',
    what: 'the summary',
    set: schedule
      ? say`${describeSchedule(ctx, schedule)}, covering the last ${span}.`
      : say`No more summaries in this channel.`,
  });
}

async function describeDigest(ctx: SlackContext, channel: string, command: string): Promise<Answer> {
  const set = await ctx.digestChannels.of(channel);
  const next = set && date(nextDue(set.schedule, ctx.clock.now(), ctx.settings.timeZone));
  const now = set
    ? say`${describeSchedule(ctx, set.schedule)}, set by ${person(set.by)}. Next: ${next}.`
    : say`This channel gets no summary.`;
  return describeChannelDefault(now, command, [
    ['digest daily 18:00', say`Every day at that time, a summary of the last 24 hours.`],
    ['digest weekly mon 08:00', say`Every week, a summary of the last seven days.`],
    ['digest off', say`No more summaries.`],
  ]);
}

function describeSchedule({ settings }: SlackContext, { time, weekday }: DigestSchedule): Said {
  const often = weekday
    ? `Weekly summary on ${weekday[0]?.toUpperCase()}${weekday.slice(1)}s`
    : 'Daily summary';
  return say`*${often} at ${unescaped(time)}* (${placeOf(settings.timeZone)} time)`;
}

/** Digests may have been set by another replica. */
const MAX_PAUSE_MS = 10_000;
/** After so long the money that was learned of before a digest was due is in the ledger; the clocks of replicas differ too. */
const SETTLED_AFTER_MS = 3_000;
/** For so long a digest that was begun is tried, even into the next day. */
const TRIED_FOR_MS = 60 * 60_000;

/** `at`: when it was first tried. `nextAt`: not tried again before. */
type Attempt = { readonly due: number; readonly at: number; readonly tries: number; readonly nextAt: number };
/** `posted`: when the channel's last digests were due. */
type History = { readonly posted: readonly number[]; readonly begun?: Attempt };
/** `key`: the schedule and when it was due. */
type DigestContent = (key: string) => Promise<MessageContent>;

export function createDigestRounds(context: () => SlackContext) {
  /** By channel, what was due last and needs nothing more, so that the store need not be asked each round. */
  const done = new Map<string, number>();
  const options = { name: 'digests', does: 'Sending digests', maxPause: MAX_PAUSE_MS / TAKE_OVER_MS };
  return createRounds(context, options, async (ctx) => {
    // Channels with the same schedule share one reading of the orders.
    const contentOf = singleFlight((key: string) => readDigest(ctx, key));
    const digests = await ctx.digestChannels.list();
    // A channel that fails does not delay the others.
    const results = await Promise.allSettled(
      digests.map((digest) => deliverIfDue(ctx, digest, done, contentOf)),
    );
    const waits = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return Math.max(Math.min(MAX_PAUSE_MS, ...waits), 100);
  });
}

async function readDigest(
  { store, agentNames, settings }: SlackContext,
  key: string,
): Promise<MessageContent> {
  const { schedule, due } = JSON.parse(key) as { schedule: DigestSchedule; due: number };
  const digest = await collectDigest(store.orders, { schedule, due, timeZone: settings.timeZone });
  const names = await agentNames.of(agentsNamed(digest));
  return digestCard(digest, (agent) => names.get(agent) ?? agent);
}

/** Resolves to how long (ms) nothing is to be done for this channel. */
async function deliverIfDue(
  ctx: SlackContext,
  digest: DigestChannel,
  done: Map<string, number>,
  contentOf: DigestContent,
): Promise<number> {
  const { clock, store, settings } = ctx;
  const { channel, schedule, since } = digest;
  const now = clock.now() - SETTLED_AFTER_MS;
  const due = lastDue(schedule, now, settings.timeZone);
  if (due > since && done.get(channel) !== due) {
    const options = { waitMs: 0, pollMs: TAKE_OVER_MS, clock, onBusy: () => TAKE_OVER_MS };
    const waitMs = await withLease(store.leases, `digest ${channel}`, options, (held) =>
      deliverDigest(ctx, digest, { due, held, contentOf }),
    );
    if (waitMs > 0) return waitMs;
    done.set(channel, due);
  }
  return nextDue(schedule, now, settings.timeZone) - now;
}

/** Resolves to how long (ms) to wait before the next try; 0 when there is nothing more to do for `due` (ms). */
async function deliverDigest(
  ctx: SlackContext,
  digest: DigestChannel,
  { due, held, contentOf }: { due: number; held: HeldLease; contentOf: DigestContent },
): Promise<number> {
  const { channel } = digest;
  const { timeZone } = ctx.settings;
  const histories = ctx.store.keyValues('digests-posted');
  const { posted, begun } = (await histories.get<History>(channel)) ?? { posted: [] };
  if (posted.includes(due)) return 0;
  const before = begun?.due === due ? begun : undefined;
  const now = ctx.clock.now();
  // A missed digest is posted late the same day, else not at all.
  if (dayOf(due, timeZone) !== dayOf(now, timeZone) && !(before && now - due <= TRIED_FOR_MS)) {
    if (before) ctx.report('digest', 'undeliverable', { reference: channel });
    return 0;
  }
  const waitMs = before ? before.nextAt - now : 0;
  // A longer wait than any pause means that the clock was set back.
  if (waitMs > 0 && waitMs <= backoff(Number.POSITIVE_INFINITY)) return waitMs;
  const tries = (before?.tries ?? 0) + 1;
  const at = before?.at ?? now;
  await held.confirm();
  await histories.set(channel, { posted, begun: { due, at, tries, nextAt: now + backoff(tries) } });
  const own = { ...ctx, outbound: ctx.outboundFor(held.confirm) };
  const key = JSON.stringify({ schedule: digest.schedule, due });
  const { failure } = await deliverToChannel(own, channel, {
    what: 'digest',
    setting: digest,
    reference: channel,
    attempt: tries,
    sinceMs: Math.min(at, now) - TRIED_FOR_MS,
    messages: [{ news: `digest-${due}`, at, content: () => contentOf(key) }],
  });
  if (failure) return failure.status === 'rate_limited' ? failure.retryAfterMs : backoff(tries);
  await held.confirm();
  // These are more than a clock that is set back makes due again.
  await histories.set(channel, { posted: [...posted, due].slice(-32) });
  return 0;
}

const EXAMPLES = say`\`daily 18:00\` or \`weekly mon 08:00\``;

const OFTEN: Readonly<Record<'off' | 'daily' | 'weekly', readonly string[]>> = {
  off: ['off', 'stop', 'none', 'never'],
  daily: ['daily', 'day', 'everyday', 'days'],
  weekly: ['weekly', 'week'],
};
/** They join words and say nothing more. */
const JOINING = new Set(['at', 'on', 'every', 'each', 'the', 'a', 'and', 'oclock', "o'clock", 'h', 'hrs']);
const WORDS = ['daily', 'weekly', 'off', 'noon', 'midnight', ...WEEKDAYS];

/** Reads words in any order: "daily 18:00", "every friday at 6pm", "off". Undefined when nothing was written. */
export function readDigestWords(text: string): Result<DigestSchedule | 'off' | undefined, Said> {
  const wrong = (fault: Said) => ({ ok: false, fault }) as const;
  const words = wordsOf(text);
  const times: string[] = [];
  const weekdays = new Set<Weekday>();
  const often = new Set<string>();
  for (const word of words) {
    const time = timeIn(word);
    // From three letters on: "mon", "monday", "mondays", "tues".
    const weekday = WEEKDAYS.find((one) => word.length > 2 && `${one}s`.startsWith(word));
    const name = (['off', 'daily', 'weekly'] as const).find((one) => OFTEN[one].includes(word));
    if (time === 'none')
      return wrong(say`Nothing changed: that isn’t a time of day. Write it like ${EXAMPLES}.`);
    if (time) times.push(time);
    else if (weekday) weekdays.add(weekday);
    else if (name) often.add(name);
    else if (!JOINING.has(word))
      return wrong(say`${unknownWord(word, nearestWord(word, WORDS))} Write it like ${EXAMPLES}.`);
  }
  if (words.length === 0) return { ok: true, value: undefined };
  const [time] = times;
  const [weekday] = weekdays;
  if (often.has('off') && often.size === 1 && !time && !weekday) return { ok: true, value: 'off' };
  const isDailyToo = often.has('daily') && (often.has('weekly') || weekday);
  if (often.has('off') || isDailyToo || times.length > 1 || weekdays.size > 1)
    return wrong(
      say`Nothing changed: a channel has one summary, daily or weekly. Write it like ${EXAMPLES}, or \`off\`.`,
    );
  if (often.has('weekly') && !weekday)
    return wrong(say`Nothing changed. Add a day, as in \`weekly mon 08:00\`.`);
  if (often.size === 0 && !weekday) return wrong(say`Nothing changed. Say how often, as in ${EXAMPLES}.`);
  if (!time) return wrong(say`Nothing changed. Add a time, as in ${EXAMPLES}.`);
  return { ok: true, value: { time, ...(weekday && { weekday }) } };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/(?<=\d)\s*([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/[’‘`]/g, "'")
    .split(/[\s,]+/)
    .map((word) => word.replace(/^["“”'(]+|["“”'.!?)]+$/g, ''))
    .filter(Boolean);
}

/** HH:mm; undefined for what is not written like a time of day, `none` for a time that no day has. */
function timeIn(word: string): string | undefined {
  if (word === 'noon' || word === 'midday') return '12:00';
  if (word === 'midnight') return '00:00';
  // "18:00", "18.00", "18h00", "1800", "6pm", "6:30pm", "8".
  const [isTime, hourText = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:.h]?(\d\d))?h?(am|pm)?$/.exec(word) ?? [];
  if (!isTime) return undefined;
  const hour = Number(hourText);
  const isInHalf = half === undefined || (hour >= 1 && hour <= 12);
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  if (!isInHalf || hours > 23 || Number(minutes) > 59) return 'none';
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}
