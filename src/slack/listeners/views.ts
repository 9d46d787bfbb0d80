// Submitted forms. Slack waits three seconds for the ack; what takes longer replaces the form's view afterwards.
import type { App, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { parseReference } from '#orders/reference.ts';
import type { Place, Replies } from '#slack/delivery/replies.ts';
import type { FieldErrors, FormState } from '#slack/forms/fields.ts';
import { FIND_TITLE, readFindForm } from '#slack/forms/find-form.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import { CANCEL_TITLE } from '#slack/tasks/cancel.ts';
import { ORDER_FORM_IDS, ORDER_FORM_TITLES } from '#slack/tasks/order-forms.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import type { Guard } from './guard.ts';

type Submitted = {
  readonly userId: string;
  readonly viewId: string;
  readonly memory: string;
  readonly state: FormState;
  /** Puts a view in the form's place: with the ack the first time, later by the form's id. */
  show(view: ModalView): Promise<void>;
  /** Leaves the form open with sentences at its fields; only in place of the first `show`. */
  showErrors(errors: FieldErrors): Promise<void>;
};

export function listenToViews(
  app: App,
  deps: {
    tasks: Pick<Tasks, 'orderForms' | 'cancel' | 'find'>;
    replies: Pick<Replies, 'inThread'>;
    client: WebClient;
    guard: Guard;
  },
): void {
  const { replies, client, guard } = deps;
  const { orderForms, cancel, find } = deps.tasks;

  for (const kind of ['prompt', 'link'] as const)
    listenTo(ORDER_FORM_IDS[kind], ORDER_FORM_TITLES[kind], (form) => orderForms.submit(kind, form));

  listenTo('look_up', FIND_TITLE, async ({ viewId, memory, state, show }) => {
    await show(messageView(FIND_TITLE, 'One moment…'));
    const answer = await find.status(readFindForm(state), { canShare: false });
    const place = placeIn(memory);
    const isPosted = place !== undefined && (await replies.inThread(place, answer, viewId));
    await show(
      isPosted ? messageView(FIND_TITLE, 'The answer is in the thread.') : contentView(FIND_TITLE, answer),
    );
  });

  listenTo('cancel_order', CANCEL_TITLE, async ({ userId, memory, show }) => {
    await show(messageView(CANCEL_TITLE, 'One moment…'));
    await show(messageView(CANCEL_TITLE, await cancel.confirmed(parseReference(memory), userId)));
  });

  function listenTo(callbackId: string, title: string, work: (form: Submitted) => Promise<void>): void {
    app.view<ViewSubmitAction>(callbackId, async (args) => {
      const form = formOf(args);
      const reply = (text: string) => form.show(messageView(title, text));
      await guard({ userId: form.userId, about: { view: callbackId }, reply }, () => work(form));
    });
  }

  function formOf({ ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction>): Submitted {
    let isAcknowledged = false;
    return {
      userId: body.user.id,
      viewId: view.id,
      memory: view.private_metadata,
      state: view.state.values as FormState,
      async show(next) {
        if (isAcknowledged) {
          await client.views.update({ view_id: view.id, view: next });
          return;
        }
        isAcknowledged = true;
        await ack({ response_action: 'update', view: next });
      },
      async showErrors(errors) {
        isAcknowledged = true;
        await ack({ response_action: 'errors', errors });
      },
    };
  }
}

const PLACE = z.object({ channel: z.string(), threadTs: z.string().optional() });

/** The thread that the look-up form was opened for, as `FindTask.openForm` wrote it; undefined for none. */
function placeIn(memory: string): Place | undefined {
  return memory ? PLACE.safeParse(JSON.parse(memory)).data : undefined;
}
