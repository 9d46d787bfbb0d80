// What people choose for a channel: shown, changed and announced there, posted, and switched off where Teller must not post any more.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withLease } from '#lib/with-lease.ts';
import { type OtherAuditEventName, TELLER } from '#orders/audit-line.ts';
import {
  errorIn,
  GIVE_UP_MS,
  isChannelGone,
  isFinal,
  type PostFailure,
  readersUnknown,
  stillUnknown,
} from '#slack/bolt/errors.ts';
import { botMention } from '#slack/bolt/identity.ts';
import type { SlackContext } from '#slack/context.ts';
import { type Outcome, retriedOutcome } from '#slack/outbox/outbound.ts';
import { sendOnce } from '#slack/outbox/send-once.ts';
import { whoReads } from '#slack/people/permissions.ts';
import { BETWEEN_PEOPLE, isDirectMessage } from '#slack/text/people.ts';
import { section } from '#slack/ui/blocks.ts';
import { channel as channelPiece, code, foreign, ours, type Piece, person } from '#slack/ui/line.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/ui/message.ts';
import { asTyped, lined, type Said, say } from '#slack/ui/say.ts';

/** Resolves to what the person reads; to undefined when it was announced in the channel. Rejects when the store is down. */
export async function changeChannelDefault(
  ctx: SlackContext,
  change: {
    channel: string;
    by: string;
    name: string;
    /** True for what posts to the channel, so Teller must be in it. Switching off works everywhere. */
    needsAccess: boolean;
    /** For a channel where people of another workspace would read what is not for them. */
    ifShared?: Said;
    save: () => Promise<void>;
    event: OtherAuditEventName;
    outcome: string;
    /** What was changed, such as "the alerts", and how it is from now on. */
    what: string;
    set: Said;
  },
): Promise<MessageContent | undefined> {
  const { channel, by, name, needsAccess, ifShared, save, event, outcome, what, set } = change;
  if (needsAccess) {
    const { access, isShared } = await ctx.channelAccess.read(channel);
    if (access === 'out') return askForInvitation(ctx, channel);
    if (access === 'unknown')
      return mrkdwnMessage(
        say`Slack couldn’t confirm this channel, so nothing changed. Try again in a minute.`,
      );
    if (isShared && ifShared) return mrkdwnMessage(ifShared);
  }
  await save();
  await ctx.recorder.record({ who: by, event, outcome: `${channel} ${outcome}`.trim() });
  const posted = await ctx.outbound.post({
    channel,
    ...mrkdwnMessage(say`${person(by)} changed ${what}. ${set}`),
    metadata: { reference: channel, news: `${name}-${randomUUID()}` },
  });
  return posted.status === 'posted' ? undefined : mrkdwnMessage(set);
}

export function askForInvitation({ identity }: SlackContext, channel: string): MessageContent {
  if (isDirectMessage(channel)) return mrkdwnMessage([ours(BETWEEN_PEOPLE)]);
  const invite = asTyped(`/invite ${botMention(identity)}`);
  return mrkdwnMessage(say`Teller isn’t in this channel. Type ${invite}, then try again.`);
}

/** How it is `now`, and below what can be typed. `command`: '' where subcommands work without one. */
export function describeChannelDefault(
  now: Said,
  command: string,
  rows: readonly (readonly [words: string, what: Said])[],
): MessageContent {
  const help = rows.map(([words, what]) => say`${asTyped(`${command} ${words}`.trim())}  ${what}`);
  return { ...mrkdwnMessage(now), blocks: [section(now), section(lined(help))] };
}

export function unknownWord(word: string, nearest: string | undefined): Said {
  const meant = nearest === undefined ? [] : say` Did you mean ${code(nearest)}?`;
  return say`I don’t know “${foreign(word, 40)}”, so nothing changed.${meant}`;
}

export function listed(all: readonly (string | Piece | Said)[], type: 'conjunction' | 'disjunction'): Said {
  const parts = new Intl.ListFormat('en-GB', { type }).formatToParts(all.map((_, index) => `${index}`));
  return parts.flatMap(({ type, value }) => (type === 'element' ? say`${all[Number(value)]}` : ours(value)));
}

type What = 'alert' | 'digest';
type Why = 'gone' | 'shared' | 'barred';
type Chosen = { readonly channel: string; readonly by: string; readonly since: number };
type Channels = { list(): Promise<readonly Chosen[]>; remove(setting: Chosen): Promise<boolean> };

