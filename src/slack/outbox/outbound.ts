// Only this file posts to Slack. A result says whether the call worked, failed, or may have worked.
import { randomUUID } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import { afterShortLimit, againIfLost } from '#slack/bolt/clients.ts';
import { errorIn, type PostFailure, postFailureOf } from '#slack/bolt/errors.ts';
import type { BotIdentity } from '#slack/bolt/identity.ts';
import type { MessageBlock } from '#slack/ui/blocks.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/ui/message.ts';
import type { ChannelPaces } from './rate-limit.ts';

export type Posted =
  | { readonly status: 'posted'; readonly channel: string; readonly ts: string }
  | PostFailure;

export type Place = { readonly channel: string; readonly threadTs?: string | undefined };
type Thread = { readonly channel: string; readonly threadTs: string };
/** With a person's id, the direct messages with them. */
export type Destination =
  | Place
  | { readonly userId: string; readonly channel?: undefined; readonly threadTs?: undefined };
/** `sinceMs`: the earliest time of the message by our clock. Only a thread is short enough to be read without. */
type SearchPlace = Destination & { readonly sinceMs?: number };

export type Message = Place & {
  readonly toChannel?: boolean;
  /** Posted at once even in a busy channel. */
  readonly isAwaited?: boolean;
  /** Goes before all else that waits in a busy channel. */
  readonly isMoney?: boolean;
  readonly text: string;
  readonly blocks: readonly MessageBlock[];
  readonly metadata: MessageMetadata;
};

export type Draft = Omit<Message, keyof Place>;

/** `news` names one message about the order. Other apps can read this, so nothing personal goes in. */
export type MessageMetadata = { readonly reference: string; readonly news: string };

export type Outbound = ReturnType<typeof createOutbound>;
export type Found = Awaited<ReturnType<Outbound['findOwn']>>;
export type OutboundFor = (confirm?: () => Promise<void>) => Outbound;

const METADATA_TYPE = 'teller_order';

/** Slack dates messages by its own clock. Its signatures fail when ours differs by five minutes. */
export const SLACK_CLOCK_SKEW_MS = 6 * 60_000;

/**
 * Answers to people (`isAnswering`) wait for no turn. `confirm`, of a claim or a lease, comes right before each post or edit.
 * `client` must not repeat calls, or a message whose answer was lost is posted twice.
 */
