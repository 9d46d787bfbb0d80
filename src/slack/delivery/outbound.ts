// The only file that posts messages and files to Slack. Nothing is repeated here: the result says whether the call worked,
// failed, or may have worked.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { MessageBlock } from '#slack/cards/blocks.ts';
import { createMessageReader, type SearchPlace, type Thread } from './message-reader.ts';
import { type PostFailure, postFailureOf } from './post-failure.ts';
import type { ChannelPaces } from './rate-limit.ts';
import { afterShortLimit, againIfLost } from './short-limit.ts';

export type Posted =
  | { readonly status: 'posted'; readonly channel: string; readonly ts: string }
  | PostFailure;

/** A channel, and the root message of a thread in it. */
export type Place = { readonly channel: string; readonly threadTs?: string | undefined };

/**
 * `messages`: Slack's id (ts) of each message, by the `news` in its metadata. `texts`: what each says, by its ts. `channel`: where they
 * are.
 */
export type Found =
  | {
      readonly status: 'found';
      readonly messages: ReadonlyMap<string, string>;
      readonly texts: ReadonlyMap<string, string>;
      readonly channel: string;
    }
  | PostFailure;

export type Message = {
  readonly channel: string;
  readonly threadTs?: string | undefined;
  /** A reply in a thread that Slack shows in the channel too. */
  readonly toChannel?: boolean;
  /** Somebody is waiting for it, so it is posted at once even in a busy channel. */
  readonly isAwaited?: boolean;
  /** News of money goes before everything else that waits for its turn in a busy channel. */
  readonly isMoney?: boolean;
  readonly text: string;
  readonly blocks: readonly MessageBlock[];
  /** `findOwn` finds the message by it. Other apps can read it, so nothing personal goes in. */
  readonly metadata: MessageMetadata;
};

/** `news` names one message of the order: the announcement's id, or `card`. */
export type MessageMetadata = { readonly reference: string; readonly news: string };

type Upload = {
  readonly channel: string;
  readonly threadTs: string;
  /** The file's name when somebody downloads it. */
  readonly filename: string;
  /** The file's name in Slack. */
  readonly title: string;
  readonly content: Buffer;
};

/**
 * Of Slack's failures only `postEphemeral` rejects; the others resolve to a `PostFailure`, or undefined for `permalink`.
 * When the claim is lost under which they post, `post`, `update`, `postToPerson` and `uploadInThread` reject.
 */
export type Outbound = {
  post(message: Message): Promise<Posted>;
  /** Replaces the message with this `ts`. */
  update(ts: string, message: Message): Promise<Posted>;
  /** A direct message. */
  postToPerson(userId: string, message: Omit<Message, 'channel' | 'threadTs'>): Promise<Posted>;
  /** A message that only one person sees. Rejects with Slack's error. */
  postEphemeral(userId: string, message: Omit<Message, 'metadata'>): Promise<void>;
  /** A file as a reply in a thread; the bot must be in the channel. */
  uploadInThread(upload: Upload): Promise<{ readonly status: 'uploaded' } | PostFailure>;
  /**
   * Our own messages about an order: in a channel, in a thread of it, or in the direct messages with a person. After a lost
   * answer they show whether the message is there.
   */
  findOwn(place: SearchPlace, reference: string): Promise<Found>;
  /** Whether a file of this name was uploaded into the thread. */
  findUpload(
    place: Thread,
    filename: string,
  ): Promise<{ readonly status: 'found' } | { readonly status: 'missing' } | PostFailure>;
  /** The address of a message, for people; undefined when Slack does not say. Never rejects. */
  permalink(channel: string, ts: string): Promise<string | undefined>;
};

/** Posts only while `confirm`, that of a claim or a lease, resolves. */
export type OutboundFor = (confirm?: () => Promise<void>) => Outbound;

const METADATA_TYPE = 'teller_order';

/**
 * Announcements wait for their turn by `paces`; answers to people do not, and with `isAnswering` wait out a short limit of Slack's.
 * `confirm` is that of the claim under which messages are posted (see HeldClaim): the call comes right before each is posted or
 * edited, and what it rejects with is passed on.
 * `client` must neither repeat calls nor wait out rate limits by itself, or a message whose answer was lost is posted twice.
 */
