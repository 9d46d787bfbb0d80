/// <reference lib="dom" />
// Which messages stand where: a channel's timeline and a thread, with what only the reader sees, in order of time.
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import type { Desk } from './desk.ts';
import { h, type Keyed } from './dom.ts';
import { messageNode, readerOf } from './message.ts';
import { dayOf } from './moments.ts';

/** Messages by one writer within this are drawn as one. */
const TOGETHER_S = 300;

export type Timeline = {
  /** What a channel shows. */
  channel(channel: string): Keyed[];
  /** A parent and its replies. */
  thread(channel: string, ts: string): Keyed[];
};

/** Remembers which of the notes the reader has dismissed. */
export function createTimeline(desk: Desk): Timeline {
  const dismissed = new Set<string>();
  const seen = (list: readonly Ephemeral[]) => list.filter(({ ts }) => !dismissed.has(ts));

  function ephemerals(channel: string, thread: string | undefined): Ephemeral[] {
    return seen(desk.screen().ephemerals).filter(
      (note) => note.channel === channel && note.thread_ts === thread,
    );
  }

  function dismiss(ts: string) {
    dismissed.add(ts);
    desk.go({});
  }

  function drawn(messages: readonly (Message | Ephemeral)[], isInThread: boolean): Keyed[] {
    const { me } = desk.here();
    const sorted = messages.toSorted((one, other) => Number(one.ts) - Number(other.ts));
    return sorted.flatMap((message, index): Keyed[] => {
      const before = sorted[index - 1];
      const replies = isInThread ? [] : repliesTo(desk, message);
      // The first reply stands apart from what it replies to.
      const isFirstReply = isInThread && index === 1;
      const isCompact =
        before !== undefined && !isFirstReply && follows(message, before) && replies.length === 0;
      const last = replies.at(-1)?.ts;
      const names = desk.screen().conversations.length;
      const sign = JSON.stringify([message, isCompact, replies.length, last, me, names]);
      const onDismiss = 'type' in message ? undefined : () => dismiss(message.ts);
      const shown = { message, isCompact, replies, isInThread, ...(onDismiss && { onDismiss }) };
      const node = { key: `${message.channel} ${message.ts}`, sign, build: () => messageNode(desk, shown) };
      return [...(isFirstReply ? [count(sorted.length - 1)] : day(message, before, isInThread)), node];
    });
  }

  function day(message: Message | Ephemeral, before: Message | Ephemeral | undefined, isInThread: boolean) {
    if (isInThread) return [];
    const reader = readerOf(desk);
    const words = dayOf(Number(message.ts) * 1000, reader);
    if (before && dayOf(Number(before.ts) * 1000, reader) === words) return [];
    const build = () => h('p', { class: 'day' }, h('span', {}, words));
    return [{ key: `day ${message.ts}`, sign: words, build }];
  }

  return {
    channel(channel) {
      const timeline = (desk.screen().messages[channel] ?? []).filter(
        (message) => message.thread_ts === undefined || message.subtype === 'thread_broadcast',
      );
      return drawn([...timeline, ...ephemerals(channel, undefined)], false);
    },

    thread(channel, ts) {
      const messages = (desk.screen().messages[channel] ?? []).filter(
        (message) => message.ts === ts || message.thread_ts === ts,
      );
      return drawn([...messages, ...ephemerals(channel, ts)], true);
    },
  };
}

function count(replies: number): Keyed {
  const words = replies === 1 ? '1 reply' : `${replies} replies`;
  return { key: 'count', sign: words, build: () => h('p', { class: 'day count' }, h('span', {}, words)) };
}

function repliesTo(desk: Desk, message: Message | Ephemeral): Message[] {
  const all = desk.screen().messages[message.channel] ?? [];
  return 'type' in message ? all.filter((reply) => reply.thread_ts === message.ts) : [];
}

function follows(message: Message | Ephemeral, before: Message | Ephemeral): boolean {
  if (!('type' in message) || !('type' in before) || message.subtype || before.subtype) return false;
  return message.user === before.user && Number(message.ts) - Number(before.ts) < TOGETHER_S;
}
