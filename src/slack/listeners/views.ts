// Submitted forms. Slack waits three seconds for the ack; what takes longer replaces the form's view afterwards.
import type { App, SlackViewMiddlewareArgs, ViewOutput, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { sleep } from '#lib/clock.ts';
import { parseJson } from '#lib/text.ts';
import { parseReference, type Reference } from '#orders/reference.ts';
import type { Right } from '#slack/access/permissions.ts';
import { facts, section } from '#slack/cards/blocks.ts';
import { contentOf, type MessageContent, plainMessage } from '#slack/cards/message.ts';
import type { Place } from '#slack/delivery/outbound.ts';
import { BULK_FORM, BULK_TITLE, readBulkMemory } from '#slack/forms/bulk-form.ts';
import { CUSTOMER } from '#slack/forms/customer-choice.ts';
import { DECLINE_TITLE, readDeclineForm } from '#slack/forms/decline-form.ts';
import { blockIdIn, type FieldErrors, type FormState, modalOf, valueIn } from '#slack/forms/fields.ts';
import { FIND_TITLE } from '#slack/forms/find-form.ts';
import { FORGET_FORM } from '#slack/forms/forget-form.ts';
import { cardNumberErrors } from '#slack/forms/form-memory.ts';
import { isBehindMore, withErrorNotes } from '#slack/forms/more-fields.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import { boxAsking, withQuestions } from '#slack/forms/questions.ts';
import { REFUND_TITLE } from '#slack/forms/refund-form.ts';
import { SETTINGS_TITLE } from '#slack/forms/settings-form.ts';
import { CANCEL_TITLE } from '#slack/tasks/cancel.ts';
import { updateForm } from '#slack/tasks/open-form.ts';
import { ORDER_FORM_IDS, ORDER_FORM_TITLES, type Submission } from '#slack/tasks/order-forms.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import { FORGET_TEXT } from '#slack/text/forget.ts';
import { wentWrong } from '#slack/text/people.ts';
import { QUESTION_TEXT } from '#slack/text/questions.ts';
import { DECLINE_TEXT } from '#slack/text/requests.ts';
import { CANCEL_TEXT } from '#slack/text/tasks.ts';
import { createReplyInThread, type ListenerDeps, maybeSent } from './guard.ts';
import { whenFailed } from './requests.ts';

type Submitted = Submission & { readonly viewId: string };

/**
 * Slack reads the ack on one connection and an update on another. An update that overtook the ack would be replaced by it, and
 * "Sending…" would stay for ever.
 */
const ACK_FIRST_MS = 250;

export function listenToViews(
  app: App,
  { tasks, replies, client, clock, reporter, guard }: ListenerDeps,
): void {
  const { orderForms, cancel, find, home, refunds, requests } = tasks;
  const replyInThread = createReplyInThread({ replies, client });

  for (const kind of ['prompt', 'link'] as const)
    listenTo(
      ORDER_FORM_IDS[kind],
      ORDER_FORM_TITLES[kind],
      (form) => orderForms.submit(kind, form),
      'act',
      maybeSent,
    );

  listenTo('look_up', FIND_TITLE, async ({ userId, viewId, memory, state, show }) => {
    await show(messageView(FIND_TITLE, FIND_TEXT.wait));
    const place = placeIn(memory);
    const asking = { userId, place, canShare: false, isForAll: place !== undefined };
    const { status, answer } = await find.search(valueIn(state, 'id'), asking);
    const isPosted = place !== undefined && status === 'one' && (await replyInThread(place, answer, viewId));
    await show(
      isPosted ? messageView(FIND_TITLE, FIND_TEXT.inThread) : contentView(FIND_TITLE, answer.blocks),
    );
  });

  // Its first form has the file checked, which sends nothing; the second one begins.
  listenTo(
    BULK_FORM,
    BULK_TITLE,
    (form) => tasks.bulk.submit(form),
    'act',
    (incident, _error, { memory }) =>
      readBulkMemory(memory)?.id === undefined ? wentWrong(incident) : maybeSent(incident),
  );

  listenTo(
    'cancel_order',
    CANCEL_TITLE,
    async ({ userId, memory, show, tell }) => {
      await show(messageView(CANCEL_TITLE, CANCEL_TEXT.wait));
      const reference = parseReference(memory);
      const { sentence, isDone } = await cancel.confirmed(reference, userId);
      await (isDone
        ? show(messageView(CANCEL_TITLE, sentence))
        : tell(about(reference, plainMessage(sentence))));
    },
    'act',
    maybeSent,
  );

  listenTo(FORGET_FORM, FORGET_TEXT.title, (form) => tasks.forget.submit(form), 'approve');

  listenTo('settings', SETTINGS_TITLE, (form) => tasks.settings.submit(form));

  listenTo(
    'decline',
    DECLINE_TITLE,
    async ({ userId, memory, state, show, tell, showErrors }) => {
      const read = readDeclineForm(state);
      if (read.status === 'invalid') return showErrors(read.errors);
      await show(messageView(DECLINE_TITLE, DECLINE_TEXT.wait));
      const { answer, order, isDone } = await requests.decline({ value: memory, userId }, read.input.reason);
      home.refreshSoon(userId);
      await (isDone
        ? show(contentView(DECLINE_TITLE, answer.blocks))
        : tell(about(order?.reference, answer)));
    },
    'approve',
    whenFailed,
  );

  listenTo(
    'refund_order',
    REFUND_TITLE,
    async (form) => {
      const { userId, memory, tell } = form;
      const found = await refunds.opened(memory, userId);
      if (found.status === 'not_found') return tell(found.why);
      const request = { userId, right: found.right, about: { view: 'refund_order' }, reply: tell };
      await guard({ ...request, whenFailed: maybeSent }, () =>
        found.status === 'found'
          ? refunds.submit(found.order, form)
          : refunds.submitElsewhere(found.asked, form),
      );
    },
    'either',
  );

  function listenTo(
    callbackId: string,
    title: string,
    work: (form: Submitted) => Promise<void>,
    right: Right = 'act',
    failed?: (incident: string, error: unknown, form: Submitted) => string,
  ): void {
    app.view<ViewSubmitAction>(callbackId, async (args) => {
      const form = formOf(args, title);
      const request = {
        userId: form.userId,
        right,
        about: { view: callbackId },
        reply: form.tell,
        whenFailed: failed && ((incident: string, error: unknown) => failed(incident, error, form)),
      };
      await guard(request, async () => {
        const errors = cardNumberErrors(form.state);
        await (Object.keys(errors).length > 0 ? form.showErrors(errors) : work(form));
      });
    });
  }

  /** What replaces the form is the ack's answer the first time and later an update; `showErrors` only in place of the first. */
  function formOf({ ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction>, title: string): Submitted {
    let ackRead: Promise<void> | undefined;
    let isClosed = false;
    const answer: typeof ack = (...answers) => {
      ackRead = sleep(clock, ACK_FIRST_MS);
      return ack(...answers);
    };
    /** Resolves with whether the person can see it. */
    async function replaceWith(next: ModalView): Promise<boolean> {
      if (isClosed) return false;
      if (ackRead) {
        await ackRead;
        return updateForm({ client, clock }, { id: view.id }, next);
      }
      await answer({ response_action: 'update', view: next });
      return true;
    }
    return {
      userId: body.user.id,
      viewId: view.id,
      memory: view.private_metadata,
      state: view.state.values as FormState,
      async close() {
        isClosed = true;
        await answer();
      },
      async show(next) {
        await replaceWith(next);
      },
      async tell(outcome) {
        const { text, blocks } = contentOf(outcome);
        const isShown = await replaceWith(contentView(title, blocks)).catch((err: unknown) => {
          reporter.warn('a form could not be updated; its outcome is sent directly', { err });
          return false;
        });
        if (isShown) return;
        const message = { text: `${title}: ${text}`, blocks: [section(`*${title}*`), ...blocks] };
        await replies.directly(body.user.id)(message);
      },
      async ask(questions) {
        const box = boxAsking(view, questions);
        await answer(
          box
            ? { response_action: 'errors', errors: { [box]: QUESTION_TEXT.notTicked } }
            : { response_action: 'update', view: withQuestions(view, questions) },
        );
      },
      async change(edit) {
        await answer({ response_action: 'update', view: edit(modalOf(view)) });
      },
      async showErrors(errors) {
        const state = view.state.values as FormState;
        if (isBehindMore(errors, state, view.blocks)) {
          const form = await tasks.customerChoice.withMoreFields(modalOf(view), state);
          await answer({ response_action: 'update', view: withErrorNotes(form, errors) });
          return;
        }
        await answer({ response_action: 'errors', errors: atTheirBlocks(errors, view) });
      },
    };
  }
}

/** What does not say which order it is about, with its reference. */
function about(reference: Reference | undefined, { text, blocks }: MessageContent): MessageContent {
  return {
    text: [text, reference].filter(Boolean).join(' '),
    blocks: [...blocks, ...facts([['Reference', reference]])],
  };
}

/** The errors by block_id. What is wrong with a number whose field the form does not show is said at its customer. */
function atTheirBlocks(errors: FieldErrors, { blocks }: ViewOutput): FieldErrors {
  const byBlock: FieldErrors = {};
  for (const [name, sentence] of Object.entries(errors)) {
    const id = blockIdIn(blocks, name, CUSTOMER);
    byBlock[id] = [byBlock[id], sentence].filter(Boolean).join(' ');
  }
  return byBlock;
}

const PLACE = z.object({ channel: z.string(), threadTs: z.string().optional() });

/** The thread that the form for finding a payment was opened for, as `openForm` of tasks/find.ts wrote it; undefined for none. */
function placeIn(memory: string): Place | undefined {
  return PLACE.safeParse(parseJson(memory)).data;
}
