// Switches off what a channel gets, alerts or its digest, when the bot can no longer post there, or must not.
import type { Clock } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { TELLER } from '#orders/audit-line.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import { ALERTS_DROPPED } from '#slack/text/alerts.ts';
import { DIGEST_DROPPED } from '#slack/text/digest.ts';
import type { AlertChannels } from './alert-channels.ts';
import type { DigestChannels } from './channel-settings.ts';
import type { Outbound } from './outbound.ts';
import { isFinal, type PostFailure, stillUnknown } from './post-failure.ts';

/**
 * Resolves to the failure when the person could not be told and it is to be tried again, for as long as whoever calls tries.
 * Rejects when the store is down.
 */
type SwitchOff = (channel: string) => Promise<PostFailure | undefined>;

/** `gone`: Teller cannot post there any more. The others: who reads there (access/who-reads.ts). */
type Why = 'gone' | 'shared' | 'barred';

export type SwitchOffs = { readonly [why in Why]: SwitchOff };

type Deps = {
  outbound: Pick<Outbound, 'postToPerson' | 'findOwn'>;
  clock: Clock;
  recorder: Pick<DeedRecorder, 'record'>;
};

/** Longer than any pause before the next try: what was said since then is this same news. */
const RECENT_MS = 30 * 60_000;

export function createSwitchOffAlerts(
  deps: Deps & { alertChannels: Pick<AlertChannels, 'list' | 'set'> },
): SwitchOffs {
  const { alertChannels } = deps;
  return createSwitchOffs(deps, ALERTS_DROPPED, {
    news: 'alerts_off',
    deed: 'switched_alerts',
    // A quiet channel gets nothing that could fail.
    settingOf: async (channel) =>
      (await alertChannels.list()).find((one) => one.channel === channel && one.mode === 'on'),
    off: (channel, by) => alertChannels.set(channel, 'off', by),
  });
}

export function createSwitchOffDigest(
  deps: Deps & { digestChannels: Pick<DigestChannels, 'of' | 'set'> },
): SwitchOffs {
  const { digestChannels } = deps;
  return createSwitchOffs(deps, DIGEST_DROPPED, {
    news: 'digest_off',
    deed: 'switched_digest',
    settingOf: digestChannels.of,
    off: (channel) => digestChannels.set(channel, undefined),
  });
}

type What = {
  news: string;
  deed: 'switched_alerts' | 'switched_digest';
  /** Who switched it on, and when; undefined while it is off. */
  settingOf: (channel: string) => Promise<{ readonly by: string; readonly since?: number } | undefined>;
  off: (channel: string, by: string) => Promise<void>;
};

/** `texts`: what the person who switched it on reads. */
function createSwitchOffs(
  deps: Deps,
  texts: { readonly [why in Why]: (channel: string) => string },
  what: What,
): SwitchOffs {
  return {
    gone: createSwitchOff(deps, texts.gone, what),
    shared: createSwitchOff(deps, texts.shared, what),
    barred: createSwitchOff(deps, texts.barred, what),
  };
}

/** The person who switched it on is told once, even when several deliveries find the channel gone at the same time. */
function createSwitchOff(
  { outbound, clock, recorder }: Deps,
  textOf: (channel: string) => string,
  what: What,
): SwitchOff {
  return singleFlight(async (channel: string) => {
    const setting = await what.settingOf(channel);
    if (!setting) return undefined;
    const { by, since = 0 } = setting;
    // Whoever has switched it on again since is told again.
    const failure = await tell(by, channel, `${what.news}-${since}`);
    if (failure && !isFinal(failure, 0)) return failure;
    await what.off(channel, by);
    await recorder.record({ who: TELLER, deed: what.deed, outcome: `${channel} off` });
    return undefined;
  });

  /** An earlier try may have told it without getting Slack's answer, and nothing but the message itself shows that. */
  async function tell(userId: string, channel: string, news: string): Promise<PostFailure | undefined> {
    const found = await outbound.findOwn({ userId, sinceMs: clock.now() - RECENT_MS }, channel);
    if (found.status === 'found' && found.messages.has(news)) return undefined;
    if (found.status !== 'found' && !isFinal(found, 0)) return stillUnknown(found);
    const metadata = { reference: channel, news };
    const posted = await outbound.postToPerson(userId, { ...mrkdwnMessage(textOf(channel)), metadata });
    return posted.status === 'posted' ? undefined : posted;
  }
}
