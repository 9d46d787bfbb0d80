// The inputs of our forms: how one looks, and how its value is read back. block_id and action_id are the field's name.
import type { InputBlock, PlainTextOption } from '@slack/types';
import { plain, shorten } from '#slack/text/escape.ts';

/** What Slack sends back: block_id → action_id → the element's state. */
export type FormState = Record<string, Record<string, FieldState>>;

export type FieldState = {
  value?: string | null;
  selected_option?: { value: string } | null;
  selected_date?: string | null;
  selected_conversation?: string | null;
};

/** Field name → sentence to show at it. */
export type FieldErrors = Record<string, string>;

type Look = { label: string; hint?: string; optional?: boolean; initial?: string | undefined };

export function textField(
  name: string,
  look: Look & { placeholder?: string; most?: number; multiline?: boolean },
): InputBlock {
  return input(name, look, {
    type: 'plain_text_input',
    action_id: name,
    // What does not fit is seen to be cut: half a number must not pass for a number.
    ...(look.initial ? { initial_value: shorten(plain(look.initial), look.most ?? 3000) } : {}),
    ...(look.placeholder ? { placeholder: { type: 'plain_text', text: look.placeholder } } : {}),
    ...(look.most ? { max_length: look.most } : {}),
    ...(look.multiline ? { multiline: true } : {}),
  });
}

export function emailField(name: string, look: Look): InputBlock {
  return input(name, look, {
    type: 'email_text_input',
    action_id: name,
    ...(look.initial ? { initial_value: look.initial } : {}),
  });
}

export function dateField(name: string, look: Look): InputBlock {
  return input(name, look, {
    type: 'datepicker',
    action_id: name,
    ...(look.initial ? { initial_date: look.initial } : {}),
  });
}

export function choiceField(
  name: string,
  look: Look,
  choices: readonly (readonly [value: string, label: string])[],
): InputBlock {
  const options = choices.map(
    ([value, text]): PlainTextOption => ({ text: { type: 'plain_text', text }, value }),
  );
  const chosen = options.find(({ value }) => value === look.initial);
  return input(name, look, {
    type: 'static_select',
    action_id: name,
    options,
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
  const field = state[name]?.[name];
  return (
    field?.value ??
    field?.selected_option?.value ??
    field?.selected_date ??
    field?.selected_conversation ??
    ''
  ).trim();
}

function input(name: string, look: Look, element: InputBlock['element']): InputBlock {
  return {
    type: 'input',
    block_id: name,
    label: { type: 'plain_text', text: look.label },
    element,
    optional: look.optional ?? false,
    ...(look.hint ? { hint: { type: 'plain_text', text: look.hint } } : {}),
  };
}
