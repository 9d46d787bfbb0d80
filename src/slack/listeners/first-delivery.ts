// Slack delivers a message up to four times, to any replica, and one in a direct message also as a mention: whether this is the
// delivery that is answered.
import type { ListenerDeps } from './guard.ts';

/** Slack's last repeat of an event comes five minutes after the first delivery. */
export const REPEATS_MS = 15 * 60_000;

/**
 * `id` is that of `messageIdOf`, `type` goes to the log. True for one delivery at one replica. While the store is down every
 * delivery is answered.
 */
export type IsFirstDelivery = (id: string, type: string) => Promise<boolean>;

/** Each event about a message has an id of its own, but they share what tells the message from all others. */
export function messageIdOf({ channel, ts }: { readonly channel: string; readonly ts: string }): string {
  return `${channel}-${ts}`;
}

export function createIsFirstDelivery(deps: Pick<ListenerDeps, 'leases' | 'reporter'>): IsFirstDelivery {
  const { leases, reporter } = deps;
  return async (id, type) => {
    try {
      return (await leases.acquire(`message:${id}`, REPEATS_MS)) !== undefined;
    } catch (err) {
      reporter.warn('a repeated event cannot be recognised', { err, event: type });
      return true;
    }
  };
}
