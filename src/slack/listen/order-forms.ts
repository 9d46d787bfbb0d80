// What Slack asks and reports while a form for an order is open: which earlier customers fit the letters typed so far, and what
// stands in the fields that others follow.
import type { App, BlockAction } from '@slack/bolt';
import type { SlackContext } from '#slack/context.ts';
import { anyOf } from '#slack/feature.ts';
import { CUSTOMER, ORDER_FORM_IDS } from '#slack/order/form-fields.ts';
import { FOLLOWED_FIELDS, followField, offerCustomers, sayInForm } from '#slack/order/live-form.ts';
import { type FormState, modalOf } from '#slack/ui/fields.ts';

export function listenToOrderForms(app: App, ctx: SlackContext): void {
  app.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: CUSTOMER },
    async ({ ack, body }) => {
      const { view, value: typed } = body;
      const userId = body.user.id;
      // Names and numbers are for those who may act; others, and whoever asks while something fails, get an empty list.
      const reply = () => ack({ options: [] });
      await ctx.guard({ userId, about: { options: CUSTOMER }, reply }, async () => {
        const kind = view?.callback_id === ORDER_FORM_IDS.prompt ? 'prompt' : 'link';
        const memory = view?.private_metadata ?? '';
        await ack({ options: await offerCustomers(ctx, kind, { typed, userId, memory }) });
      });
    },
  );

  const followed = { type: 'block_actions', action_id: anyOf(FOLLOWED_FIELDS) } as const;
  app.action<BlockAction>(followed, async ({ ack, action, body }) => {
    await ack();
    const { view } = body;
    if (!view) return;
    const { action_id: field } = action;
    const opened = { id: view.id, hash: view.hash, form: modalOf(view) };
    // Of other fields than the customer's the form says nothing when that fails: submitting it checks again.
    const reply = async (text: string) => {
      if (field === CUSTOMER) await sayInForm(ctx, opened, text);
    };
    const request = { userId: body.user.id, about: { action: field }, reply };
    await ctx.guard(request, () => followField(ctx, field, opened, view.state.values as FormState));
  });
}