/** Each message once, until the first that is to be tried again. `done`: the `news` of those that are posted or given up. */
export async function deliverToChannel(
  ctx: SlackContext,
  channel: string,
  delivery: {
    what: What;
    /** Undefined where it was switched off since: only what stands there already is found (announce/order-news.ts). */
    setting: Chosen | undefined;
    reference: string;
    /** An earlier one may have posted some since `sinceMs` without getting Slack's answer. */
    attempt: number;
    sinceMs: number;
    /** `at`: when it was first to be posted (ms). */
    messages: readonly {
      news: string;
      at: number;
      isMoney?: boolean;
      content: () => MessageContent | Promise<MessageContent>;
    }[];
  },
): Promise<{ readonly done: readonly string[]; readonly failure?: PostFailure }> {
  const { what, setting, reference, attempt, sinceMs, messages } = delivery;
  const { outbound, clock } = ctx;
  const oldestAt = Math.min(...messages.map(({ at }) => at));
  const all = { done: messages.map(({ news }) => news) };
  const report = (outcome: Outcome, cause?: PostFailure) =>
    ctx.report(what, outcome, { reference }, cause && errorIn(cause));
  const found = attempt > 1 ? await outbound.findOwn({ channel, sinceMs }, reference) : undefined;
  const done = all.done.filter((news) => found?.status === 'found' && found.messages.has(news));
  async function giveUp(chosen: Chosen, why: Why, cause?: PostFailure) {
    report('undeliverable', cause);
    const failure = await switchOff(ctx, chosen, what, why);
    return failure && clock.now() - oldestAt <= GIVE_UP_MS ? { done, failure } : all;
  }

  if (found && found.status !== 'found') {
    if (setting && isChannelGone(found)) return giveUp(setting, 'gone', found);
    const isOver = isFinal(found, clock.now() - oldestAt);
    if (setting || !isOver) report(isOver ? 'undeliverable' : retriedOutcome(found), found);
    return isOver ? all : { done: [], failure: stillUnknown(found) };
  }
  if (!setting) return all;
  const left = messages.filter(({ news }) => !done.includes(news));
  const readers = left.length === 0 ? 'own' : await whoReads(ctx, channel, setting.by);
  if (readers === 'shared' || readers === 'barred') return giveUp(setting, readers);
  for (const { news, at, isMoney = false, content } of left) {
    const posted =
      readers === 'unknown'
        ? readersUnknown()
        : await outbound.post({ channel, ...(await content()), isMoney, metadata: { reference, news } });
    if (posted.status === 'posted') report('posted');
    else if (isChannelGone(posted)) return giveUp(setting, 'gone', posted);
    else {
      const isOver = isFinal(posted, 0) || clock.now() - at > GIVE_UP_MS;
      report(isOver ? 'undeliverable' : retriedOutcome(posted), posted);
      if (!isOver) return { done, failure: posted };
    }
    done.push(news);
  }
  return { done };
}

const SWITCHED_OFF = {
  alert: {
    news: 'alerts_off',
    event: 'switched_alerts',
    gone: (where: Piece) =>
      say`Teller can no longer post in ${where}, so its alerts are off. To get them back, invite Teller there and switch them on again.`,
    shared: (where: Piece) =>
      say`${where} is now shared with another workspace, so its alerts are off. Switch them on in a channel of your own workspace instead.`,
    barred: () => say`Payment alerts are off here, because you can’t use Teller any more.`,
  },
  digest: {
    news: 'digest_off',
    event: 'switched_digest',
    gone: (where: Piece) =>
      say`Teller can no longer post in ${where}, so its summary is off. To get it back, invite Teller there and set it again.`,
    shared: (where: Piece) =>
      say`${where} is now shared with another workspace, so its summary is off. Set it in a channel of your own workspace instead.`,
    barred: () => say`The summary here is off, because you can’t use Teller any more.`,
  },
} as const;

/** Whoever chose `setting` is told once, also by several deliveries. Resolves to the failure when that is to be tried again. */
function switchOff(
  ctx: SlackContext,
  setting: Chosen,
  what: What,
  why: Why,
): Promise<PostFailure | undefined> {
  const { channel, by, since } = setting;
  const channels: Channels = what === 'alert' ? ctx.alertChannels : ctx.digestChannels;
  const { news, event, [why]: describe } = SWITCHED_OFF[what];
  const error = new Error('another delivery has been switching it off for long');
  const onBusy = (): PostFailure => ({ status: 'unknown', error });
  // The announcement takes a few calls of Slack.
  const options = { waitMs: 5_000, pollMs: 100, clock: ctx.clock, onBusy };
  return withLease(ctx.store.leases, `${news} ${channel}`, options, async ({ confirm }) => {
    const current = (await channels.list()).find((one) => one.channel === channel);
    // What somebody has switched on anew since stays.
    if (!isDeepStrictEqual(current, setting)) return undefined;
    const sent = await sendOnce(
      { ...ctx, outbound: ctx.outboundFor(confirm) },
      {
        to: { userId: by },
        // After it was switched on again it is announced again.
        metadata: { reference: channel, news: `${news}-${since}` },
        // An earlier try may have posted it, within a time longer than any pause before the next one.
        attempt: 2,
        since: ctx.clock.now() - 30 * 60_000,
        content: async () => mrkdwnMessage(describe(channelPiece(channel))),
      },
    );
    if (!sent.isDone) return sent;
    if (await channels.remove(setting))
      await ctx.recorder.record({ who: TELLER, event, outcome: `${channel} off` });
    return undefined;
  });
}
