// A person writes messages, mentions the app, and opens its Home or its Messages tab.
import { randomUUID } from 'node:crypto';
import { composed } from './composer.ts';
import type { Ack } from './delivery.ts';
import type { EventOptions } from './events.ts';
import { type AckResult, channelFor, type Line, sent, slackNote } from './line.ts';
import { messageJson, postMessage } from './messages.ts';
import { viewJson } from './modals.ts';
import type { Message, User } from './model.ts';
import { isIn } from './places.ts';
import { directMessage } from './seeds.ts';

export type MentionOptions = EventOptions & { thread_ts?: string };

export type PersonSpeech = {
  /** `text` is what the person types; Slack makes links of addresses and escapes the rest. */
  say(channel: string, text: string, options?: { thread_ts?: string }): Message;
  /** Posts `@Teller text` and tells the app; where the bot is not a member, Slack tells the person instead. */
  mention(
    channel: string,
    text: string,
    options?: MentionOptions,
  ): Promise<{ message: Message; acks: AckResult[] }>;
  /** Comes to the app's Home tab, or to the Messages tab beside it. */
  openHome(options?: EventOptions & { tab?: 'home' | 'messages' }): Promise<AckResult>;
};

export function createPersonSpeech(line: Line, user: User): PersonSpeech {
  const { world, events } = line;

  function write(channelId: string, text: string, threadTs: string | undefined): Message {
    const channel = channelFor(world, user, channelId);
    return postMessage(world, channel, {
      user: user.id,
      ...composed(text, world.secret().slice(0, 5)),
      client_msg_id: randomUUID(),
      thread_ts: threadTs,
    });
  }

  return {
    say: (channel, text, { thread_ts } = {}) => structuredClone(write(channel, text, thread_ts)),

    async mention(channelId, text, { thread_ts, ...options } = {}) {
      const mark = `<@${world.app.botUserId}>`;
      const message = write(channelId, text.includes(mark) ? text : `${mark} ${text}`.trim(), thread_ts);
      const channel = channelFor(world, user, channelId);
      if (!isIn(world, channel)) {
        slackNote(
          world,
          user,
          channel,
          `You mentioned <@${world.app.botUserId}>, but they're not in this channel.`,
        );
        return { message: structuredClone(message), acks: [] };
      }
      const event = {
        ...messageJson(world, message),
        type: 'app_mention',
        channel: message.channel,
        event_ts: message.ts,
      };
      const acks = await events.send(event, options);
      return { message: structuredClone(message), acks: acks.map(sent) };
    },

    async openHome({ tab = 'home', ...options } = {}) {
      const home = tab === 'home' ? world.homes.get(user.id) : undefined;
      const event = {
        type: 'app_home_opened',
        user: user.id,
        channel: directMessage(world, user.id).id,
        tab,
        event_ts: world.nextTs(),
        ...(home && { view: viewJson(home) }),
      };
      const [first] = await events.send(event, options);
      return sent(first ?? noAck);
    },
  };
}

const noAck: Ack = { status: 0, body: '', ms: 0 };
