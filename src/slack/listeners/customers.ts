// What Slack asks and reports while a form for an order is open: which earlier customers fit the letters typed so far, which
// one was chosen, each number that is typed, how often a link repeats, the channel, and the press of More.
import type { App, BlockAction, ViewOutput } from '@slack/bolt';
import { CUSTOMER, chosenValue } from '#slack/forms/customer-choice.ts';
import { type FormState, modalOf } from '#slack/forms/fields.ts';
import { MORE } from '#slack/forms/more-fields.ts';
import { FREQUENCY } from '#slack/forms/repeat-fields.ts';
import type { OpenForm } from '#slack/tasks/open-form.ts';
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
 * The method follows the network of a typed number, the fields of a recurring link follow the choice under "Repeat", and a warning
 * follows the channel. When one of them fails the form says nothing: submitting it checks again.
 */
function listenToFields(app: App, { tasks, guard }: ListenerDeps): void {
  const followers = [
    ['msisdn', tasks.followNumber],
    [FREQUENCY, tasks.followRepeat],
    ['channel', tasks.followChannel],
    [MORE, (form: OpenForm, state: FormState) => tasks.customerChoice.openMore(form, state)],
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
