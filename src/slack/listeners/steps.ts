// Custom steps of Workflow Builder: each run ends with outputs or with an error that the workflow's owner sees.
import type { App } from '@slack/bolt';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import type { ListenerDeps } from './guard.ts';

export function listenToSteps(app: App, { tasks, guard }: ListenerDeps): void {
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
