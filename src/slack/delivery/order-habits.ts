// What people have chosen for the orders of a channel (`/pay settings`): currency and method of its forms, and its branch.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { OrderHabits } from '#slack/text/settings.ts';
import type { KeyValueStore } from '#store/store.ts';
import { type ChannelSettings, createChannelSettings } from './channel-settings.ts';

/** `by`: the Slack id of the person who chose them. */
export type OrderHabitsOf = ChannelSettings<OrderHabits & { readonly by: string }>;

/** All reject when the store is down. */
export function createOrderHabits(deps: {
  keyValues: KeyValueStore;
  leases: Leases;
  clock: Clock;
}): OrderHabitsOf {
  return createChannelSettings<OrderHabits & { readonly by: string }>({ ...deps, name: 'settings' });
}
