// A person writes messages, mentions the app, and opens its Home or its Messages tab.
import { randomUUID } from 'node:crypto';
import type { Ack } from '#sandbox/slack/delivery/envelope.ts';
import { type AckResult, sent } from '#sandbox/slack/delivery/envelope.ts';
import type { EventOptions } from '#sandbox/slack/delivery/events.ts';
import { newMessageEvent } from '#sandbox/slack/delivery/message-events.ts';
import type { Fields } from '#sandbox/slack/json.ts';
import { isIn } from '#sandbox/slack/state/channel-access.ts';
import { directMessage } from '#sandbox/slack/state/fixtures.ts';
import { editMessage, findMessage, messageJson, postMessage } from '#sandbox/slack/state/messages.ts';
import { viewJson } from '#sandbox/slack/state/modals.ts';
import type { ForwardedMessage, Message, User } from '#sandbox/slack/state/model.ts';
import { channelFor, type Dispatch, slackNote } from './dispatch.ts';
import { toRichText } from './rich-text.ts';

/** `copies` and `retryNum` are about the event that the app gets of a mention, or of a direct message. */
export type SpeechOptions = EventOptions & {
  thread_ts?: string;
  /** With a file, by `/me`, or a reply that is also sent to the channel. */
  subtype?: 'file_share' | 'me_message' | 'thread_broadcast';
  /** Another app's, which posts it in the person's name. */
  bot_id?: string;
  /** The message that is forwarded with these words. */
  forwards?: Message;
};

export type PersonSpeech = {
  /** `text` is what the person types; Slack makes links of addresses and escapes the rest. */
  say(channel: string, text: string, options?: SpeechOptions): Message;
  /** Rewrites a message. Slack sends the app an event once more if it is a mention. */
  edit(message: Message, text: string): void;
  /** Posts `@Teller text` and sends the app an event; where the bot is no member, the person gets a note of Slack's instead. */
  mention(
    channel: string,
    text: string,
    options?: SpeechOptions,
  ): Promise<{ message: Message; acks: AckResult[] }>;
  /** Comes to the app's Home tab, or to the Messages tab beside it. */
  openHome(options?: EventOptions & { tab?: 'home' | 'messages' }): Promise<AckResult>;
};

export function createPersonSpeech(dispatch: Dispatch, user: User): PersonSpeech {
  const { state, events } = dispatch;
  const mark = `<@${state.app.botUserId}>`;

  function mentionEvent(message: Message, eventTs: string): Fields {
    return {
      ...messageJson(state, message),
      type: 'app_mention',
      channel: message.channel,
      event_ts: eventTs,
    };
  }

  function write(
    channelId: string,
    text: string,
    { thread_ts, subtype, bot_id, forwards }: SpeechOptions,
  ): Message {
    const channel = channelFor(state, user, channelId);
    return postMessage(state, channel, {
      user: user.id,
      ...toRichText(text, state.secret().slice(0, 5)),
      client_msg_id: randomUUID(),
      thread_ts,
      subtype,
      bot_id,
      attachments: forwards && [forwarded(forwards)],
    });
  }

  return {
    say(channelId, text, options = {}) {
      const message = write(channelId, text, options);
      // Before the app has said where it is reached, Slack has nobody to tell.
      if (state.channels.get(message.channel)?.kind === 'im')
        events.send(newMessageEvent(state, message), options).catch(() => undefined);
      return structuredClone(message);
    },

    edit({ channel: channelId, ts }, text) {
      const message = findMessage(state, channelFor(state, user, channelId), ts);
      if (message?.user !== user.id) throw new Error('That message is not there, or somebody else’s.');
      editMessage(state, message, toRichText(text, state.secret().slice(0, 5)), user.id);
      const channel = channelFor(state, user, channelId);
      const hears = channel.kind !== 'im' && isIn(state, channel) && text.includes(mark);
      if (hears) events.send(mentionEvent(message, state.nextTs())).catch(() => undefined);
    },

    async mention(channelId, text, options = {}) {
      const message = write(channelId, text.includes(mark) ? text : `${mark} ${text}`.trim(), options);
      const channel = channelFor(state, user, channelId);
      // In a direct message Slack sends no app_mention.
      if (channel.kind === 'im') {
        const deliveries = await events.send(newMessageEvent(state, message), options);
        return { message: structuredClone(message), acks: deliveries.map(sent) };
      }
      if (!isIn(state, channel)) {
        slackNote(
          state,
          user,
          channel,
          `You mentioned <@${state.app.botUserId}>, but they're not in this channel.`,
        );
        return { message: structuredClone(message), acks: [] };
      }
      const acks = await events.send(mentionEvent(message, message.ts), options);
      return { message: structuredClone(message), acks: acks.map(sent) };
    },

    async openHome({ tab = 'home', ...options } = {}) {
      const home = tab === 'home' ? state.homes.get(user.id) : undefined;
      const event = {
        type: 'app_home_opened',
        user: user.id,
        channel: directMessage(state, user.id).id,
        tab,
        event_ts: state.nextTs(),
        ...(home && { view: viewJson(home) }),
      };
      const [first] = await events.send(event, options);
      return sent(first ?? noAck);
    },
  };
}

function forwarded({ channel, ts, user, text }: Message): ForwardedMessage {
  return { is_share: true, channel_id: channel, ts, author_id: user, text, fallback: text };
}

const noAck: Ack = { status: 0, body: '', ms: 0 };
