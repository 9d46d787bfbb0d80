// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import { listenToActions } from './actions.ts';
import { createCommandName } from './command-name.ts';
import { listenToCommands } from './commands.ts';
import { listenToCustomers } from './customers.ts';
import { createAnswerDirectMessage, listenToDirectMessages } from './direct-messages.ts';
import { listenToEvents } from './events.ts';
import { createIsFirstDelivery } from './first-delivery.ts';
import type { ListenerDeps } from './guard.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToSteps } from './steps.ts';
import { listenToViews } from './views.ts';
import { createAnswerWords } from './words.ts';

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
