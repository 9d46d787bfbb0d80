// The slash command. Its words are those of words.ts; only the person who typed it sees the answer.
import type { App } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import { respondEphemerally } from './guard.ts';
import type { AnswerWords } from './words.ts';

/** `onCommand` is called with the command's name, which a merchant may change in the manifest; so any name is taken. */
export function listenToCommands(
  app: App,
  deps: { clock: Clock; answerWords: AnswerWords; onCommand: (name: string) => void },
): void {
  const { clock, answerWords, onCommand } = deps;

  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    onCommand(command.command);
    const reply = respondEphemerally(clock, respond);
    await answerWords({
      userId: command.user_id,
      place: { channel: command.channel_id },
      text: command.text,
      triggerId: command.trigger_id,
      command: command.command,
      reply,
      replyToAll: reply,
      about: { from: 'command' },
    });
  });
}
