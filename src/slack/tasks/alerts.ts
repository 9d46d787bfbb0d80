// Hear of payments: `/pay alerts on|off|quiet|list` in a channel.

import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { section } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import type { WhoAmI } from '#slack/connect/identity.ts';
import { ALERT_MODES, type AlertChannels, type AlertMode } from '#slack/delivery/alert-channels.ts';
import {
  ACCESS_UNREADABLE,
  alertChannelLine,
  alertsHelp,
  alertsNow,
  alertsSet,
  cannotAlert,
  moreAlertChannels,
  NO_ALERT_CHANNELS,
  SHARED_CHANNEL,
} from '#slack/text/alerts.ts';

export type AlertsTask = {
  /** Whether the person may do this was asked before. */
  run(asked: {
    userId: string;
    channel: string;
    words: string;
    /** What the merchant calls it, such as "/pay". */
    command: string;
    tell: (card: MessageContent) => Promise<void>;
  }): Promise<void>;
};

/** One section holds 3,000 characters; a line has about forty. */
const MAX_LISTED = 50;

export function createAlertsTask(deps: {
  alerts: AlertChannels;
  channelAccess: ChannelAccess;
  whoAmI: WhoAmI;
}): AlertsTask {
  const { alerts, channelAccess, whoAmI } = deps;

  async function change(channel: string, mode: AlertMode, userId: string): Promise<MessageContent> {
    // Switching off needs no place to post in: it must work even where the bot was thrown out.
    const access = mode === 'off' ? 'in' : await channelAccess.check(channel);
    if (access === 'out') return said(cannotAlert(`@${whoAmI.known()?.name ?? 'Teller'}`));
    if (access === 'unknown') return said(ACCESS_UNREADABLE);
    if (mode === 'on' && (await channelAccess.isShared(channel))) return said(SHARED_CHANNEL);
    await alerts.set(channel, mode, userId);
    return said(alertsSet(mode));
  }

  async function list(): Promise<MessageContent> {
    const all = await alerts.list();
    if (all.length === 0) return said(NO_ALERT_CHANNELS);
    const lines = all.slice(0, MAX_LISTED).map(alertChannelLine);
    const left = all.length - MAX_LISTED;
    return said([...lines, ...(left > 0 ? [moreAlertChannels(left)] : [])].join('\n'));
  }

  async function explain(channel: string, command: string): Promise<MessageContent> {
    const now = alertsNow(await alerts.modeOf(channel));
    return { text: now, blocks: [section(now), section(alertsHelp(command))] };
  }

  return {
    async run({ userId, channel, words, command, tell }) {
      const [word = ''] = words.trim().toLowerCase().split(/\s+/);
      const mode = ALERT_MODES.find((one) => one === word);
      if (mode) await tell(await change(channel, mode, userId));
      else await tell(word === 'list' ? await list() : await explain(channel, command));
    },
  };
}

/** Our own words; mrkdwn. */
function said(mrkdwn: string): MessageContent {
  return { text: mrkdwn, blocks: [section(mrkdwn)] };
}
