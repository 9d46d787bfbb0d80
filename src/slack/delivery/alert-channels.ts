// The alert mode of each channel (text/alerts.ts says what the modes mean).
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import type { AlertFilter } from '#orders/alert-filter.ts';
import type { AlertChannel, AlertMode } from '#slack/text/alerts.ts';
import type { KeyValueStore } from '#store/store.ts';

/** `off` is the mode of a channel for which nobody chose one. */
export const ALERT_MODES = ['on', 'off', 'quiet'] as const satisfies readonly AlertMode[];

export type AlertChannels = ReturnType<typeof createAlertChannels>;

type StoredChannels = Readonly<Record<string, Omit<AlertChannel, 'channel'>>>;

const KEY = 'channels';
const LEASE_NAME = 'alerts';
/** Far longer than the read and the write that are done while it is held. */
const LEASE_MS = 10_000;
const PAUSE_MS = 50;
const MAX_WAIT_MS = 5_000;

/**
 * One value holds all channels, so that `list` is one read; a lease keeps two changes at once from losing one. All reject
 * when the store is down.
 */
export function createAlertChannels(deps: { keyValues: KeyValueStore; leases: Leases; clock: Clock }) {
  const { keyValues, leases, clock } = deps;

  /** Channels that need not be asked about again. */
  const hinted = new Set<string>();
  const hintKey = (channel: string) => `hint:${channel}`;

  async function read(): Promise<StoredChannels> {
    return (await keyValues.get<StoredChannels>(KEY)) ?? {};
  }

  /** Every channel that is not `off`, in the order of their ids. */
  async function list(): Promise<readonly AlertChannel[]> {
    return Object.entries(await read())
      .map(([channel, habit]) => ({ channel, ...habit }))
      .sort((a, b) => (a.channel < b.channel ? -1 : 1));
  }

  function onBusy(): never {
    throw new Error('others have been changing the alert channels for too long');
  }

  return {
    list,
    /** `by`: the Slack id of the person who chose the mode. Rejects also when other replicas hold the lease for too long. */
    async set(channel: string, mode: AlertMode, by: string, filter?: AlertFilter): Promise<void> {
      const options = { ttlMs: LEASE_MS, waitMs: MAX_WAIT_MS, pollMs: PAUSE_MS, clock, onBusy };
      await withLease<unknown>(leases, LEASE_NAME, options, async () => {
        const { [channel]: _, ...others } = await read();
        await keyValues.set(
          KEY,
          mode === 'off' ? others : { ...others, [channel]: { mode, by, ...(filter && { filter }) } },
        );
      });
    },
    /** True the first time that anybody asks about this channel, and never again. */
    async isFirstReply(channel: string): Promise<boolean> {
      if (hinted.has(channel)) return false;
      const isFirst = !(await keyValues.get(hintKey(channel)));
      if (isFirst) await keyValues.set(hintKey(channel), true);
      hinted.add(channel);
      return isFirst;
    },
    async of(channel: string): Promise<AlertChannel | { readonly mode: 'off' }> {
      return (await list()).find((entry) => entry.channel === channel) ?? { mode: 'off' };
    },
  };
}
