// Whether people of another workspace read a channel, asked before each alert and digest: a channel may be shared long after
// they were switched on there. An answer holds for a minute, because Slack limits such questions as well.
import type { Clock } from '#lib/clock.ts';
import type { ChannelAccess } from './channel-access.ts';

const KEPT_MS = 60_000;

/** `own`: nobody else, or Teller cannot post there anyway. `unknown`: Slack did not say. Never rejects. */
export type WhoReads = (channel: string) => Promise<'own' | 'others' | 'unknown'>;

export function createWhoReads(deps: {
  channelAccess: Pick<ChannelAccess, 'read'>;
  clock: Pick<Clock, 'now'>;
}): WhoReads {
  const { channelAccess, clock } = deps;
  /** By channel, when (ms) nobody else read it. */
  const ownAt = new Map<string, number>();
  return async (channel) => {
    // One of later than now is of before the clock was set back.
    if (Math.abs(clock.now() - (ownAt.get(channel) ?? Number.NEGATIVE_INFINITY)) < KEPT_MS) return 'own';
    const { access, isShared } = await channelAccess.read(channel);
    if (access === 'unknown') return 'unknown';
    if (access === 'in' && isShared) return 'others';
    ownAt.set(channel, clock.now());
    return 'own';
  };
}
