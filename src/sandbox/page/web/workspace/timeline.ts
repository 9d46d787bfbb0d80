// Which messages stand where: a channel's timeline and a thread, with what only the reader sees, in order of time.
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { dayOf } from '#sandbox/page/web/state/dates.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { MessageArticle } from './message.ts';

/** Messages by one writer within this are drawn as one. */
const TOGETHER_S = 300;

const NO_MESSAGES = {};

/** A channel's timeline, or with `thread` a parent and its replies. The list is the same as long as its messages are. */
export function useTimeline(reader: Reader, channel: string, thread?: string): readonly JSX.Element[] {
  const messages = usePart(({ screen }) => screen.messages[channel] ?? NO_MESSAGES);
  const ephemerals = usePart(({ screen }) => screen.ephemerals);
  const dismissed = usePart((state) => state.dismissed);
  return useMemo(() => {
    const all: readonly Message[] = Object.values(messages);
    const own = ephemerals.filter(
      (note) => note.channel === channel && note.thread_ts === thread && !dismissed.has(note.ts),
    );
    if (thread !== undefined) {
      const shown = all.filter(({ ts, thread_ts }) => ts === thread || thread_ts === thread);
      return drawn(reader, [...shown, ...own], undefined);
    }
    const shown = all.filter(
      ({ thread_ts, subtype }) => thread_ts === undefined || subtype === 'thread_broadcast',
    );
    return drawn(reader, [...shown, ...own], repliesIn(all));
  }, [reader, messages, ephemerals, dismissed, channel, thread]);
}

/** By the parent's `ts`, oldest first. */
function repliesIn(messages: readonly Message[]): ReadonlyMap<string | undefined, readonly Message[]> {
  return Map.groupBy(
    messages.toSorted((one, other) => Number(one.ts) - Number(other.ts)),
    ({ thread_ts }) => thread_ts,
  );
}

/** Without `replies` it is a thread that is drawn. */
function drawn(
  reader: Reader,
  messages: readonly (Message | Ephemeral)[],
  replies: ReturnType<typeof repliesIn> | undefined,
): JSX.Element[] {
  const sorted = messages.toSorted((one, other) => Number(one.ts) - Number(other.ts));
  let lastDay = '';
  return sorted.flatMap((message, index) => {
    const { ts } = message;
    const before = sorted[index - 1];
    const own = 'type' in message ? (replies?.get(ts) ?? []) : [];
    const isInThread = replies === undefined;
    // The first reply stands apart from what it replies to.
    const isFirstReply = isInThread && index === 1;
    const article = h(MessageArticle, {
      key: ts,
      reader,
      message,
      isInThread,
      isCompact: before !== undefined && !isFirstReply && follows(message, before) && own.length === 0,
      replyCount: own.length,
      lastReply: own.at(-1)?.ts,
      repliers: [...new Set(own.map(({ user }) => user))].slice(0, 3).join(' '),
    });
    if (isFirstReply) return [replyCount(sorted.length - 1), article];
    if (isInThread) return [article];
    const day = dayOf(Number(ts) * 1000, { zone: reader.zone, now: reader.now() });
    if (day === lastDay) return [article];
    lastDay = day;
    return [h('p', { class: 'day', key: `day ${ts}` }, h('span', null, day)), article];
  });
}

function replyCount(replies: number): JSX.Element {
  const words = replies === 1 ? '1 reply' : `${replies} replies`;
  return h('p', { class: 'day count', key: 'count' }, h('span', null, words));
}

function follows(message: Message | Ephemeral, before: Message | Ephemeral): boolean {
  if (!('type' in message) || !('type' in before) || message.subtype || before.subtype) return false;
  return message.user === before.user && Number(message.ts) - Number(before.ts) < TOGETHER_S;
}
