// Which channels get a digest, and when.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { DigestSchedule } from '#payments/reports/digest-schedule.ts';
import type { KeyValueStore } from '#store/store.ts';
import { type ChannelSettings, createChannelSettings } from './channel-settings.ts';

/** `by`: the Slack id of the person who set it. `since`: when (ms); what was due before is not told. */
type DigestSetting = {
  readonly schedule: DigestSchedule;
  readonly by: string;
  readonly since: number;
};
export type DigestChannel = DigestSetting & { readonly channel: string };

export type DigestChannels = ChannelSettings<DigestSetting>;

/** All reject when the store is down. */
export function createDigestChannels(deps: {
  keyValues: KeyValueStore;
  leases: Leases;
  clock: Clock;
}): DigestChannels {
  return createChannelSettings<DigestSetting>({ ...deps, name: 'digests' });
}
