// Slack delivers an event up to four times, and to any replica: whether this is the delivery that is answered.
import type { ListenerDeps } from './guard.ts';

/** Slack's last repeat of an event comes five minutes after the first delivery. */
const REPEATS_MS = 15 * 60_000;

/** True for one delivery at one replica. While the store is down every delivery is answered. */
export type IsFirstDelivery = (event: {
  readonly event_id: string;
  readonly event: { readonly type: string };
}) => Promise<boolean>;

export function createIsFirstDelivery(deps: Pick<ListenerDeps, 'leases' | 'reporter'>): IsFirstDelivery {
  const { leases, reporter } = deps;
  return async ({ event_id, event }) => {
    try {
      return (await leases.acquire(`event:${event_id}`, REPEATS_MS)) !== undefined;
    } catch (err) {
      reporter.warn('a repeated event cannot be told from a new one', { err, event: event.type });
      return true;
    }
  };
}
