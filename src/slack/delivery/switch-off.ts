// Switches off what a channel gets, alerts or its digest, when the bot can no longer post there, or must not.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import { TELLER } from '#orders/audit-line.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import { ALERTS_DROPPED, type AlertChannel } from '#slack/text/alerts.ts';
import { DIGEST_DROPPED } from '#slack/text/digest.ts';
import type { AlertChannels } from './alert-channels.ts';
import type { DigestChannel, DigestChannels } from './channel-settings.ts';
import type { Outbound } from './outbound.ts';
import { isFinal, type PostFailure, stillUnknown } from './post-failure.ts';

/** Who switched it on, and when (ms), if it was noted. */
type Chosen = { readonly channel: string; readonly by: string; readonly since?: number };

/**
 * `setting` is the one under which Teller could not post. Resolves to the failure when the person could not be told and it is to be
 * tried again, for as long as whoever calls tries. Rejects when the store is down.
 */
type SwitchOff<Setting> = (setting: Setting) => Promise<PostFailure | undefined>;

/** `gone`: Teller cannot post there any more. The others: who reads there (access/who-reads.ts). */
type Why = 'gone' | 'shared' | 'barred';

export type SwitchOffs<Setting> = { readonly [why in Why]: SwitchOff<Setting> };

type Deps = {
  /** Posts only while `confirm` resolves. */
  outboundFor: (confirm: () => Promise<void>) => Pick<Outbound, 'postToPerson' | 'findOwn'>;
  leases: Leases;
  clock: Clock;
  recorder: Pick<DeedRecorder, 'record'>;
};

/** Longer than any pause before the next try: what was said since then is this same news. */
const RECENT_MS = 30 * 60_000;
/** Telling takes a few calls of Slack. Whoever waits longer tries again later. */
const LEASE = { waitMs: 5_000, pollMs: 100 };

export function createSwitchOffAlerts(
  deps: Deps & { alertChannels: Pick<AlertChannels, 'list' | 'remove'> },
): SwitchOffs<AlertChannel> {
  const what = { news: 'alerts_off', deed: 'switched_alerts', channels: deps.alertChannels } as const;
  return createSwitchOffs(deps, ALERTS_DROPPED, what);
}

export function createSwitchOffDigest(
  deps: Deps & { digestChannels: Pick<DigestChannels, 'list' | 'remove'> },
): SwitchOffs<DigestChannel> {
  const what = { news: 'digest_off', deed: 'switched_digest', channels: deps.digestChannels } as const;
  return createSwitchOffs(deps, DIGEST_DROPPED, what);
}

type What<Setting> = {
  readonly news: string;
  readonly deed: 'switched_alerts' | 'switched_digest';
  readonly channels: {
    readonly list: () => Promise<readonly Setting[]>;
    readonly remove: (setting: Setting) => Promise<boolean>;
  };
};

/** `texts`: what the person who switched it on reads. */
function createSwitchOffs<Setting extends Chosen>(
  deps: Deps,
  texts: { readonly [why in Why]: (channel: string) => string },
  what: What<Setting>,
): SwitchOffs<Setting> {
  return {
    gone: createSwitchOff(deps, texts.gone, what),
    shared: createSwitchOff(deps, texts.shared, what),
    barred: createSwitchOff(deps, texts.barred, what),
  };
}

/**
 * The person who switched it on is told once, even when several deliveries find the channel gone at the same time, in this process
 * or in others. What somebody has switched on anew since stays.
 */
function createSwitchOff<Setting extends Chosen>(
  { outboundFor, leases, clock, recorder }: Deps,
  textOf: (channel: string) => string,
  { news, deed, channels }: What<Setting>,
): SwitchOff<Setting> {
  return (setting) => {
    const { channel, by, since = 0 } = setting;
    const options = { ...LEASE, clock, onBusy: busy };
    return withLease(leases, `${news} ${channel}`, options, async ({ confirm }) => {
      const current = (await channels.list()).find((one) => one.channel === channel);
      if (!isDeepStrictEqual(current, setting)) return undefined;
      // Whoever has switched it on again since is told again.
      const failure = await tell(outboundFor(confirm), by, channel, `${news}-${since}`);
      if (failure && !isFinal(failure, 0)) return failure;
      if (await channels.remove(setting))
        await recorder.record({ who: TELLER, deed, outcome: `${channel} off` });
      return undefined;
    });
  };

  /** An earlier try may have told it without getting Slack's answer, and nothing but the message itself shows that. */
  async function tell(
    outbound: ReturnType<Deps['outboundFor']>,
    userId: string,
    channel: string,
    id: string,
  ): Promise<PostFailure | undefined> {
    const found = await outbound.findOwn({ userId, sinceMs: clock.now() - RECENT_MS }, channel);
    if (found.status === 'found' && found.messages.has(id)) return undefined;
    if (found.status !== 'found' && !isFinal(found, 0)) return stillUnknown(found);
    const metadata = { reference: channel, news: id };
    const posted = await outbound.postToPerson(userId, { ...mrkdwnMessage(textOf(channel)), metadata });
    return posted.status === 'posted' ? undefined : posted;
  }
}

function busy(): PostFailure {
  return { status: 'unknown', error: new Error('another delivery has been switching it off for long') };
}
