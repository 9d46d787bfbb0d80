// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import { listenToActions } from './actions.ts';
import { type CommandName, createCommandName } from './command-name.ts';
import { listenToCustomers } from './customers.ts';
import { createAnswerDirectMessage, listenToDirectMessages } from './direct-messages.ts';
import { listenToEvents } from './events.ts';
import { createIsFirstDelivery, type ListenerDeps, respondEphemerally } from './guard.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToSteps } from './steps.ts';
import { listenToViews } from './views.ts';
import { type AnswerWords, createAnswerWords } from './words.ts';

export function listen(app: App, deps: ListenerDeps): void {
  const commandName = createCommandName(deps.commandNames);
  const answerWords = createAnswerWords(deps);
  const isFirstDelivery = createIsFirstDelivery(deps);
  const answerDirectMessage = createAnswerDirectMessage({ ...deps, answerWords, isFirstDelivery });
  listenToCommands(app, { ...deps, answerWords, commandName });
  listenToActions(app, { ...deps, answerWords, commandName });
  listenToViews(app, deps);
  listenToCustomers(app, deps);
  listenToShortcuts(app, deps);
  listenToEvents(app, { ...deps, answerWords, answerDirectMessage, isFirstDelivery, commandName });
  listenToDirectMessages(app, answerDirectMessage);
  listenToSteps(app, deps);
}

/** Any name is taken, because a merchant may change it in the manifest. */
function listenToCommands(
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
