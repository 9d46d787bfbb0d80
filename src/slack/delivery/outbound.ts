// The only file that posts. Each call is made once and says whether it is known to have worked, known not to have, or neither.
import type { KnownBlock } from '@slack/types';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { RateLimit } from './rate-limit.ts';

export type Posted =
  | { readonly done: true; readonly channel: string; readonly ts: string }
  /** Slack asks to wait; nothing was posted. */
  | { readonly done: false; readonly why: 'limited'; readonly retryAfterMs: number }
  /** The answer was lost or makes no sense: it may stand there already. */
  | { readonly done: false; readonly why: 'unknown'; readonly error: unknown }
  /** Slack said no, with its own code; nothing was posted. */
  | { readonly done: false; readonly why: 'refused'; readonly code: string; readonly error: unknown };

export type Uploaded = { readonly done: true } | Exclude<Posted, { done: true }>;

export type Message = {
  readonly channel: string;
  readonly threadTs?: string;
  readonly toChannel?: boolean;
  /** Somebody is waiting for it: it does not wait its turn in a busy channel. */
  readonly isAwaited?: boolean;
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
  /** By which the message is found again; other apps can read it, so it holds nothing personal. */
  readonly metadata: MessageMetadata;
};

export type MessageMetadata = { readonly reference: string; readonly news: string };

export type Upload = {
  readonly channel: string;
  readonly threadTs: string;
  /** What it is called on the reader's disk. */
  readonly filename: string;
  /** What Slack shows. */
  readonly title: string;
  readonly content: Buffer;
};

export type Outbound = {
  post(message: Message): Promise<Posted>;
  update(ts: string, message: Message): Promise<Posted>;
  /** The same words as a direct message to a person. */
  postToPerson(userId: string, message: Omit<Message, 'channel' | 'threadTs'>): Promise<Posted>;
  /** A file as a reply in a thread; the bot must be in the channel. */
  uploadInThread(upload: Upload): Promise<Uploaded>;
  /**
   * Our own messages about an order in a thread, or in the channel since `sinceMs` when there is no thread: news → ts.
   * Rejects when Slack cannot be asked.
   */
  findOwn(
    place: { channel: string; threadTs?: string; sinceMs: number },
    reference: string,
  ): Promise<Map<string, string>>;
  /** The same in the direct message with a person. */
  findOwnWith(userId: string, sinceMs: number, reference: string): Promise<Map<string, string>>;
  /** The address of a message, for people; undefined when Slack does not say. Never rejects. */
  permalink(channel: string, ts: string): Promise<string | undefined>;
};

export const METADATA_TYPE = 'teller_order';

/** How far back before its own time a lost message is searched for: clocks differ. */
export const SLACK_CLOCK_MS = 60_000;

/** Slack's ways of saying "no idea what became of it" with an ok:false. */
const UNCERTAIN_CODES = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** When a 429 does not say how long. */
const DEFAULT_RETRY_MS = 5_000;

/** `pacing` is for news, which can wait; answers to people go without. `client` must neither repeat calls nor wait out rate limits by itself, or a lost answer is posted twice. */
export function createOutbound(client: WebClient, pacing?: RateLimit): Outbound {
  async function post(message: Message): Promise<Posted> {
    if (message.isAwaited) pacing?.jumpTheQueue(message.channel);
    const waitMs = message.isAwaited ? 0 : (pacing?.turn(message.channel) ?? 0);
    if (waitMs > 0) return { done: false, why: 'limited', retryAfterMs: waitMs };
    return outcome(
      client.chat.postMessage({
        channel: message.channel,
        text: message.text,
        blocks: [...message.blocks],
        metadata: metadataOf(message.metadata),
        unfurl_links: false,
        unfurl_media: false,
        ...(message.threadTs
          ? { thread_ts: message.threadTs, reply_broadcast: message.toChannel ?? false }
          : {}),
      } as Parameters<typeof client.chat.postMessage>[0]),
      message.channel,
    );
  }

  async function directMessage(userId: string): Promise<string> {
    const opened = await client.conversations.open({ users: userId });
    if (!opened.channel?.id) throw new Error('Slack opened no direct message');
    return opened.channel.id;
  }

  const findOwn: Outbound['findOwn'] = async (place, reference) => {
    const found = new Map<string, string>();
    let cursor: string | undefined;
    do {
      const options = {
        channel: place.channel,
        oldest: (place.sinceMs / 1000).toFixed(6),
        include_all_metadata: true,
        limit: 200,
        ...(cursor ? { cursor } : {}),
      };
      const page = place.threadTs
        ? await client.conversations.replies({ ...options, ts: place.threadTs })
        : await client.conversations.history(options);
      for (const { metadata, ts } of page.messages ?? []) {
        const payload =
          metadata?.event_type === METADATA_TYPE
            ? (metadata.event_payload as Partial<MessageMetadata>)
            : undefined;
        if (ts && payload?.news && payload.reference === reference) found.set(payload.news, ts);
      }
      cursor = page.response_metadata?.next_cursor || undefined;
    } while (cursor);
    return found;
  };

  return {
    post,
    update: (ts, message) =>
      outcome(
        client.chat.update({
          channel: message.channel,
          ts,
          text: message.text,
          blocks: [...message.blocks],
          metadata: metadataOf(message.metadata),
        }),
        message.channel,
      ),
    async postToPerson(userId, message) {
      try {
        return await post({ ...message, channel: await directMessage(userId) });
      } catch (error) {
        return postFailureOf(error);
      }
    },
    async uploadInThread({ channel, threadTs, filename, title, content }) {
      try {
        await client.files.uploadV2({
          channel_id: channel,
          thread_ts: threadTs,
          filename,
          title,
          file: content,
        });
        return { done: true };
      } catch (error) {
        return postFailureOf(error);
      }
    },
    findOwn,
    findOwnWith: async (userId, sinceMs, reference) =>
      findOwn({ channel: await directMessage(userId), sinceMs }, reference),
    permalink: (channel, ts) =>
      client.chat.getPermalink({ channel, message_ts: ts }).then(
        ({ permalink }) => permalink,
        () => undefined,
      ),
  };
}

function metadataOf(mark: MessageMetadata) {
  return { event_type: METADATA_TYPE, event_payload: { ...mark } };
}

async function outcome(call: Promise<{ ts?: string }>, channel: string): Promise<Posted> {
  try {
    const { ts } = await call;
    return ts
      ? { done: true, channel, ts }
      : { done: false, why: 'unknown', error: new Error('Slack answered without a ts') };
  } catch (error) {
    return postFailureOf(error);
  }
}

/** A web page in place of an answer reaches us as an error whose code is the page. */
function isRefusal(code: string): boolean {
  return /^[a-z0-9_]+$/.test(code) && !UNCERTAIN_CODES.has(code);
}

/** What an error of the Web API says about the call that ended in it. */
export function postFailureOf(error: unknown): Exclude<Posted, { done: true }> {
  if (error instanceof WebAPIRateLimitedError)
    return { done: false, why: 'limited', retryAfterMs: error.retryAfter * 1_000 };
  if (error instanceof WebAPIHTTPError && error.statusCode === 429)
    return { done: false, why: 'limited', retryAfterMs: DEFAULT_RETRY_MS };
  if (error instanceof WebAPIPlatformError && isRefusal(error.data.error)) {
    const code = error.data.error;
    if (code === 'ratelimited') return { done: false, why: 'limited', retryAfterMs: DEFAULT_RETRY_MS };
    return { done: false, why: 'refused', code, error };
  }
  return { done: false, why: 'unknown', error };
}
