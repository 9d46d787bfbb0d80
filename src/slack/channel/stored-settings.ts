// What people have chosen for channels. `by`: the Slack id of who chose it. `since`: when (ms).
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import type { AlertFilter } from '#orders/alert-filter.ts';
import type { DigestSchedule } from '#payments/reports/digest-schedule.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import type { Store } from '#store/store.ts';

type ChannelSettings<Setting> = ReturnType<typeof createChannelSettings<Setting>>;
type Chosen = { readonly by: string; readonly since: number };

/** `on`: an alert for every payment that passes the filter. `off`, the default: its own cards only. `quiet`: these in threads only. */
export type ChosenAlerts = { readonly mode: 'on' | 'off' | 'quiet'; readonly filter?: AlertFilter };
type AlertSetting = Chosen & ChosenAlerts & { readonly mode: 'on' | 'quiet' };
export type AlertChannel = AlertSetting & { readonly channel: string };
export type AlertChannels = ChannelSettings<AlertSetting>;

/** What was due before `since` is not announced. */
type DigestSetting = Chosen & { readonly schedule: DigestSchedule };
export type DigestChannel = DigestSetting & { readonly channel: string };
export type DigestChannels = ChannelSettings<DigestSetting>;

/** Links start with the currency, prompts with the method. What is missing follows the merchant's settings. */
export type ChannelDefaults = {
  readonly currency?: string;
  readonly method?: PaymentMethod;
  readonly branch?: string;
};
export type ChannelDefaultsStore = ChannelSettings<ChannelDefaults & { readonly by: string }>;

const KEY = 'channels';

/**
 * One of the values `name` holds all channels, so that `list` is one read; the lease `name` keeps two changes at once from losing
 * one. All reject when the store is down, and changes also when other replicas hold the lease for too long.
 */
export function createChannelSettings<Setting>(deps: {
  name: string;
  keyValues: Store['keyValues'];
  leases: Leases;
  clock: Clock;
}) {
  const { name, leases, clock } = deps;
  const keyValues = deps.keyValues(name);
  const read = async () => (await keyValues.get<Readonly<Record<string, Setting>>>(KEY)) ?? {};

  /** Changes nothing where `isExpected` refuses what stands there now; resolves to whether it did not. */
  function put(
    channel: string,
    setting: Setting | undefined,
    isExpected: (now: Setting | undefined) => boolean,
  ): Promise<boolean> {
    const onBusy = `others have been changing the ${name} of channels for too long`;
    return withLease(leases, name, { waitMs: 5_000, pollMs: 50, clock, onBusy }, async ({ confirm }) => {
      const { [channel]: now, ...others } = await read();
      if (!isExpected(now)) return false;
      await confirm();
      await keyValues.set(KEY, setting === undefined ? others : { ...others, [channel]: setting });
      return true;
    });
  }

  return {
    /** Every channel that has a setting, in the order of their ids. */
    list: async (): Promise<readonly (Setting & { readonly channel: string })[]> =>
      Object.entries(await read())
        .map(([channel, setting]) => ({ ...setting, channel }))
        .sort((a, b) => (a.channel < b.channel ? -1 : 1)),
    of: async (channel: string): Promise<Setting | undefined> => (await read())[channel],
    async set(channel: string, setting: Setting | undefined): Promise<void> {
      await put(channel, setting, () => true);
    },
    /** Leaves the channel out if it still has this setting, as listed; resolves to whether it had. */
    remove: ({ channel, ...listed }: Setting & { readonly channel: string }) =>
      put(channel, undefined, (now) => isDeepStrictEqual(now, listed)),
  };
}
