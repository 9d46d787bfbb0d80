// Buttons of cards, answers and Home. Whoever presses needs the right to act, whoever the order belongs to.
import type { App, BlockButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { hasMoney, isOpen } from '#orders/lifecycle.ts';
import { parseReference } from '#orders/reference.ts';
import { findForm } from '#slack/forms/find-form.ts';
import { prefillFrom } from '#slack/forms/resend.ts';
import type { CancelTask } from '#slack/tasks/cancel.ts';
import type { FindTask } from '#slack/tasks/find.ts';
import type { OrderForm, OrderForms } from '#slack/tasks/order-forms.ts';
import { RESEND_TEXT } from '#slack/text/tasks.ts';
import type { OrderStore } from '#store/store.ts';
import { ephemerally, type Guard, type Reply } from './guard.ts';

export type ButtonTasks = {
  flow: OrderForms;
  jobs: { prompt: OrderForm; link: OrderForm };
  cancel: CancelTask;
  lookup: FindTask;
  orders: OrderStore;
  client: WebClient;
  surface: Guard;
  tellDirectly: (userId: string) => Reply;
};

type Press = {
  readonly userId: string;
  readonly channel: string | undefined;
  readonly value: string;
  readonly triggerId: string;
  readonly tell: Reply;
  readonly respond: SlackActionMiddlewareArgs<BlockButtonAction>['respond'];
};

export function listenToButtons(app: App, tasks: ButtonTasks): void {
  const { flow, jobs, cancel, lookup, orders, client, surface } = tasks;

  on('check_order', async ({ value, tell }) => tell(await lookup.status(value, { canShare: false })));
  on('cancel_order', async ({ value, userId, tell }) => tell(await cancel.confirmed(value, userId)));
  on('share_order', async ({ value, userId, respond }) => {
    const { text, blocks } = await lookup.status(value, { canShare: false, sharer: userId });
    await respond({ response_type: 'in_channel', replace_original: false, text, blocks });
  });
  on('send_again', async ({ value, ...press }) => {
    const reference = parseReference(value);
    const order = reference && (await orders.get(reference));
    if (!order) return press.tell(RESEND_TEXT.unknown);
    if (
      hasMoney(order.state) ||
      (isOpen(order.state) && order.state !== 'failed') ||
      order.state === 'cancelled'
    ) {
      return press.tell(RESEND_TEXT.notFailed);
    }
    const job = order.kind === 'prompt' ? jobs.prompt : jobs.link;
    await flow.open(job, {
      ...press,
      channel: order.channel,
      prefill: prefillFrom(order),
      resendOf: reference,
    });
  });
  for (const job of Object.values(jobs))
    on(job.callbackId, (press) => flow.open(job, { ...press, prefill: {} }));
  on('look_up', async ({ triggerId }) => {
    await client.views.open({ trigger_id: triggerId, view: findForm('') });
  });

  // Buttons that only open an address are reported all the same, and want an answer.
  app.action(/^(open_payment_page|share_whatsapp|open_card)$/, async ({ ack }) => ack());

  function on(actionId: string, work: (press: Press) => Promise<void>): void {
    app.action<BlockButtonAction>(
      { type: 'block_actions', action_id: actionId },
      async ({ ack, body, action, respond }) => {
        await ack();
        const userId = body.user.id;
        // A press in a modal or in Home has no response_url, so its answer comes as a direct message.
        const tell = body.response_url ? ephemerally(respond) : tasks.tellDirectly(userId);
        const press = {
          userId,
          channel: body.channel?.id,
          value: 'value' in action ? String(action.value ?? '') : '',
          triggerId: body.trigger_id,
          tell,
          respond,
        };
        await surface.run({ userId, about: { action: actionId }, tell }, () => work(press));
      },
    );
  }
}
