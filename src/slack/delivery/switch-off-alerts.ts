// Switches off the alerts of a channel in which the bot can no longer post.
import type { Clock } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import { alertsDropped } from '#slack/text/alerts.ts';
import type { AlertChannels } from './alert-channels.ts';
import type { Outbound } from './outbound.ts';
import { isFinal, type PostFailure, stillUnknown } from './post-failure.ts';

/** Resolves to the failure when the person could not be told and it is to be tried again. Rejects when the store is down. */
export type SwitchOffAlerts = (channel: string) => Promise<PostFailure | undefined>;

const NEWS = 'alerts_off';
/** Longer than any pause before the next try: what was said since then is this same news. */
const RECENT_MS = 30 * 60_000;

/** The person who switched alerts on is told once, even when several payments find the channel gone at the same time. */
export function createSwitchOffAlerts(deps: {
  alertChannels: Pick<AlertChannels, 'list' | 'set'>;
  outbound: Pick<Outbound, 'postToPerson' | 'findOwn'>;
  clock: Clock;
}): SwitchOffAlerts {
  const { alertChannels, outbound, clock } = deps;
  return singleFlight(async (channel: string) => {
    const entry = (await alertChannels.list()).find((one) => one.channel === channel && one.mode === 'on');
    if (!entry) return undefined;
    const failure = await tell(entry.by, channel);
    if (failure && !isFinal(failure)) return failure;
    await alertChannels.set(channel, 'off', entry.by);
    return undefined;
  });

  /** An earlier try may have told it without getting Slack's answer, and nothing but the message itself shows that. */
  async function tell(userId: string, channel: string): Promise<PostFailure | undefined> {
    const found = await outbound.findOwn({ userId, sinceMs: clock.now() - RECENT_MS }, channel);
    if (found.status === 'found' && found.messages.has(NEWS)) return undefined;
    if (found.status !== 'found' && !isFinal(found)) return stillUnknown(found);
    const metadata = { reference: channel, news: NEWS };
    const posted = await outbound.postToPerson(userId, {
      ...mrkdwnMessage(alertsDropped(channel)),
      metadata,
    });
    return posted.status === 'posted' ? undefined : posted;
  }
}
