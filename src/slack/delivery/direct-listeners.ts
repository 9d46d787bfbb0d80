// Who wants to be told directly what waits for approval: people who have switched that on in Home.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { KeyValueStore } from '#store/store.ts';
import { createChannelSettings } from './channel-settings.ts';

export type DirectListeners = ReturnType<typeof createDirectListeners>;

/** All take and answer Slack ids, and reject when the store is down. */
export function createDirectListeners(deps: { keyValues: KeyValueStore; leases: Leases; clock: Clock }) {
  // A person stands where the others have a channel.
  const settings = createChannelSettings<{ readonly since: number }>({ ...deps, name: 'direct' });
  return {
    list: async (): Promise<readonly string[]> => (await settings.list()).map(({ channel }) => channel),
    has: async (userId: string): Promise<boolean> => (await settings.of(userId)) !== undefined,
    set: (userId: string, isOn: boolean): Promise<void> =>
      settings.set(userId, isOn ? { since: deps.clock.now() } : undefined),
  };
}
