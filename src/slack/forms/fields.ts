// What our forms are built from: the frame, the inputs, and how a value is read back. A field's name is its action_id and,
// unless the field was changed while the form was open, its block_id.
import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { MAX_TEXT_LENGTH } from '#slack/cards/limits.ts';
import { plain, shorten } from '#slack/text/escape.ts';

/** What Slack sends back: block_id → action_id → the element's state. */
export type FormState = Record<string, Record<string, FieldState>>;

export type FieldState = {
  value?: string | null;
  selected_option?: { value: string } | null;
  selected_options?: readonly { value: string }[] | null;
  selected_date?: string | null;
  selected_conversation?: string | null;
};

/** Field name → sentence to show at it. */
export type FieldErrors = Record<string, string>;

/** What was read from a submitted form. */
export type FormResult<Input> =
  | { readonly status: 'valid'; readonly input: Input }
  | { readonly status: 'invalid'; readonly errors: FieldErrors };

/** The frame of every form. Title and button labels have at most 24 characters (Slack, Limits). */
export function formView(form: {
  callbackId: string;
  title: string;
  submit: string;
  close: string;
  /** Goes to private_metadata, which Slack sends back with the submission; nothing personal. */
  memory: string;
  blocks: KnownBlock[];
}): ModalView {
  return {
    type: 'modal',
    callback_id: form.callbackId,
    title: { type: 'plain_text', text: form.title },
    submit: { type: 'plain_text', text: form.submit },
    close: { type: 'plain_text', text: form.close },
    private_metadata: form.memory,
    blocks: form.blocks,
  };
}

type FieldOptions = { label: string; hint?: string; optional?: boolean; initial?: string | undefined };

export function textField(
  name: string,
  options: FieldOptions & { placeholder?: string; max?: number },
): InputBlock {
  return input(name, options, {
    type: 'plain_text_input',
    action_id: name,
    // A cut value ends in an ellipsis, so that half of a number is not taken for a number.
    ...(options.initial
      ? { initial_value: shorten(plain(options.initial), options.max ?? MAX_TEXT_LENGTH) }
      : {}),
    ...(options.placeholder ? { placeholder: { type: 'plain_text', text: options.placeholder } } : {}),
    ...(options.max ? { max_length: options.max } : {}),
  });
}

export function emailField(name: string, options: FieldOptions): InputBlock {
  return input(name, options, {
    type: 'email_text_input',
    action_id: name,
    ...(options.initial ? { initial_value: options.initial } : {}),
  });
}

export function dateField(name: string, options: FieldOptions): InputBlock {
  return input(name, options, {
    type: 'datepicker',
    action_id: name,
    ...(options.initial ? { initial_date: options.initial } : {}),
  });
}

export function choiceField(
  name: string,
  options: FieldOptions,
  values: readonly (readonly [value: string, label: string])[],
): InputBlock {
  const choices = values.map(
    ([value, text]): PlainTextOption => ({ text: { type: 'plain_text', text }, value }),
  );
  const chosen = choices.find(({ value }) => value === options.initial);
  return input(name, options, {
    type: 'static_select',
    action_id: name,
    options: choices,
    ...(chosen ? { initial_option: chosen } : {}),
  });
}

/** Where the card goes. */
export function channelField(initial: string | undefined): InputBlock {
  return input(
    'channel',
    { label: 'Channel for the card', hint: 'Updates come in its thread. Teller must be a member.' },
    {
      type: 'conversations_select',
      action_id: 'channel',
      filter: { include: ['public', 'private', 'im'] },
      ...(initial ? { initial_conversation: initial } : {}),
    },
  );
}

/** The field's value as trimmed text; '' when empty or not in the form. */
export function valueIn(state: FormState, name: string): string {
  const field = Object.values(state).find((block) => Object.hasOwn(block, name))?.[name];
  return (
    field?.value ??
    field?.selected_option?.value ??
    field?.selected_date ??
    field?.selected_conversation ??
    ''
  ).trim();
}

function input(name: string, options: FieldOptions, element: InputBlock['element']): InputBlock {
  return {
    type: 'input',
    block_id: name,
    label: { type: 'plain_text', text: options.label },
    element,
    optional: options.optional ?? false,
    ...(options.hint ? { hint: { type: 'plain_text', text: options.hint } } : {}),
  };
}
