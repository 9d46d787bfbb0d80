// Submitted forms. Slack waits three seconds for the ack; what takes longer replaces the form's view afterwards.
import type { App, SlackViewMiddlewareArgs, ViewOutput, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { sleep } from '#lib/clock.ts';
import type { SlackContext } from '#slack/context.ts';
import { anyOf, guardedBy, partOf, type Submission } from '#slack/feature.ts';
import { FORMS } from '#slack/features.ts';
import { CUSTOMER } from '#slack/order/form-fields.ts';
import { cardNumberErrors } from '#slack/order/forms.ts';
import { isBehindMore, withMoreFields, withNotes } from '#slack/order/live-form.ts';
import { boxAsking, contentView, NOT_TICKED, withQuestions } from '#slack/order/outcome.ts';
import { section } from '#slack/ui/blocks.ts';
import { blockIdIn, type FieldErrors, type FormState, modalOf } from '#slack/ui/fields.ts';
import { contentOf } from '#slack/ui/message.ts';
import { updateForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';

/**
 * Slack reads the ack on one connection and an update on another. An update that overtook the ack would be replaced by it, and
 * "Sending…" would stay for ever.
 */
const ACK_FIRST_MS = 250;

export function listenToViews(app: App, ctx: SlackContext): void {
  app.view<ViewSubmitAction>(anyOf(FORMS.keys()), async (args) => {
    const { callback_id: view } = args.view;
    const form = partOf(FORMS, view);
    const submission = submissionOf(ctx, args, form.title);
    const { userId, state, tell, showErrors } = submission;
    const request = { userId, about: { view }, reply: tell, ...guardedBy(form, submission) };
    await ctx.guard(request, async () => {
      const errors = cardNumberErrors(state);
      await (Object.keys(errors).length > 0 ? showErrors(errors) : form.run(ctx, submission));
    });
  });
}

/** What replaces the form is the ack's answer the first time and later an update; `showErrors` only in place of the first. */
function submissionOf(
  ctx: SlackContext,
  { ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction>,
  title: string,
): Submission {
  const { clock, reporter, replies } = ctx;
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
      return updateForm(ctx, { id: view.id }, next);
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
      const message = { text: `${title}: ${text}`, blocks: [section(say`*${title}*`), ...blocks] };
      await replies.directly(body.user.id)(message);
    },
    async ask(questions) {
      const box = boxAsking(view, questions);
      await answer(
        box
          ? { response_action: 'errors', errors: { [box]: NOT_TICKED } }
          : { response_action: 'update', view: withQuestions(view, questions) },
      );
    },
    async change(edit) {
      await answer({ response_action: 'update', view: edit(modalOf(view)) });
    },
    async showErrors(errors) {
      const state = view.state.values as FormState;
      if (isBehindMore(errors, state, view.blocks)) {
        const form = await withMoreFields(ctx, modalOf(view), state);
        await answer({ response_action: 'update', view: withNotes(form, errors) });
        return;
      }
      await answer({ response_action: 'errors', errors: atTheirBlocks(errors, view) });
    },
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
