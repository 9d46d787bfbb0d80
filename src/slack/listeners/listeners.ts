// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import { hasCardNumber } from '#lib/card-number.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import { listenToActions } from './actions.ts';
import { listenToCommands } from './commands.ts';
import { listenToCustomers } from './customers.ts';
import { listenToDirectMessages } from './direct-messages.ts';
import { listenToEvents } from './events.ts';
import { createIsFirstDelivery } from './first-delivery.ts';
import type { ListenerDeps } from './guard.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToViews } from './views.ts';
import { createAnswerWords } from './words.ts';

export function listen(app: App, deps: ListenerDeps): void {
  // Merchants may rename the command in the manifest; help outside a command shows the name that was used last.
  let commandName = '/pay';
  const onCommand = (name: string) => {
    commandName = name;
  };
  const answerWords = createAnswerWords(deps);
  const isFirstDelivery = createIsFirstDelivery(deps);
  listenToCommands(app, { answerWords, onCommand });
  listenToActions(app, deps);
  listenToViews(app, deps);
  listenToCustomers(app, deps);
  listenToShortcuts(app, deps);
  listenToEvents(app, { ...deps, answerWords, isFirstDelivery, commandName: () => commandName });
  listenToDirectMessages(app, { ...deps, answerWords, isFirstDelivery });
  listenToSteps(app, deps);
}

/** Custom steps of Workflow Builder: each run ends with outputs or with an error that the workflow's owner sees. */
function listenToSteps(app: App, { tasks, guard }: ListenerDeps): void {
  for (const kind of ['prompt', 'link'] as const) {
    const callbackId = ORDER_FORM_IDS[kind];
    app.function(callbackId, { autoAcknowledge: true }, async ({ inputs, complete, fail, body }) => {
      const { function_execution_id: execution } = body.event as { function_execution_id?: unknown };
      const agent = String(inputs['agent'] ?? '');
      const reply = async (error: string) => void (await fail({ error }));
      await guard({ userId: agent, about: { step: callbackId }, reply }, async () => {
        if (Object.values(inputs).some((input) => hasCardNumber(String(input)))) return reply(CARD_NUMBER);
        const result = await tasks.runStep(kind, { agent, inputs, execution: String(execution ?? '') });
        if (result.status === 'failed') await reply(result.error);
        else await complete({ outputs: result.outputs });
      });
    });
  }
}
