// Slack delivers an event up to four times, and to any replica: whether this is the delivery that is answered.
import type { ListenerDeps } from './guard.ts';

/** Slack's last repeat of an event comes five minutes after the first delivery. */
export const REPEATS_MS = 15 * 60_000;

/**
 * `id` is that of `eventIdOf`, `type` goes to the log. True for one delivery at one replica. While the store is down every
 * delivery is answered.
 */
export type IsFirstDelivery = (id: string, type: string) => Promise<boolean>;

/** Slack's id of the event, or should it come without one, that of the message that it is about. */
export function eventIdOf(body: {
  readonly event_id?: string;
  readonly event: { readonly type: string; readonly channel: string; readonly ts: string };
}): string {
  const { type, channel, ts } = body.event;
  return body.event_id || `${type}-${channel}-${ts}`;
}

export function createIsFirstDelivery(deps: Pick<ListenerDeps, 'leases' | 'reporter'>): IsFirstDelivery {
  const { leases, reporter } = deps;
  return async (id, type) => {
    try {
      return (await leases.acquire(`event:${id}`, REPEATS_MS)) !== undefined;
    } catch (err) {
      reporter.warn('a repeated event cannot be told from a new one', { err, event: type });
      return true;
    }
  };
}
