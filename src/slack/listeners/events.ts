// Events: mentions and the opening of Home. Slack delivers an event up to four times.
import type { App } from '@slack/bolt';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import type { Place } from '#slack/delivery/replies.ts';
import { splitCommand } from '#slack/forms/command-words.ts';
import { helpMessage } from '#slack/tasks/help.ts';
import { FIND_TEXT } from '#slack/text/tasks.ts';
import type { ListenerDeps } from './guard.ts';

/** Slack's last repeat of an event comes five minutes after the first delivery. */
const REPEATS_MS = 15 * 60_000;

/** `commandName`: the command's name in this workspace, such as "/pay". */
export function listenToEvents(app: App, deps: ListenerDeps & { commandName: () => string }): void {
  const { tasks, replies, commandName, leases, reporter, guard } = deps;
  const { find, home } = tasks;

  app.event('app_mention', async ({ event, body }) => {
    const userId = event.user;
    if (!userId || !(await isFirst(body.event_id))) return;
    const { channel, text, ts, thread_ts: threadTs } = event;
    // Slack shows an ephemeral message in a thread only once the thread has a reply, so elsewhere it goes to the channel.
    const reply = replies.ephemerally({ channel, threadTs }, userId);
    await guard({ userId, about: { event: 'app_mention' }, reply }, async () => {
      const answer = await answerTo(text, { channel, threadTs });
      const isPosted = await replies.inThread({ channel, threadTs: threadTs ?? ts }, answer, body.event_id);
      if (!isPosted) await reply(answer);
    });
  });

  /** "@Teller status 7K3M9-QX2ZD", "@Teller status" in an order's thread, "@Teller 7K3M9-QX2ZD", "@Teller help". */
  async function answerTo(mention: string, place: Place): Promise<MessageContent> {
    const text = mention.replace(/<@[^>]*>/g, ' ');
    const { word, rest } = splitCommand(text);
    if (word === 'help') return helpMessage(commandName());
    if (word === 'status' && rest) return find.status(rest.split(' ')[0] ?? '', { canShare: false });
    const reference = await find.referenceFor(place, text);
    if (reference) return find.status(reference, { canShare: false });
    if (word === 'status') return plainMessage(FIND_TEXT.noReference);
    return helpMessage(commandName(), word || undefined);
  }

  app.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    const userId = event.user;
    const reply = (text: string) => home.showMessage(userId, text);
    await guard({ userId, about: { event: 'app_home_opened' }, reply }, () => home.open(userId));
  });

  /** True for one delivery at one replica. While the store is down every delivery is answered. */
  async function isFirst(eventId: string): Promise<boolean> {
    try {
      return (await leases.acquire(`event:${eventId}`, REPEATS_MS)) !== undefined;
    } catch (err) {
      reporter.warn('a repeated event cannot be told from a new one', { err, event: 'app_mention' });
      return true;
    }
  }
}
