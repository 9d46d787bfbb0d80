// Events: mentions and the opening of Home.
import type { App } from '@slack/bolt';
import { contentOf } from '#slack/cards/message.ts';
import { readFirstWord } from '#slack/tasks/first-word.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { CommandName } from './command-name.ts';
import type { AnswerDirectMessage } from './direct-messages.ts';
import { createReplyInThread, type IsFirstDelivery, type ListenerDeps, messageIdOf } from './guard.ts';
import type { AnswerWords } from './words.ts';

export function listenToEvents(
  app: App,
  deps: ListenerDeps & {
    answerWords: AnswerWords;
    answerDirectMessage: AnswerDirectMessage;
    isFirstDelivery: IsFirstDelivery;
    commandName: CommandName;
  },
): void {
  const { tasks, replies, commandName, answerWords, answerDirectMessage, isFirstDelivery, guard } = deps;
  const { home } = tasks;
  const replyInThread = createReplyInThread(deps);

  app.event('app_mention', async ({ event, context }) => {
    const userId = event.user;
    const id = messageIdOf(event);
    // Whoever edits a mention, days later too, has Slack send it once more under another id. A bot's id says that an app wrote it.
    if (event.edited || event.bot_id || !userId) return;
    // Slack may send this besides the event `message`, or before.
    if (isDirectMessage(event.channel)) return answerDirectMessage({ ...event, user: userId });
    if (!(await isFirstDelivery(id, event.type))) return;
    const { channel, text, ts, thread_ts: threadTs } = event;
    const place = { channel, threadTs };
    // Slack shows an ephemeral message in a thread only once the thread has a reply, so elsewhere it goes to the channel.
    const reply = replies.ephemerally(place, userId);
    await answerWords({
      userId,
      place,
      text: wordsIn(text, context.botUserId),
      command: await commandName.last(),
      reply,
      async replyToAll(content) {
        const thread = { channel, threadTs: threadTs ?? ts };
        if (!(await replyInThread(thread, contentOf(content), id))) await reply(content);
      },
      about: { from: 'mention' },
    });
  });

  app.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    const userId = event.user;
    const reply = (text: string) => home.showMessage(userId, text);
    const request = { userId, right: 'either' as const, about: { event: 'app_home_opened' }, reply };
    await guard(request, () => home.open(userId));
  });
}

/** Whose payments a report is about and a channel hears of is said by mentions alone. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set(['report', 'alerts']);

/**
 * Without Teller's own mention, which is the first while Slack has not said who Teller is. A colleague's stands behind “by” or
 * “from” where it says whose payment is meant; elsewhere it only calls them to read along.
 */
function wordsIn(text: string, botUserId = /<@(\w+)/.exec(text)?.[1]): string {
  const aboutPayment = text.replace(/(?<!\b(?:by|from)\s+)<@[^>]*>/gi, ' ');
  if (!ABOUT_PEOPLE.has(readFirstWord(aboutPayment).task)) return aboutPayment;
  return text.replace(/<@(\w+)[^>]*>/g, (mention, id) => (id === botUserId ? ' ' : mention));
}
