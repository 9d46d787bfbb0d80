// Choose what a channel hears of payments: `/pay alerts on|off|quiet|list`.
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { section } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import { ALERT_MODES, type AlertChannels } from '#slack/delivery/alert-channels.ts';
import {
  ACCESS_UNREADABLE,
  type AlertMode,
  alertChannelLine,
  alertsHelp,
  alertsNow,
  alertsSet,
  cannotAlert,
  moreAlertChannels,
  NO_ALERT_CHANNELS,
  SHARED_CHANNEL,
} from '#slack/text/alerts.ts';

/** One section holds 3,000 characters; a line has about forty. */
const MAX_LISTED = 50;

/** The answer to the command. Whoever calls has checked that the person may act. Rejects when the store is down. */
export function createAlertsTask(deps: {
  alertChannels: AlertChannels;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
}) {
  const { alertChannels, channelAccess, identity } = deps;

  async function change(channel: string, mode: AlertMode, userId: string): Promise<MessageContent> {
    // Switching off must work in a channel from which the bot was removed, too.
    const access = mode === 'off' ? 'in' : await channelAccess.check(channel);
    if (access === 'out') return mrkdwnMessage(cannotAlert(botMention(identity)));
    if (access === 'unknown') return mrkdwnMessage(ACCESS_UNREADABLE);
    if (mode === 'on' && (await channelAccess.isShared(channel))) return mrkdwnMessage(SHARED_CHANNEL);
    await alertChannels.set(channel, mode, userId);
    return mrkdwnMessage(alertsSet(mode));
  }

  async function list(): Promise<MessageContent> {
    const all = await alertChannels.list();
    if (all.length === 0) return mrkdwnMessage(NO_ALERT_CHANNELS);
    const lines = all.slice(0, MAX_LISTED).map(alertChannelLine);
    const left = all.length - MAX_LISTED;
    return mrkdwnMessage([...lines, ...(left > 0 ? [moreAlertChannels(left)] : [])].join('\n'));
  }

  async function describe(channel: string, command: string): Promise<MessageContent> {
    const now = alertsNow(await alertChannels.modeOf(channel));
    return { text: now, blocks: [section(now), section(alertsHelp(command))] };
  }

  /** `words`: what follows `alerts`. `command`: its name in this workspace, such as "/pay". */
  return async (request: {
    userId: string;
    channel: string;
    words: string;
    command: string;
  }): Promise<MessageContent> => {
    const { userId, channel, words, command } = request;
    const [word = ''] = words.trim().toLowerCase().split(/\s+/);
    const mode = ALERT_MODES.find((one) => one === word);
    if (mode) return change(channel, mode, userId);
    return word === 'list' ? list() : describe(channel, command);
  };
}
