// Direct messages to Teller: the words of the command work there without the command.
import type { App } from '@slack/bolt';
import type { Replies } from '#slack/delivery/replies.ts';
import { eventIdOf, type IsFirstDelivery } from './first-delivery.ts';
import type { AnswerWords } from './words.ts';

/** A message with files, a reply that its writer also sent to the direct message, and `/me`. People write no others. */
const WRITTEN_BY_PEOPLE = new Set<unknown>([undefined, 'file_share', 'thread_broadcast', 'me_message']);

export function listenToDirectMessages(
  app: App,
  deps: { answerWords: AnswerWords; isFirstDelivery: IsFirstDelivery; replies: Replies },
): void {
  const { answerWords, isFirstDelivery, replies } = deps;

  app.event('message', async ({ event, body }) => {
    // Edits, deletions and other apps' messages have a subtype or a bot's id, and so have Teller's own.
    if (event.channel_type !== 'im' || !WRITTEN_BY_PEOPLE.has(event.subtype)) return;
    if (!('user' in event) || !event.user || ('bot_id' in event && event.bot_id)) return;
    const id = eventIdOf(body);
    if (!(await isFirstDelivery(id, event.type))) return;
    const threadTs = 'thread_ts' in event ? event.thread_ts : undefined;
    const place = { channel: event.channel, threadTs };
    const reply = replies.inDirectMessage(place, id);
    await answerWords({
      userId: event.user,
      place,
      text: ('text' in event && event.text) || '',
      command: '',
      reply,
      replyToAll: reply,
      about: { from: 'direct message' },
    });
  });
}
