// Reads the messages of a channel, of a thread or of a direct message, page by page: after a lost answer they show whether one of
// ours is there. Called by outbound.ts.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';

export type Thread = { readonly channel: string; readonly threadTs: string; readonly sinceMs?: number };

/** `sinceMs`: when it was posted at the earliest, by our clock. A thread is short, and without it is read from its beginning. */
export type SearchPlace =
  | Thread
  | ({ readonly sinceMs: number; readonly threadTs?: undefined } & (
      | { readonly channel: string }
      | { readonly userId: string; readonly channel?: undefined }
    ));

/**
 * A search for a lost message starts this much before it can have been posted, because Slack dates messages by its own clock.
 * Signatures of Slack fail when ours differs by five minutes.
 */
export const SLACK_CLOCK_SKEW_MS = 6 * 60_000;

/** `limited` makes each call, and may wait out a limit of Slack's. The generator rejects with Slack's errors. */
export function createMessageReader(
  client: WebClient,
  { clock, limited }: { clock: Clock; limited: <Answer>(call: () => Promise<Answer>) => Promise<Answer> },
) {
  return async function* (channel: string, place: Pick<SearchPlace, 'sinceMs' | 'threadTs'>) {
    const { sinceMs, threadTs } = place;
    // By a clock that was set back since, `sinceMs` may still be to come.
    const oldestMs = sinceMs === undefined ? 0 : Math.min(sinceMs, clock.now()) - SLACK_CLOCK_SKEW_MS;
    let cursor: string | undefined;
    do {
      const options = {
        channel,
        oldest: (oldestMs / 1000).toFixed(6),
        include_all_metadata: true,
        limit: 200,
        ...(cursor ? { cursor } : {}),
      };
      const page = await limited(() =>
        threadTs
          ? client.conversations.replies({ ...options, ts: threadTs })
          : client.conversations.history(options),
      );
      yield* page.messages ?? [];
      cursor = page.response_metadata?.next_cursor || undefined;
    } while (cursor);
  };
}
