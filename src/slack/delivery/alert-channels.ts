// Which channels hear of payments, and how: `on` hears of every payment, `quiet` keeps its own orders' news in their threads.
import type { Clock } from '#lib/clock.ts';
import { withLease } from '#lib/with-lease.ts';
import type { KeyValueStore, Leases } from '#store/store.ts';

/** `off` is what a channel is that never said anything: it hears of its own orders by the reply that is also sent to it. */
export const ALERT_MODES = ['on', 'off', 'quiet'] as const;
export type AlertMode = (typeof ALERT_MODES)[number];

export type AlertChannel = {
  readonly channel: string;
  readonly mode: Exclude<AlertMode, 'off'>;
  /** The Slack id of who said so. */
  readonly by: string;
};

/** All reject when the store is down; the changes also when other replicas keep it busy for too long. */
export type AlertChannels = {
  set(channel: string, mode: AlertMode, by: string): Promise<void>;
  modeOf(channel: string): Promise<AlertMode>;
  /** The channels that are `on`. */
  listening(): Promise<readonly string[]>;
  /** Every channel that is not `off`, in the order of their ids. */
  list(): Promise<readonly AlertChannel[]>;
};

type Kept = Readonly<Record<string, Omit<AlertChannel, 'channel'>>>;

const KEY = 'channels';
const LEASE_NAME = 'alerts';
/** Holding it takes two steps of the store. */
const LEASE_MS = 10_000;
const PAUSE_MS = 50;
const MAX_WAIT_MS = 5_000;

/** One note holds them all, so that a list is one step; a lease keeps two changes at once from losing one. */
export function createAlertChannels(deps: {
  notes: KeyValueStore;
  leases: Leases;
  clock: Clock;
}): AlertChannels {
  const { notes, leases, clock } = deps;

  async function kept(): Promise<Kept> {
    return (await notes.get<Kept>(KEY)) ?? {};
  }

  async function list(): Promise<readonly AlertChannel[]> {
    return Object.entries(await kept())
      .map(([channel, { mode, by }]) => ({ channel, mode, by }))
      .sort((a, b) => (a.channel < b.channel ? -1 : 1));
  }

  function busy(): never {
    throw new Error('others have been changing the alert channels for too long');
  }

  return {
    list,
    async set(channel, mode, by) {
      const options = { ttlMs: LEASE_MS, waitMs: MAX_WAIT_MS, pollMs: PAUSE_MS, clock, busy };
      await withLease<unknown>(leases, LEASE_NAME, options, async () => {
        const { [channel]: _, ...others } = await kept();
        await notes.set(KEY, mode === 'off' ? others : { ...others, [channel]: { mode, by } });
      });
    },
    async modeOf(channel) {
      return (await list()).find((entry) => entry.channel === channel)?.mode ?? 'off';
    },
    async listening() {
      return (await list()).flatMap(({ channel, mode }) => (mode === 'on' ? [channel] : []));
    },
  };
}
