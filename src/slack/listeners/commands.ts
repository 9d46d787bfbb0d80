// The slash command. Its words are those of words.ts; only the person who typed it sees the answer.
import type { App } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import type { CommandName } from './command-name.ts';
import { respondEphemerally } from './guard.ts';
import type { AnswerWords } from './words.ts';

/** Any name is taken, because a merchant may change it in the manifest. */
export function listenToCommands(
  app: App,
  deps: { clock: Clock; answerWords: AnswerWords; commandName: CommandName },
): void {
  const { clock, answerWords, commandName } = deps;

  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    commandName.used(command.command);
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
