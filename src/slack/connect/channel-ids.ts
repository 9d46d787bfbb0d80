// Slack gives a private channel another id when it is shared with another company. Inside Teller every channel keeps the id that
// it had first, because orders, settings and threads are stored under that. On the way to Slack and back the ids are exchanged.
import { z } from 'zod';
import type { Reporter } from '#observability/reporter.ts';
import type { Receive } from './receive.ts';

/** `now`: the id that Slack uses. `at`: when Slack changed it (event_ts). */
type Moved = { readonly now: string; readonly at: string };

const id = z.string().regex(/^[A-Z0-9]{5,}$/);

/** Slack, channel_id_changed event. */
const CHANGE = z.object({
  event: z.object({
    type: z.literal('channel_id_changed'),
    old_channel_id: id,
    new_channel_id: id,
    event_ts: z.string(),
  }),
});

export type ChannelIds = ReturnType<typeof createChannelIds>;

/** `moved`: by the first id of each channel whose id has changed. */
export function createChannelIds(
  moved: {
    list(): Promise<readonly (Moved & { readonly channel: string })[]>;
    of(channel: string): Promise<Moved | undefined>;
    set(channel: string, moved: Moved): Promise<void>;
  },
  reporter: Pick<Reporter, 'error'>,
) {
  let known: Awaited<ReturnType<typeof moved.list>> = [];

  /** Another Teller on the same store may have heard of a change. */
  async function refresh(): Promise<void> {
    known = await moved.list();
  }

  function toSlack(text: string): string {
    return known.reduce((left, { channel, now }) => left.replaceAll(channel, now), text);
  }

  function fromSlack(text: string): string {
    return known.reduce((left, { channel, now }) => left.replaceAll(now, channel), text);
  }

  function within(value: unknown, exchange: (text: string) => string): unknown {
    return known.length === 0 || value === undefined ? value : JSON.parse(exchange(JSON.stringify(value)));
  }

  /** Slack may deliver a change again, also after the next one. */
  async function remember({ event }: z.output<typeof CHANGE>): Promise<void> {
    const channel = fromSlack(event.old_channel_id);
    const before = await moved.of(channel);
    if (before && before.at >= event.event_ts) return;
    await moved.set(channel, { now: event.new_channel_id, at: event.event_ts });
    await refresh();
  }

  return {
    refresh,
    toSlack,

    /** What is received has the ids of Teller, and what answers it those of Slack. A change is acknowledged once it is stored. */
    receiving:
      (receive: Receive): Receive =>
      async ({ payload, ack, refuse }) => {
        const change = CHANGE.safeParse(payload).data;
        try {
          if (change) await remember(change);
        } catch (error) {
          reporter.error(error, { what: 'a Slack request failed' });
          // Slack sends it again.
          return refuse('failed').catch(() => undefined);
        }
        await receive({
          payload: within(payload, fromSlack),
          ack: (answer) => ack(within(answer, toSlack)),
          refuse,
        });
      },

    /** Sends the ids of Slack, and answers with those of Teller. */
    calling:
      (call: typeof fetch): typeof fetch =>
      async (input, init = {}) => {
        const { body } = init;
        if (typeof body !== 'string') return call(input, init);
        const sent = toSlack(body);
        let response = await call(input, { ...init, body: sent });
        let text = await response.text();
        if (text.includes('"channel_not_found"')) {
          await refresh().catch(() => undefined);
          if (toSlack(body) !== sent) {
            response = await call(input, { ...init, body: toSlack(body) });
            text = await response.text();
          }
        }
        const { status, statusText, headers } = response;
        return new Response(fromSlack(text) || null, { status, statusText, headers });
      },
  };
}
