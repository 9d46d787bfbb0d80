// What people have chosen for channels, such as alerts and digests.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import type { DigestSchedule } from '#payments/reports/digest-schedule.ts';
import type { OrderHabits } from '#slack/text/settings.ts';
import type { Store } from '#store/store.ts';

type ChannelSettings<Setting> = ReturnType<typeof createChannelSettings<Setting>>;

/** When a channel gets a digest. `by`: the Slack id of the person who set it. `since`: when (ms); what was due before is not told. */
type DigestSetting = { readonly schedule: DigestSchedule; readonly by: string; readonly since: number };
export type DigestChannel = DigestSetting & { readonly channel: string };
export type DigestChannels = ChannelSettings<DigestSetting>;

/** What the orders of a channel start with (`/pay settings`). `by`: the Slack id of the person who chose it. */
export type OrderHabitsOf = ChannelSettings<OrderHabits & { readonly by: string }>;

const KEY = 'channels';
const PAUSE_MS = 50;
const MAX_WAIT_MS = 5_000;

/**
 * One of the values `name` holds all channels, so that `list` is one read; the lease `name` keeps two changes at once from losing
 * one. All reject when the store is down.
 */
export function createChannelSettings<Setting>(deps: {
  name: string;
  keyValues: Store['keyValues'];
  leases: Leases;
  clock: Clock;
}) {
  const { name, leases, clock } = deps;
  const keyValues = deps.keyValues(name);

  async function read(): Promise<Readonly<Record<string, Setting>>> {
    return (await keyValues.get<Record<string, Setting>>(KEY)) ?? {};
  }

  /** Changes nothing when `isExpected` refuses what stands there now; resolves to whether it did not. */
  function put(
    channel: string,
    setting: Setting | undefined,
    isExpected: (now: Setting | undefined) => boolean = () => true,
  ): Promise<boolean> {
    const onBusy = `others have been changing the ${name} of channels for too long`;
    const options = { waitMs: MAX_WAIT_MS, pollMs: PAUSE_MS, clock, onBusy };
    return withLease(leases, name, options, async ({ confirm }) => {
      const { [channel]: now, ...others } = await read();
      if (!isExpected(now)) return false;
      await confirm();
      await keyValues.set(KEY, setting === undefined ? others : { ...others, [channel]: setting });
      return true;
    });
  }

  return {
    /** Every channel that has a setting, in the order of their ids. */
    async list(): Promise<readonly (Setting & { readonly channel: string })[]> {
      return Object.entries(await read())
        .map(([channel, setting]) => ({ ...setting, channel }))
        .sort((a, b) => (a.channel < b.channel ? -1 : 1));
    },
    async of(channel: string): Promise<Setting | undefined> {
      return (await read())[channel];
    },
    /** Without a setting the channel is left out. Rejects also when other replicas hold the lease for too long. */
    async set(channel: string, setting: Setting | undefined): Promise<void> {
      await put(channel, setting);
    },
    /** Leaves the channel out if it still has this setting, as listed; resolves to whether it had. Rejects as `set` does. */
    remove: ({ channel, ...listed }: Setting & { readonly channel: string }): Promise<boolean> =>
      put(channel, undefined, (now) => isDeepStrictEqual(now, listed)),
  };
}
