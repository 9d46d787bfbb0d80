// What people switch on or off for themselves in Home. Each switch keeps a list of the people for whom it is thrown.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Store } from '#store/store.ts';
import { createChannelSettings } from './channel-settings.ts';

/** All take and answer Slack ids, and reject when the store is down. */
export type Switch = {
  list(): Promise<readonly string[]>;
  has(userId: string): Promise<boolean>;
  set(userId: string, isThrown: boolean): Promise<void>;
};

export type Switches = ReturnType<typeof createSwitches>;

type SwitchDeps = { keyValues: Store['keyValues']; leases: Leases; clock: Clock };

export function createSwitches(deps: SwitchDeps) {
  return {
    /** Approvers who are not notified of requests. */
    unnotified: createSwitch('unnotified', deps),
    /** Agents who are notified when an order of theirs is paid. */
    paid: createSwitch('paid-directly', deps),
    /** Agents who are not reminded of their unpaid links. */
    unreminded: createSwitch('unreminded', deps),
  };
}

function createSwitch(name: string, deps: SwitchDeps): Switch {
  // A person stands where the others have a channel.
  const settings = createChannelSettings<{ readonly since: number }>({ ...deps, name });
  return {
    list: async () => (await settings.list()).map(({ channel }) => channel),
    has: async (userId) => (await settings.of(userId)) !== undefined,
    set: (userId, isThrown) => settings.set(userId, isThrown ? { since: deps.clock.now() } : undefined),
  };
}
