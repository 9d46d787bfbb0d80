// Choose when a channel gets a digest: `/pay digest daily 18:00`, `weekly mon 08:00`, `off`.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { type DigestSchedule, nextDue } from '#payments/reports/digest-schedule.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { section, slackDate } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { DigestChannels } from '#slack/delivery/digest-channels.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { readDigestWords } from '#slack/forms/digest-words.ts';
import { ACCESS_UNREADABLE } from '#slack/text/alerts.ts';
import {
  cannotDigest,
  DIGEST_FAULTS,
  DIGEST_SHARED,
  digestHelp,
  digestNow,
  digestSet,
  digestSwitched,
  NO_DIGEST,
  unknownDigestWord,
} from '#slack/text/digest.ts';

/**
 * The answer to the command; undefined when the channel itself was told. Whoever calls has checked that the person may act.
 * Rejects when the store is down.
 */
export function createDigestTask(deps: {
  digestChannels: DigestChannels;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
  outbound: Pick<Outbound, 'post'>;
  clock: Clock;
  timeZone: string;
  recorder: Pick<DeedRecorder, 'record'>;
}) {
  const { digestChannels, channelAccess, identity, outbound, clock, timeZone, recorder } = deps;

  async function change(
    channel: string,
    schedule: DigestSchedule | undefined,
    userId: string,
  ): Promise<MessageContent | undefined> {
    // Switching off must work in a channel from which the bot was removed, too.
    const access = schedule ? await channelAccess.check(channel) : 'in';
    if (access === 'out') return mrkdwnMessage(cannotDigest(botMention(identity)));
    if (access === 'unknown') return mrkdwnMessage(ACCESS_UNREADABLE);
    if (schedule && (await channelAccess.isShared(channel))) return mrkdwnMessage(DIGEST_SHARED);
    await digestChannels.set(
      channel,
      schedule && { schedule, by: userId, since: await sinceOf(channel, schedule) },
    );
    const how = schedule ? `${schedule.weekday === undefined ? 'daily' : 'weekly'} ${schedule.time}` : 'off';
    await recorder.record({ who: userId, deed: 'switched_digest', outcome: `${channel} ${how}` });
    const posted = await outbound.post({
      channel,
      ...mrkdwnMessage(digestSwitched(schedule, userId, timeZone)),
      isAwaited: true,
      metadata: { reference: channel, news: `digest-switch-${randomUUID()}` },
    });
    return posted.status === 'posted' ? undefined : mrkdwnMessage(digestSet(schedule, timeZone));
  }

  /** Whoever sets what is set already does not lose a digest that is due and not posted yet. */
  async function sinceOf(channel: string, { time, weekday }: DigestSchedule): Promise<number> {
    const before = await digestChannels.of(channel);
    const isSame = before?.schedule.time === time && before.schedule.weekday === weekday;
    return isSame ? before.since : clock.now();
  }

  async function describe(channel: string, command: string): Promise<MessageContent> {
    const setting = await digestChannels.of(channel);
    const now = setting
      ? digestNow(setting, {
          timeZone,
          next: slackDate(nextDue(setting.schedule, clock.now(), timeZone)),
        })
      : NO_DIGEST;
    return { text: now, blocks: [section(now), section(digestHelp(command))] };
  }

  /** `words`: what follows `digest`. `command`: its name in this workspace, such as "/pay". */
  return async (request: {
    userId: string;
    channel: string;
    words: string;
    command: string;
  }): Promise<MessageContent | undefined> => {
    const { userId, channel, words, command } = request;
    const read = readDigestWords(words);
    switch (read.status) {
      case 'none':
        return describe(channel, command);
      case 'off':
        return change(channel, undefined, userId);
      case 'read':
        return change(channel, read.schedule, userId);
      case 'unknown':
        return mrkdwnMessage(unknownDigestWord(read.word, read.nearest));
      case 'incomplete':
        return mrkdwnMessage(DIGEST_FAULTS[read.fault]);
    }
  };
}
