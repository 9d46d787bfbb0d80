// Events: mentions and the opening of Home.
import type { App } from '@slack/bolt';
import { contentOf } from '#slack/cards/message.ts';
import { eventIdOf, type IsFirstDelivery } from './first-delivery.ts';
import type { ListenerDeps } from './guard.ts';
import { createReplyInThread } from './reply-in-thread.ts';
import type { AnswerWords } from './words.ts';

/** `commandName`: the command's name in this workspace, such as "/pay". */
export function listenToEvents(
  app: App,
  deps: ListenerDeps & {
    answerWords: AnswerWords;
    isFirstDelivery: IsFirstDelivery;
    commandName: () => string;
  },
): void {
  const { tasks, replies, commandName, answerWords, isFirstDelivery, guard } = deps;
  const { home } = tasks;
  const replyInThread = createReplyInThread(deps);

  app.event('app_mention', async ({ event, body }) => {
    const userId = event.user;
    const id = eventIdOf(body);
    if (!userId || !(await isFirstDelivery(id, event.type))) return;
    const { channel, text, ts, thread_ts: threadTs } = event;
    const place = { channel, threadTs };
    // Slack shows an ephemeral message in a thread only once the thread has a reply, so elsewhere it goes to the channel.
    const reply = replies.ephemerally(place, userId);
    await answerWords({
      userId,
      place,
      // Teller's own mention goes; that of a colleague stands behind “by” or “from”.
      text: text.replace(/(?<!\b(?:by|from)\s+)<@[^>]*>/gi, ' '),
      command: commandName(),
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
