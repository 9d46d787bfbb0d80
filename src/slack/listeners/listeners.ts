// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import { listenToActions } from './actions.ts';
import { listenToCommands } from './commands.ts';
import { listenToEvents } from './events.ts';
import type { ListenerDeps } from './guard.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToViews } from './views.ts';

export function listen(app: App, deps: ListenerDeps): void {
  // Merchants may rename the command in the manifest; help outside a command shows the name that was used last.
  let commandName = '/pay';
  const onCommand = (name: string) => {
    commandName = name;
  };
  listenToCommands(app, { ...deps, onCommand });
  listenToActions(app, deps);
  listenToViews(app, deps);
  listenToShortcuts(app, deps);
  listenToEvents(app, { ...deps, commandName: () => commandName });
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
        const result = await tasks.runStep(kind, { agent, inputs, execution: String(execution ?? '') });
        if (result.status === 'failed') await reply(result.error);
        else await complete({ outputs: result.outputs });
      });
    });
  }
}
