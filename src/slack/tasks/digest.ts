// Choose when a channel gets a digest: `/pay digest daily 18:00`, `weekly mon 08:00`, `off`.
import type { Clock } from '#lib/clock.ts';
import { type DigestSchedule, nextDue } from '#payments/reports/digest-schedule.ts';
import { slackDate } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import type { DigestChannels } from '#slack/delivery/channel-settings.ts';
import { readDigestWords } from '#slack/forms/digest-words.ts';
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
import { createChangeHabit, describeHabit, type HabitAnswer, type HabitRequest } from './channel-habit.ts';

/** Whoever calls has checked that the person may act. Rejects when the store is down. */
export function createDigestTask(
  deps: Parameters<typeof createChangeHabit>[0] & {
    digestChannels: DigestChannels;
    clock: Clock;
    timeZone: string;
  },
) {
  const { digestChannels, clock, timeZone } = deps;
  const changeHabit = createChangeHabit(deps, {
    name: 'digest-switch',
    cannot: cannotDigest,
    shared: DIGEST_SHARED,
  });

  const change = (channel: string, schedule: DigestSchedule | undefined, userId: string) =>
    changeHabit({
      channel,
      needsAccess: schedule !== undefined,
      isPrivate: schedule !== undefined,
      save: async () =>
        digestChannels.set(
          channel,
          schedule && { schedule, by: userId, since: await sinceOf(channel, schedule) },
        ),
      deed: { who: userId, deed: 'switched_digest', outcome: `${channel} ${shortly(schedule)}` },
      switched: digestSwitched(schedule, userId, timeZone),
      set: digestSet(schedule, timeZone),
    });

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
    return describeHabit(now, digestHelp(command));
  }

  return async ({ userId, channel, words, command }: HabitRequest): HabitAnswer => {
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

function shortly(schedule: DigestSchedule | undefined): string {
  if (!schedule) return 'off';
  return `${schedule.weekday === undefined ? 'daily' : 'weekly'} ${schedule.time}`;
}
