// The sentences about payment alerts. Exhaustive by type.

/** What each mode posts to a channel, as the second half of a sentence. */
const MODES = {
  on: 'every payment of the workspace is announced here, once, with a link to its card.',
  off: 'only payments of cards in this channel are announced here.',
  quiet: 'payments of cards in this channel are announced in their threads only, not in the channel itself.',
} as const;

/** `on`: an alert for every payment. `off`: its own cards only. `quiet`: its own cards, and only in their threads. */
export type AlertMode = keyof typeof MODES;

/** A channel whose mode somebody chose; `by` is the Slack id of that person. */
export type AlertChannel = {
  readonly channel: string;
  readonly mode: Exclude<AlertMode, 'off'>;
  readonly by: string;
};

export function alertsNow(mode: AlertMode): string {
  return `Alerts are *${mode}* in this channel: ${MODES[mode]}`;
}

export function alertsSet(mode: AlertMode): string {
  return `Alerts are now *${mode}* in this channel: ${MODES[mode]}`;
}

/** `command` is what the merchant calls it, such as "/pay". */
export function alertsHelp(command: string): string {
  const rows = Object.entries(MODES).map(
    ([mode, what]) => `\`${command} alerts ${mode}\`  From then on ${what}`,
  );
  return [...rows, `\`${command} alerts list\`  The channels that have alerts on or quiet.`].join('\n');
}

export const NO_ALERT_CHANNELS =
  'No channel has alerts on or quiet. In each, only payments of its own cards are announced.';

/** Alerts name every payment of the workspace, and people of another workspace would read them. */
export const SHARED_CHANNEL =
  'People of another workspace read this channel too, so Teller does not announce every payment here. Use a channel of your own.';

export function alertChannelLine({ channel, mode, by }: AlertChannel): string {
  // A direct message has no name that others could read.
  const where = channel.startsWith('D') ? `the direct message with <@${by}>` : `<#${channel}>`;
  return `• ${where}: *${mode}*`;
}

export function moreAlertChannels(count: number): string {
  return `… and ${count} more.`;
}

export function cannotAlert(botMention: string): string {
  return `Teller is not in this channel, so it could not announce anything here. Type \`/invite ${botMention}\`, then do this again.`;
}

export const ACCESS_UNREADABLE =
  'Teller could not check with Slack that it may post here, so nothing has changed. Try again in a minute.';

/** For the person who had switched alerts on there. */
export function alertsDropped(channel: string): string {
  return `Teller can no longer post in <#${channel}>, so payment alerts are switched off there. If they are still wanted, invite Teller to the channel and switch alerts on again.`;
}
