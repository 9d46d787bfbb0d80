// Choose what a channel hears of payments: `/pay alerts on [filter]`, `off`, `quiet`, `list`.
import { randomUUID } from 'node:crypto';
import type { AlertFilter } from '#orders/alert-filter.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { section } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import { ALERT_MODES, type AlertChannels } from '#slack/delivery/alert-channels.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { readAlertWords } from '#slack/forms/alert-words.ts';
import {
  ACCESS_UNREADABLE,
  type AlertMode,
  alertChannelLine,
  alertsHelp,
  alertsNow,
  alertsSet,
  alertsSwitched,
  cannotAlert,
  FILTER_FAULTS,
  moreAlertChannels,
  NO_ALERT_CHANNELS,
  SHARED_CHANNEL,
  unknownFilterWord,
} from '#slack/text/alerts.ts';

/** One section holds 3,000 characters; a line with a long filter has about two hundred. */
const MAX_LISTED = 50;
const MAX_LISTED_LENGTH = 2_800;

/**
 * The answer to the command; undefined when the channel itself was told. Whoever calls has checked that the person may act.
 * Rejects when the store is down.
 */
export function createAlertsTask(deps: {
  alertChannels: AlertChannels;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
  outbound: Pick<Outbound, 'post'>;
  defaultCurrency: string;
  recorder: Pick<DeedRecorder, 'record'>;
}) {
  const { alertChannels, channelAccess, identity, outbound, defaultCurrency, recorder } = deps;

  async function change(
    channel: string,
    habit: { mode: AlertMode; filter?: AlertFilter },
    userId: string,
  ): Promise<MessageContent | undefined> {
    const { mode, filter } = habit;
    // Switching off must work in a channel from which the bot was removed, too.
    const access = mode === 'off' ? 'in' : await channelAccess.check(channel);
    if (access === 'out') return mrkdwnMessage(cannotAlert(botMention(identity)));
    if (access === 'unknown') return mrkdwnMessage(ACCESS_UNREADABLE);
    if (mode === 'on' && (await channelAccess.isShared(channel))) return mrkdwnMessage(SHARED_CHANNEL);
    await alertChannels.set(channel, mode, userId, filter);
    await recorder.record({ who: userId, deed: 'switched_alerts', outcome: `${channel} ${mode}` });
    const posted = await outbound.post({
      channel,
      ...mrkdwnMessage(alertsSwitched(habit, userId)),
      isAwaited: true,
      metadata: { reference: channel, news: `alerts-${randomUUID()}` },
    });
    return posted.status === 'posted' ? undefined : mrkdwnMessage(alertsSet(habit));
  }

  async function switchOn(
    channel: string,
    words: string,
    userId: string,
  ): Promise<MessageContent | undefined> {
    const read = readAlertWords(words, { defaultCurrency, self: userId });
    switch (read.status) {
      case 'read':
        return change(channel, { mode: 'on', filter: read.filter }, userId);
      case 'unknown':
        return mrkdwnMessage(unknownFilterWord(read.word, read.nearest));
      case 'incomplete':
        return mrkdwnMessage(FILTER_FAULTS[read.fault]);
    }
  }

  async function list(): Promise<MessageContent> {
    const all = await alertChannels.list();
    if (all.length === 0) return mrkdwnMessage(NO_ALERT_CHANNELS);
    const lines = all.slice(0, MAX_LISTED).map(alertChannelLine);
    while (lines.join('\n').length > MAX_LISTED_LENGTH) lines.pop();
    const left = all.length - lines.length;
    return mrkdwnMessage([...lines, ...(left > 0 ? [moreAlertChannels(left)] : [])].join('\n'));
  }

  async function describe(channel: string, command: string): Promise<MessageContent> {
    const now = alertsNow(await alertChannels.of(channel));
    return { text: now, blocks: [section(now), section(alertsHelp(command))] };
  }

  /** `words`: what follows `alerts`. `command`: its name in this workspace, such as "/pay". */
  return async (request: {
    userId: string;
    channel: string;
    words: string;
    command: string;
  }): Promise<MessageContent | undefined> => {
    const { userId, channel, words, command } = request;
    const [, first = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(words) ?? [];
    const word = first.toLowerCase();
    const mode = ALERT_MODES.find((one) => one === word);
    if (mode === 'on') return switchOn(channel, rest, userId);
    if (mode && rest.trim()) return mrkdwnMessage(FILTER_FAULTS.mode);
    if (mode) return change(channel, { mode }, userId);
    return word === 'list' ? list() : describe(channel, command);
  };
}
