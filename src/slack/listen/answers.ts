// How people are answered, and that each event is answered once.
import type { RespondArguments, RespondFn } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import { untilShown } from '#slack/bolt/clients.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Place } from '#slack/outbox/outbound.ts';
import { type Answer, contentOf, type MessageContent, type Reply } from '#slack/ui/message.ts';

/**
 * Through a response_url: only the person sees it, wherever they are and whether or not the bot is there. `threadTs`: the thread
 * that they read, else it stands in the channel (Slack, Handling user interaction).
 */
export function respondEphemerally(clock: Clock, respond: RespondFn | undefined, threadTs?: string): Reply {
  return async (content) => {
    // Bolt's types say that it is always there; it is not where Slack sent no response_url.
    if (!respond) throw new Error('Slack named no address for the answer');
    const { text, blocks } = contentOf(content);
    const thread = threadTs ? { thread_ts: threadTs } : {};
    const how = { response_type: 'ephemeral', replace_original: false, ...thread };
    await untilShown(clock, () => respond({ ...how, text, blocks } as RespondArguments));
  };
}

/**
 * The thread in which this message is read. Undefined in the channel, and for a reply that was also sent to the channel: Slack
 * does not say where it was pressed, and who reads the channel does not see an answer in the thread.
 */
export function threadOf(message: Readonly<Record<string, unknown>>): string | undefined {
  const { ts, thread_ts: threadTs, subtype } = message;
  return typeof threadTs === 'string' && threadTs !== ts && subtype !== 'thread_broadcast'
    ? threadTs
    : undefined;
}

/** Replies what the work answers; nothing where it has answered otherwise, such as by opening a form. */
export async function replyWith(reply: Reply, answering: Promise<Answer>): Promise<void> {
  const answer = await answering;
  if (answer) await reply(answer);
}

/** Slack's last repeat of an event comes five minutes after the first delivery. */
export const REPEATS_MS = 15 * 60_000;

/**
 * True for one delivery of this event about a message, at one replica: each has an id of its own, but they share what tells the
 * message from all others. While the store is down every delivery is answered.
 */
export async function isFirstDelivery(
  { store, reporter }: SlackContext,
  { channel, ts, type }: { readonly channel: string; readonly ts: string; readonly type: string },
): Promise<boolean> {
  try {
    return (await store.leases.acquire(`message:${channel}-${ts}`, REPEATS_MS)) !== undefined;
  } catch (err) {
    reporter.warn('a repeated event cannot be recognised', { err, event: type });
    return true;
  }
}

/**
 * False when nothing was posted, because the channel is shared or Slack did not take it; the person is then answered alone.
 * `answers`: the id of the event that is answered. Never rejects.
 */
export async function replyInThread(
  { channelAccess, replies }: SlackContext,
  place: Place,
  content: MessageContent,
  answers: string,
): Promise<boolean> {
  return !(await channelAccess.isShared(place.channel)) && (await replies.inThread(place, content, answers));
}
