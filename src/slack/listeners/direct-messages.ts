// Direct messages to Teller: the words of the command work there without the command.
import type { App } from '@slack/bolt';
import type { Replies } from '#slack/delivery/replies.ts';
import { type IsFirstDelivery, messageIdOf } from './guard.ts';
import type { AnswerWords } from './words.ts';

/** A message with files, a reply that its writer also sent to the direct message, and `/me`. People write no others. */
const WRITTEN_BY_PEOPLE = new Set<unknown>([undefined, 'file_share', 'thread_broadcast', 'me_message']);

/** Answers what somebody has written to Teller in their direct message, whatever kind of event Slack has made of it. */
export type AnswerDirectMessage = (message: {
  readonly type: string;
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string | undefined;
  readonly user: string;
  readonly text?: string | undefined;
}) => Promise<void>;

export function createAnswerDirectMessage(deps: {
  answerWords: AnswerWords;
  isFirstDelivery: IsFirstDelivery;
  replies: Replies;
}): AnswerDirectMessage {
  const { answerWords, isFirstDelivery, replies } = deps;
  return async ({ type, channel, ts, thread_ts: threadTs, user, text = '' }) => {
    const id = messageIdOf({ channel, ts });
    if (!(await isFirstDelivery(id, type))) return;
    const place = { channel, threadTs };
    const reply = replies.inDirectMessage(place, id);
    await answerWords({
      ...{ userId: user, place, text, command: '', reply, replyToAll: reply },
      about: { from: 'direct message' },
    });
  };
}

export function listenToDirectMessages(app: App, answerDirectMessage: AnswerDirectMessage): void {
  app.event('message', async ({ event }) => {
    // Edits, deletions and other apps' messages have a subtype or a bot's id, and so have Teller's own.
    if (event.channel_type !== 'im' || !WRITTEN_BY_PEOPLE.has(event.subtype)) return;
    if (!('user' in event) || !event.user || ('bot_id' in event && event.bot_id)) return;
    await answerDirectMessage({ ...event, user: event.user });
  });
}
