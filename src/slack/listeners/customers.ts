// What Slack asks and reports while a form for an order is open: which earlier customers fit the letters typed so far, which
// one was chosen, each number that is typed, and how often a link repeats.
import type { App, BlockAction, ViewOutput } from '@slack/bolt';
import { CUSTOMER, chosenValue } from '#slack/forms/customer-choice.ts';
import { type FormState, modalOf } from '#slack/forms/fields.ts';
import { FREQUENCY } from '#slack/forms/repeat-fields.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import type { ListenerDeps } from './guard.ts';

export function listenToCustomers(app: App, deps: ListenerDeps): void {
  const { tasks, guard } = deps;
  const { customerChoice } = tasks;
  listenToFields(app, deps);

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

/**
 * While a number is typed the method follows its network, and what a recurring link needs follows the choice under "Repeat".
 * The form says nothing when this fails: it works without the first, and asks for the second when it is sent.
 */
function listenToFields(app: App, { tasks, guard }: ListenerDeps): void {
  const followers = [
    ['msisdn', tasks.followNumber],
    [FREQUENCY, tasks.followRepeat],
  ] as const;
  for (const [action, follow] of followers)
    app.action<BlockAction>({ type: 'block_actions', action_id: action }, async ({ ack, body }) => {
      await ack();
      const { view } = body;
      if (!view) return;
      const request = { userId: body.user.id, about: { action }, reply: async () => {} };
      await guard(request, () => follow(openFormOf(view), view.state.values as FormState));
    });
}

function openFormOf(view: ViewOutput) {
  return { id: view.id, hash: view.hash, form: modalOf(view) };
}