export function createOutbound(
  client: WebClient,
  how: {
    clock: Clock;
    paces: ChannelPaces;
    confirm?: (() => Promise<void>) | undefined;
    isAnswering?: boolean;
  },
): Outbound {
  const { clock, paces, confirm = async () => {}, isAnswering = false } = how;
  const limited = <Answer>(call: () => Promise<Answer>) =>
    isAnswering ? afterShortLimit(clock, call) : call();
  const read = createMessageReader(client, { clock, limited });

  async function resultOf(call: Promise<{ ts?: string }>, channel: string): Promise<Posted> {
    try {
      const { ts } = await call;
      return ts
        ? { status: 'posted', channel, ts }
        : { status: 'unknown', error: new Error('Slack answered without a ts') };
    } catch (error) {
      return postFailureOf(error);
    }
  }

  async function post(message: Message): Promise<Posted> {
    const isAwaited = message.isAwaited || isAnswering;
    const waitMs = isAwaited ? 0 : paces.tryTurn(message.channel, message.isMoney ?? false);
    if (waitMs > 0) return { status: 'rate_limited', retryAfterMs: waitMs };
    await confirm();
    const options = {
      channel: message.channel,
      text: message.text,
      blocks: [...message.blocks],
      metadata: metadataFor(message.metadata),
      unfurl_links: false,
      unfurl_media: false,
      ...(message.threadTs
        ? { thread_ts: message.threadTs, reply_broadcast: message.toChannel ?? false }
        : {}),
    } as Parameters<typeof client.chat.postMessage>[0];
    const posted = await resultOf(
      limited(() => client.chat.postMessage(options)),
      message.channel,
    );
    if (posted.status === 'rate_limited') paces.limited(message.channel, posted.retryAfterMs);
    return posted;
  }

  async function directMessageChannel(userId: string): Promise<string> {
    const opened = await limited(() => client.conversations.open({ users: userId }));
    if (!opened.channel?.id) throw new Error('Slack opened no direct message');
    return opened.channel.id;
  }

  async function readOwn(place: SearchPlace, reference: string): Promise<Found> {
    const messages = new Map<string, string>();
    const texts = new Map<string, string>();
    const channel = place.channel ?? (await directMessageChannel(place.userId));
    for await (const { metadata, ts, text = '' } of read(channel, place)) {
      const payload =
        metadata?.event_type === METADATA_TYPE
          ? (metadata.event_payload as Partial<MessageMetadata>)
          : undefined;
      if (!ts || !payload?.news || payload.reference !== reference) continue;
      messages.set(payload.news, ts);
      texts.set(ts, text);
    }
    return { status: 'found', messages, texts, channel };
  }

  return {
    post,
    async update(ts, message) {
      await confirm();
      return resultOf(
        client.chat.update({
          channel: message.channel,
          ts,
          text: message.text,
          blocks: [...message.blocks],
          metadata: metadataFor(message.metadata),
        }),
        message.channel,
      );
    },
    async postToPerson(userId, message) {
      const channel = await directMessageChannel(userId).catch(postFailureOf);
      return typeof channel === 'string' ? post({ ...message, channel }) : channel;
    },
    async postEphemeral(userId, { channel, threadTs, text, blocks }) {
      const thread = threadTs ? { thread_ts: threadTs } : {};
      const options = { channel, user: userId, ...thread, text, blocks: [...blocks] };
      // Outermost, so that however Slack answers it is shown twice at most.
      await againIfLost(() => limited(() => client.chat.postEphemeral(options)));
    },
    async uploadInThread({ channel, threadTs, filename, title, content }) {
      await confirm();
      try {
        await client.files.uploadV2({
          channel_id: channel,
          thread_ts: threadTs,
          filename,
          title,
          file: content,
        });
        return { status: 'uploaded' };
      } catch (error) {
        return postFailureOf(error);
      }
    },
    async findOwn(place, reference) {
      try {
        return await readOwn(place, reference);
      } catch (error) {
        return postFailureOf(error);
      }
    },
    async findUpload(place, filename) {
      try {
        for await (const { files = [] } of read(place.channel, place))
          if (files.some(({ name }) => name === filename)) return { status: 'found' };
        return { status: 'missing' };
      } catch (error) {
        return postFailureOf(error);
      }
    },
    permalink: (channel, ts) =>
      client.chat.getPermalink({ channel, message_ts: ts }).then(
        ({ permalink }) => permalink,
        () => undefined,
      ),
  };
}

function metadataFor(metadata: MessageMetadata) {
  return { event_type: METADATA_TYPE, event_payload: { ...metadata } };
}
