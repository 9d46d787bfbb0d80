// The alert mode of each channel (text/alerts.ts says what the modes mean).
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { AlertFilter } from '#orders/alert-filter.ts';
import type { AlertChannel, AlertMode } from '#slack/text/alerts.ts';
import type { Store } from '#store/store.ts';
import { createChannelSettings } from './channel-settings.ts';

/** `off` is the mode of a channel for which nobody chose one. */
export const ALERT_MODES = ['on', 'off', 'quiet'] as const satisfies readonly AlertMode[];

export type AlertChannels = ReturnType<typeof createAlertChannels>;

/** All reject when the store is down. */
export function createAlertChannels(deps: { keyValues: Store['keyValues']; leases: Leases; clock: Clock }) {
  const name = 'alerts';
  const keyValues = deps.keyValues(name);
  const settings = createChannelSettings<Omit<AlertChannel, 'channel'>>({ ...deps, name });

  /** Channels that need not be asked about again. */
  const hinted = new Set<string>();
  const hintKey = (channel: string) => `hint:${channel}`;

  return {
    /** Every channel that is not `off`, in the order of their ids. */
    list: (): Promise<readonly AlertChannel[]> => settings.list(),
    /** `by`: the Slack id of the person who chose the mode. Rejects also when other replicas hold the lease for too long. */
    set: (channel: string, mode: AlertMode, by: string, filter?: AlertFilter): Promise<void> =>
      settings.set(
        channel,
        mode === 'off' ? undefined : { mode, by, since: deps.clock.now(), ...(filter && { filter }) },
      ),
    /** Switches a channel off if it still has this setting; resolves to whether it had. Rejects as `set` does. */
    remove: (setting: AlertChannel): Promise<boolean> => settings.remove(setting),
    /** True the first time that anybody asks about this channel, and never again. */
    async isFirstReply(channel: string): Promise<boolean> {
      if (hinted.has(channel)) return false;
      const isFirst = !(await keyValues.get(hintKey(channel)));
      if (isFirst) await keyValues.set(hintKey(channel), true);
      hinted.add(channel);
      return isFirst;
    },
    async of(channel: string): Promise<AlertChannel | { readonly mode: 'off' }> {
      const setting = await settings.of(channel);
      return setting ? { ...setting, channel } : { mode: 'off' };
    },
  };
}
