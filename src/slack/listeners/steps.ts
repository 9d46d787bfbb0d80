// Custom steps of Workflow Builder: each run ends with outputs or with an error that the workflow's owner sees.
import type { App } from '@slack/bolt';
import { hasCardNumber } from '#lib/text.ts';
import { errorIn } from '#slack/delivery/post-failure.ts';
import { endStepRun } from '#slack/delivery/step-runs.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import { type ListenerDeps, maybeSent, REPEATS_MS } from './guard.ts';

/** Slack sends a step again until it is acknowledged: that is when its order is saved, or else when its run is ended. */
export function listenToSteps(app: App, { tasks, guard, client, failedSteps }: ListenerDeps): void {
  for (const kind of ['prompt', 'link'] as const) {
    const callbackId = ORDER_FORM_IDS[kind];
    app.function(callbackId, { autoAcknowledge: false }, async ({ event, ack }) => {
      const { inputs, function_execution_id: run } = event;
      const agent = String(inputs['agent'] ?? '');
      let refusal: string | undefined;
      const refuse = async (sentence: string) => {
        refusal = sentence;
      };
      const request = { userId: agent, about: { step: callbackId }, reply: refuse, whenFailed: maybeSent };
      await guard(request, async () => {
        // Without the store no order is saved either, and its sentence says so.
        const failedWith = await failedSteps.get<string>(run).catch(() => undefined);
        if (failedWith !== undefined) return refuse(failedWith);
        if (Object.values(inputs).some((input) => hasCardNumber(String(input)))) return refuse(CARD_NUMBER);
        const result = await tasks.steps.run(kind, { agent, inputs, run, saved: async () => ack() });
        if (result.status === 'failed') await refuse(result.error);
      });
      if (refusal === undefined) return;
      // An earlier delivery may have saved the order, and Slack not have heard of it: nothing speaks against the order any more,
      // and its delivery ends the run.
      if (await tasks.steps.isSaved(inputs, run).catch(() => false)) return ack();
      // Slack may end the run although its answer is lost, and then sends it again: no order may come of it any more, even if
      // nothing speaks against it by then.
      await failedSteps.set(run, refusal, REPEATS_MS).catch(() => undefined);
      const ended = await endStepRun(client, run, { status: 'failed', error: refusal });
      if (ended.status !== 'ended')
        throw new Error('the run of a step could not be ended', { cause: errorIn(ended) });
      await ack();
    });
  }
}
