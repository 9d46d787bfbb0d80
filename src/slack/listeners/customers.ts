// Who is to be asked, in both forms: Slack asks which earlier customers fit the letters typed so far, and reports each
// choice and each number that is typed.
import type { App, BlockAction, ViewOutput } from '@slack/bolt';
import { CUSTOMER, chosenValue } from '#slack/forms/customer-choice.ts';
import { type FormState, modalOf } from '#slack/forms/fields.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import type { ListenerDeps } from './guard.ts';

export function listenToCustomers(app: App, deps: ListenerDeps): void {
  const { tasks, guard } = deps;
  const { customerChoice } = tasks;
  listenToNumbers(app, deps);

  app.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: CUSTOMER },
    async ({ ack, body }) => {
      const { view, value: typed } = body;
      const userId = body.user.id;
      // Names and numbers are for those who may act; others, and whoever asks while something fails, get an empty list.
      const reply = () => ack({ options: [] });
      await guard({ userId, about: { options: CUSTOMER }, reply }, async () => {
        const kind = view?.callback_id === ORDER_FORM_IDS.prompt ? 'prompt' : 'link';
        const memory = view?.private_metadata ?? '';
        await ack({ options: await customerChoice.offer(kind, { typed, userId, memory }) });
      });
    },
  );

  app.action<BlockAction>({ type: 'block_actions', action_id: CUSTOMER }, async ({ ack, body }) => {
    await ack();
    if (!body.view) return;
    const opened = openFormOf(body.view);
    const userId = body.user.id;
    const reply = (text: string) => customerChoice.say(opened, text);
    await guard({ userId, about: { action: CUSTOMER }, reply }, () =>
      customerChoice.choose(opened, chosenValue(body.view?.state.values as FormState)),
    );
  });
}

/** While a number is typed the method follows its network. Nobody needs to hear that this failed: the form works without. */
function listenToNumbers(app: App, { tasks, guard }: ListenerDeps): void {
  app.action<BlockAction>({ type: 'block_actions', action_id: 'msisdn' }, async ({ ack, body }) => {
    await ack();
    const { view } = body;
    if (!view) return;
    const request = { userId: body.user.id, about: { action: 'msisdn' }, reply: async () => {} };
    await guard(request, () => tasks.followNumber(openFormOf(view), view.state.values as FormState));
  });
}

function openFormOf(view: ViewOutput) {
  return { id: view.id, hash: view.hash, form: modalOf(view) };
}
