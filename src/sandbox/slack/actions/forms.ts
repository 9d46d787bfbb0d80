// A person fills in the modal on their screen, submits it, or closes it.
import { parseJson } from '#lib/text.ts';
import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import { type AckResult, notSent, sent } from '#sandbox/slack/delivery/envelope.ts';
import { viewSubmission } from '#sandbox/slack/delivery/payloads.ts';
import { asText, isFields } from '#sandbox/slack/json.ts';
import { fieldsOf, holding } from '#sandbox/slack/state/form-values.ts';
import { closeModal, showErrors, showTrouble, updateView } from '#sandbox/slack/state/modals.ts';
import type { User, View } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { type NewUpload, uploadFile } from '#sandbox/slack/state/uploads.ts';
import type { Dispatch } from './dispatch.ts';
import { problemsOfForm } from './form-check.ts';
import { choosableIn } from './searches.ts';
import { heldFrom, type Typed } from './typed-values.ts';

export type PersonForms = {
  /** Types into fields, by block id, without submitting. */
  fill(values: Record<string, Typed>): void;
  /** Chooses a file of the person's own for a file input, which Slack uploads at once. The id of the upload. */
  upload(file: NewUpload): string;
  /** Types and submits. `copies` sends the same submission several times, as an impatient click does. */
  submit(values?: Record<string, Typed>, options?: { copies?: number }): Promise<AckResult>;
  /** Closes the modal if one is open; the app hears nothing of that. */
  close(): void;
};

const TROUBLE = 'We had some trouble connecting. Try again?';

export function createPersonForms(dispatch: Dispatch, user: User): PersonForms {
  const { state, triggers, delivery } = dispatch;

  function fill(values: Record<string, Typed>): View {
    const view = modalOf(state, user);
    for (const [blockId, typed] of Object.entries(values)) typeInto(state, user, view, blockId, typed);
    return view;
  }

  return {
    fill(values) {
      fill(values);
    },

    upload: (file) => uploadFile(state, user, file).id,

    async submit(values = {}, { copies = 1 } = {}) {
      const view = fill(values);
      if (!view.submit) throw new Error(`"${asText(view.title?.text)}" has no submit button.`);
      const problems = problemsOfForm(view);
      showErrors(state, view, problems);
      if (Object.keys(problems).length > 0) return notSent('refused_by_form');

      const payload = viewSubmission(state, user, view, triggers.issue(user.id));
      const acks = Array.from({ length: copies }, () => delivery.deliver({ kind: 'interactive', payload }));
      const results = await Promise.all(acks.map(async (ack) => obey(state, view, sent(await ack))));
      return results.find((result) => result.problem === undefined) ?? results[0] ?? notSent();
    },

    close() {
      const view = state.modals.get(user.id);
      if (view) closeModal(state, view);
    },
  };
}

/** The live modal on a person's screen. Throws when there is none. */
function modalOf(state: WorkspaceState, user: User): View {
  const view = state.modals.get(user.id);
  if (!view) throw new Error(`${user.name} has no modal open.`);
  return view;
}

function typeInto(state: WorkspaceState, user: User, view: View, blockId: string, typed: Typed): void {
  const field = fieldsOf(view.blocks).find(({ block }) => block.block_id === blockId);
  if (!field) {
    const known = fieldsOf(view.blocks).map(({ block }) => block.block_id);
    throw new Error(`The form has no field "${blockId}"; it has: ${known.join(', ')}.`);
  }
  const suggested = choosableIn(view, blockId, field.actionId);
  const held = heldFrom(state, user, { element: field.element, suggested }, typed);
  view.state.values[blockId] = {
    ...view.state.values[blockId],
    [field.actionId]: holding(field.element, held),
  };
}

/** Does what the app's answer to a submission says. */
function obey(state: WorkspaceState, view: View, result: AckResult): AckResult {
  if (result.problem) {
    showTrouble(state, view, TROUBLE);
    return result;
  }
  try {
    follow(state, view, result.body);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showTrouble(state, view, TROUBLE);
    return { ...result, problem: 'invalid_answer' };
  }
}

function follow(state: WorkspaceState, view: View, body: string): void {
  const isOpen = state.modals.get(view.user) === view;
  const answer = body.trim() === '' ? {} : parseJson(body);
  if (!isFields(answer)) throw new Refusal('invalid_response');
  switch (answer.response_action) {
    case undefined:
      closeModal(state, view);
      break;
    case 'clear':
      closeModal(state, view, { all: true });
      break;
    case 'update': {
      const content = readView(answer.view, 'modal');
      if (isOpen) updateView(state, view, content);
      break;
    }
    case 'errors':
      showErrors(state, view, errorsIn(view, answer.errors));
      break;
    default:
      throw new Refusal('invalid_response');
  }
}

/** Errors stand at input blocks of the view; any other key, or an empty sentence, makes the answer invalid. */
function errorsIn(view: View, errors: unknown): Record<string, string> {
  const entries = isFields(errors) ? Object.entries(errors) : [];
  const inputs = view.blocks.filter((block) => block.type === 'input').map((block) => block.block_id);
  const valid = entries.every(([blockId, sentence]) => inputs.includes(blockId) && asText(sentence) !== '');
  if (entries.length === 0 || !valid) throw new Refusal('invalid_response');
  return Object.fromEntries(entries.map(([blockId, sentence]) => [blockId, asText(sentence)]));
}
