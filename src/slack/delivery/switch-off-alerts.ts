// Switches off the alerts of a channel in which the bot can no longer post.
import { singleFlight } from '#lib/single-flight.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import { alertsDropped } from '#slack/text/alerts.ts';
import type { AlertChannels } from './alert-channels.ts';
import type { Outbound } from './outbound.ts';
import { isFinal, type PostFailure } from './post-failure.ts';

/** Resolves to the failure when the person could not be told and it is to be tried again. Rejects when the store is down. */
export type SwitchOffAlerts = (channel: string) => Promise<PostFailure | undefined>;

/** The person who switched alerts on is told once, even when several payments find the channel gone at the same time. */
export function createSwitchOffAlerts(deps: {
  alertChannels: Pick<AlertChannels, 'list' | 'set'>;
  outbound: Pick<Outbound, 'postToPerson'>;
}): SwitchOffAlerts {
  const { alertChannels, outbound } = deps;
  return singleFlight(async (channel: string) => {
    const entry = (await alertChannels.list()).find((one) => one.channel === channel && one.mode === 'on');
    if (!entry) return undefined;
    const metadata = { reference: channel, news: 'alerts_off' };
    const posted = await outbound.postToPerson(entry.by, {
      ...mrkdwnMessage(alertsDropped(channel)),
      metadata,
    });
    if (posted.status !== 'posted' && !isFinal(posted)) return posted;
    await alertChannels.set(channel, 'off', entry.by);
    return undefined;
  });
}