export function createOutbound(
  client: WebClient,
  options: {
    clock: Clock;
    paces: ChannelPaces;
    confirm?: (() => Promise<void>) | undefined;
    isAnswering?: boolean;
  },
) {
  const { clock, paces, confirm = async () => {}, isAnswering = false } = options;
  const limited = <Answer>(call: () => Promise<Answer>) =>
    isAnswering ? afterShortLimit(clock, call) : call();

  async function resultOf(call: Promise<{ ts?: string }>, channel: string): Promise<Posted> {
    try {
      const { ts } = await call;
      if (ts) return { status: 'posted', channel, ts };
      return { status: 'unknown', error: new Error('Slack answered without a ts') };
    } catch (error) {
      return postFailureOf(error);
    }
  }

  async function post(message: Message): Promise<Posted> {
    const { channel, threadTs, toChannel = false, isAwaited = false, isMoney = false } = message;
    const waitMs = isAwaited || isAnswering ? 0 : paces.tryTurn(channel, isMoney);
    if (waitMs > 0) return { status: 'rate_limited', retryAfterMs: waitMs };
    await confirm();
    const call = {
      ...{ channel, ...shownBy(message), unfurl_links: false, unfurl_media: false },
      ...(threadTs ? { thread_ts: threadTs, reply_broadcast: toChannel } : {}),
    } as Parameters<typeof client.chat.postMessage>[0];
    const answer = limited(() => client.chat.postMessage(call));
    const posted = await resultOf(answer, channel);
    if (posted.status === 'rate_limited') paces.limited(channel, posted.retryAfterMs);
    return posted;
  }

  async function openDirectMessage(userId: string): Promise<string> {
    const opened = await limited(() => client.conversations.open({ users: userId }));
    if (!opened.channel?.id) throw new Error('Slack opened no direct message');
    return opened.channel.id;
  }

  async function* readMessages(channel: string, { sinceMs, threadTs }: SearchPlace) {
    // By a clock that was set back since, `sinceMs` may still be to come.
    const oldestMs = sinceMs === undefined ? 0 : Math.min(sinceMs, clock.now()) - SLACK_CLOCK_SKEW_MS;
    const oldest = (oldestMs / 1000).toFixed(6);
    let cursor: string | undefined;
    do {
      const call = { channel, oldest, include_all_metadata: true, limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await limited(() =>
        threadTs
          ? client.conversations.replies({ ...call, ts: threadTs })
          : client.conversations.history(call),
      );
      yield* page.messages ?? [];
      cursor = page.response_metadata?.next_cursor;
    } while (cursor);
  }

  /** `messages`: the ts by the `news` in its metadata. `texts`: what each says, by its ts. */
  async function readOwn(place: SearchPlace, reference: string) {
    const messages = new Map<string, string>();
    const texts = new Map<string, string>();
    const channel = place.channel ?? (await openDirectMessage(place.userId));
    for await (const { metadata, ts, text = '' } of readMessages(channel, place)) {
      if (!ts || metadata?.event_type !== METADATA_TYPE) continue;
      const payload = metadata.event_payload as Partial<MessageMetadata> | undefined;
      if (!payload?.news || payload.reference !== reference) continue;
      messages.set(payload.news, ts);
      texts.set(ts, text);
    }
    return { status: 'found' as const, messages, texts, channel };
  }

  async function readUpload(place: Thread, filename: string) {
    for await (const { files = [] } of readMessages(place.channel, place))
      if (files.some(({ name }) => name === filename)) return { status: 'found' } as const;
    return { status: 'missing' } as const;
  }

  return {
    post,
    async update(ts: string, message: Message): Promise<Posted> {
      await confirm();
      const { channel } = message;
      return resultOf(client.chat.update({ channel, ts, ...shownBy(message) }), channel);
    },
    async postToPerson(userId: string, message: Draft): Promise<Posted> {
      const channel = await openDirectMessage(userId).catch(postFailureOf);
      return typeof channel === 'string' ? post({ ...message, channel }) : channel;
    },
    /** Rejects with Slack's error. */
    async postEphemeral(userId: string, message: Omit<Message, 'metadata'>): Promise<void> {
      const { channel, threadTs, text, blocks } = message;
      const thread = threadTs ? { thread_ts: threadTs } : {};
      const call = { channel, user: userId, ...thread, text, blocks: [...blocks] };
      // Outermost, so that however Slack answers it is shown twice at most.
      await againIfLost(() => limited(() => client.chat.postEphemeral(call)));
    },
    /** The bot must be in the channel. */
    async uploadInThread(upload: Thread & { filename: string; title: string; content: Buffer }) {
      const { channel, threadTs, filename, title, content } = upload;
      await confirm();
      return client.files
        .uploadV2({ channel_id: channel, thread_ts: threadTs, filename, title, file: content })
        .then(() => ({ status: 'uploaded' }) as const, postFailureOf);
    },
    findOwn: (place: SearchPlace, reference: string) => readOwn(place, reference).catch(postFailureOf),
    findUpload: (place: Thread, filename: string) => readUpload(place, filename).catch(postFailureOf),
    async permalink(channel: string, ts: string): Promise<string | undefined> {
      const answer = await client.chat.getPermalink({ channel, message_ts: ts }).catch(() => undefined);
      return answer?.permalink;
    },
  };
}

function shownBy({ text, blocks, metadata }: Message) {
  const event = { event_type: METADATA_TYPE, event_payload: { ...metadata } };
  return { text, blocks: [...blocks], metadata: event };
}

export function postTo(outbound: Outbound, to: Destination, message: Draft): Promise<Posted> {
  return 'userId' in to ? outbound.postToPerson(to.userId, message) : outbound.post({ ...to, ...message });
}

export type Replies = ReturnType<typeof createReplies>;

/** In place of an order's reference, in metadata. */
export const ANSWER = 'answer';

type Deps = { readonly outbound: Outbound; readonly clock: Clock };

export function createReplies(deps: Deps) {
  const post = (to: Destination, content: MessageContent, news: string) =>
    postOrFind(deps, to, { ...content, metadata: { reference: ANSWER, news } });

  // When Slack's answer was lost and the message is not there, it is posted once more.
  async function answer(to: Destination, content: MessageContent, news: string) {
    let posted = await post(to, content, news);
    if (posted.status === 'unknown') posted = await post(to, content, news);
    if (posted.status !== 'posted')
      throw new Error('an answer could not be posted in a direct message', { cause: errorIn(posted) });
  }

  return {
    directly(userId: string): Reply {
      return (content) => answer({ userId }, contentOf(content), randomUUID());
    },
    ephemerally(place: Place, userId: string): Reply {
      return (content) => deps.outbound.postEphemeral(userId, { ...place, ...contentOf(content) });
    },
    /** `answers`: the event's id. Further messages have other names, so that none is taken for the one before. */
    inDirectMessage(place: Place, answers: string): Reply {
      let count = 0;
      return (content) => {
        count += 1;
        return answer(place, contentOf(content), count === 1 ? answers : `${answers}-${count}`);
      };
    },
    /** For everybody. False when Slack did not take the message. */
    inThread: async (place: Place, content: MessageContent, answers: string): Promise<boolean> =>
      (await post(place, content, answers)).status === 'posted',
  };
}

/** Looks for the message when Slack's answer was lost. */
export async function postOrFind(deps: Deps, to: Destination, message: Draft): Promise<Posted> {
  const { outbound, clock } = deps;
  const { reference, news } = message.metadata;
  const sinceMs = clock.now();
  const posted = await postTo(outbound, to, message);
  if (posted.status !== 'unknown') return posted;
  const found = await outbound.findOwn({ ...to, sinceMs }, reference);
  const ts = found.status === 'found' && found.messages.get(news);
  return ts ? { status: 'posted', channel: found.channel, ts } : posted;
}

/** `direct`: posted to a person instead. `undeliverable`: given up. */
export type Outcome = 'posted' | 'direct' | 'limited' | 'unknown' | 'undeliverable';

export type ReportDelivery = ReturnType<typeof createDeliveryReport>;

export function retriedOutcome(failure: PostFailure): Outcome {
  return failure.status === 'rate_limited' ? 'limited' : 'unknown';
}

export function createDeliveryReport(deps: {
  announced: (kind: string, outcome: string, about: { reference: string; at?: number }) => void;
  identity: Pick<BotIdentity, 'recheck'>;
  reporter: Reporter;
}) {
  return (kind: string, outcome: Outcome, of: { reference: string; at?: number }, error?: unknown) => {
    deps.announced(kind, outcome, of);
    // A revoked token shows here first; asking Slack again makes /readyz say so.
    if (outcome === 'unknown') deps.identity.recheck();
    const about = { err: error, reference: of.reference, kind, outcome };
    if (error) deps.reporter.warn('an announcement could not be delivered as usual', about);
  };
}
