// Sends events as Slack does: an event may arrive more than once, and is sent again when it was not accepted.

import type { Scopes } from '#sandbox/slack/api/scopes.ts';
import { asText, type Fields } from '#sandbox/slack/json.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Delivery } from './delivery.ts';
import type { Ack } from './envelope.ts';
import { eventCallback } from './payloads.ts';

export type EventOptions = {
  /** How many times the same event is delivered at once; default 1. */
  copies?: number;
  /** Marks it as a retry: `x-slack-retry-num`, or `retry_attempt` over a socket. */
  retryNum?: number;
  /** The event comes without its `event_id`. */
  isNameless?: boolean;
};

export type Events = {
  /**
   * The answers to each copy. What was not accepted is sent again later, in the background. None when the app has not
   * subscribed to the event or lacks its scope: Slack then does not send it.
   */
  send(event: Fields, options?: EventOptions): Promise<Ack[]>;
  stop(): void;
};

/** Slack sends these only with a scope. */
const SCOPES: Readonly<Record<string, string>> = {
  app_mention: 'app_mentions:read',
  'message.im': 'im:history',
};

/** The name under which an app subscribes to the event. */
function nameOf({ type, channel_type }: Fields): string {
  return type === 'message' ? `message.${asText(channel_type)}` : asText(type);
}

export function createEvents(deps: {
  state: WorkspaceState;
  delivery: Delivery;
  scopes: Pick<Scopes, 'has'>;
  /** The manifest's `bot_events`; undefined: every event. */
  subscribed: readonly string[] | undefined;
  retryDelaysMs: readonly number[];
}): Events {
  const waiting = new Set<NodeJS.Timeout>();

  async function attempt(payload: Fields, retry?: { num: number; reason: string }): Promise<Ack> {
    const ack = await deps.delivery.deliver({ kind: 'events_api', payload, ...(retry && { retry }) });
    const num = (retry?.num ?? 0) + 1;
    const delayMs = deps.retryDelaysMs[num - 1];
    if (ack.problem && delayMs !== undefined) {
      const reason = ack.problem === 'operation_timeout' ? 'http_timeout' : 'http_error';
      later(delayMs, () => attempt(payload, { num, reason }));
    }
    return ack;
  }

  function later(delayMs: number, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void work();
    }, delayMs);
    timer.unref();
    waiting.add(timer);
  }

  return {
    async send(event, { copies = 1, retryNum, isNameless = false } = {}) {
      const name = nameOf(event);
      const scope = SCOPES[name];
      if (deps.subscribed && !deps.subscribed.includes(name)) return [];
      if (scope !== undefined && !deps.scopes.has(scope)) return [];
      const { event_id: id, ...nameless } = eventCallback(deps.state, event);
      const payload = isNameless ? nameless : { ...nameless, event_id: id };
      const retry = retryNum === undefined ? undefined : { num: retryNum, reason: 'http_timeout' };
      return Promise.all(Array.from({ length: copies }, () => attempt(payload, retry)));
    },
    stop() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
