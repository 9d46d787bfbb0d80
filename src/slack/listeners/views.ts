// Forms and message menus that look a payment up, and the form that cancels one.
import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Permissions } from '#slack/access/permissions.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import type { FormState } from '#slack/forms/fields.ts';
import { FIND_TITLE, findForm, readFindForm } from '#slack/forms/find-form.ts';
import { cardView, messageView } from '#slack/forms/outcome.ts';
import type { CancelTask } from '#slack/tasks/cancel.ts';
import type { FindTask, Place } from '#slack/tasks/find.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { ephemerally, type Guard, type Reply } from './guard.ts';

export type LookupTasks = {
  lookup: FindTask;
  cancel: CancelTask;
  /** Posts an answer in a thread; false when the bot cannot post there. */
  answerIn: (place: Place, card: MessageContent, answering: string) => Promise<boolean>;
  permissions: Permissions;
  client: WebClient;
  surface: Guard;
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
  record: (error: unknown, about: Record<string, unknown>) => string;
};

export function listenToLookups(app: App, tasks: LookupTasks): void {
  const { lookup, cancel, answerIn, permissions, client, surface, hold, record } = tasks;

  app.shortcut(
    { type: 'message_action', callback_id: 'look_up_message' },
    async ({ ack, shortcut, respond }) => {
      await ack();
      const { message, channel } = shortcut;
      const threadTs = String(message['thread_ts'] ?? message.ts);
      const place = { channel: channel.id, threadTs };
      const tell = ephemerally(respond);
      await surface.run(
        { userId: shortcut.user.id, about: { shortcut: 'look_up_message' }, tell },
        async () => {
          const reference = await lookup.referenceFor(place, textOf(message));
          if (!reference) {
            await client.views.open({
              trigger_id: shortcut.trigger_id,
              view: findForm(JSON.stringify(place)),
            });
            return;
          }
          await answer(place, reference, `${shortcut.action_ts}`, tell);
        },
      );
    },
  );

  app.view('look_up', async ({ ack, body, view }) => {
    await submitted(
      FIND_TITLE,
      body.user.id,
      view,
      (shown) => ack({ response_action: 'update', view: shown }),
      async () => {
        const card = await lookup.status(readFindForm(view.state.values as FormState), { canShare: false });
        const place = placeIn(view.private_metadata);
        const isPosted = place !== undefined && (await answerIn(place, card, view.id));
        return isPosted
          ? messageView(FIND_TITLE, 'The answer is in the thread.')
          : cardView(FIND_TITLE, card);
      },
    );
  });

  app.view('cancel_order', async ({ ack, body, view }) => {
    const update = (shown: ModalView) => ack({ response_action: 'update', view: shown });
    await submitted('Cancel an order', body.user.id, view, update, async () =>
      messageView('Cancel an order', await cancel.confirmed(view.private_metadata, body.user.id)),
    );
  });

  /** Acknowledged at once, replaced by the outcome; who may act is asked again. */
  async function submitted(
    title: string,
    userId: string,
    view: { id: string },
    update: (view: ModalView) => Promise<void>,
    work: () => Promise<ModalView>,
  ): Promise<void> {
    await update(messageView(title, 'One moment…'));
    await hold(
      (async () => {
        const refusal = await permissions.refusalFor(userId);
        const shown = refusal ? messageView(title, REFUSALS[refusal]) : await work();
        await client.views.update({ view_id: view.id, view: shown });
      })(),
    ).catch((error: unknown) => record(error, { view: title }));
  }

  async function answer(place: Place, reference: string, answering: string, tell: Reply): Promise<void> {
    const card = await lookup.status(reference, { canShare: false });
    if (!(await answerIn(place, card, answering))) await tell(card);
  }
}

/** A message's words, its blocks' too: other apps write references into blocks only. */
function textOf(message: Record<string, unknown>): string {
  return [message['text'], ...textsIn(message['blocks'])].join(' ');
}

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'text' in value && typeof value.text === 'string' ? [value.text] : [];
  return [...own, ...Object.values(value).flatMap(textsIn)];
}

function placeIn(privateMetadata: string): Place | undefined {
  try {
    const place: unknown = JSON.parse(privateMetadata);
    return typeof place === 'object' && place !== null && 'channel' in place ? (place as Place) : undefined;
  } catch {
    return undefined;
  }
}
