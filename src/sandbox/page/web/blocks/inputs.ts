// The inputs of a form: every kind the stand-in takes, each with its label, hint and error.
import { type ComponentChildren, h, type JSX } from 'preact';
import { asText, type Fields, fieldsIn, fieldsOr, wordsOf } from '#sandbox/page/web/state/json.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { type Choice, optionsOf } from './elements.ts';
import { ExternalSelect } from './external-select.ts';
import { FileInput } from './file-input.ts';

export type Typed = string | readonly string[];

type InputState = {
  readonly block: Fields;
  /** What was typed, or else what the server holds. */
  readonly value: Typed;
  /** The server's entry of Slack's `state.values`. */
  readonly held: unknown;
  readonly error: string | undefined;
  readonly onType: (value: Typed) => void;
};

export function inputNode(conversations: readonly Conversation[], input: InputState): JSX.Element {
  const { block, error } = input;
  const id = `field-${asText(block['block_id'])}`;
  const hint = wordsOf(block['hint']);
  const isOptional = block['optional'] === true;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: asText(block['block_id']),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    'aria-required': isOptional ? undefined : true,
  };
  const label = [wordsOf(block['label']), isOptional && h('span', { class: 'optional' }, ' (optional)')];
  const notes = [
    error && h('p', { class: 'field-error', id: `${id}-error` }, error),
    hint && h('p', { class: 'field-hint', id: `${id}-hint` }, hint),
  ];
  const type = fieldsOr(block['element'])?.['type'];
  const node = control(conversations, input, attributes);
  if (type === 'checkboxes') return h('fieldset', { class: 'field' }, h('legend', null, label), node, notes);
  const labelNode = h('label', { for: id }, label);
  return h('div', { class: error ? 'field wrong' : 'field' }, labelNode, node, notes);
}

type Attributes = {
  id: string;
  name: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
};

type Changed = { readonly currentTarget: { readonly value: string } };

function control(
  conversations: readonly Conversation[],
  input: InputState,
  attributes: Attributes,
): JSX.Element {
  const element = fieldsOr(input.block['element']) ?? {};
  const value = typeof input.value === 'string' ? input.value : '';
  const placeholder = wordsOf(element['placeholder']) || undefined;
  const onInput = ({ currentTarget }: Changed) => input.onType(currentTarget.value);
  const typing = { ...attributes, value, placeholder, onInput, autocomplete: 'off' } as const;
  const choose = (options: readonly Choice[]) =>
    h(
      'select',
      { ...attributes, value, onChange: onInput },
      // An empty choice stands first where nothing is chosen, or where nothing need be.
      (value === '' || !attributes['aria-required']) && h('option', { value: '' }, placeholder ?? 'Choose…'),
      options.map((option) => h('option', { value: option.value }, option.label)),
    );
  switch (element['type']) {
    case 'plain_text_input': {
      const maxLength = Number(element['max_length'] ?? 3000);
      return h('input', { ...typing, maxLength, type: 'text' });
    }
    case 'email_text_input':
      return h('input', { ...typing, type: 'email' });
    case 'datepicker':
      return h('input', { ...typing, type: 'date', placeholder: undefined });
    case 'static_select':
      return choose(optionsOf(element));
    case 'external_select':
      return h(ExternalSelect, { at: { in: 'modal' }, block: input.block, element, attributes });
    case 'conversations_select':
      return choose(channelsFor(conversations, element));
    case 'file_input': {
      const names = fieldsIn(fieldsOr(input.held)?.['files']).map(({ name }) => asText(name));
      return h(FileInput, { element, attributes, held: names, onType: input.onType });
    }
    case 'checkboxes':
      return h('div', { class: 'choices' }, choices(input, element, attributes));
    default:
      return h('p', { class: 'unknown' }, `[${asText(element['type'])}]`);
  }
}

function channelsFor(conversations: readonly Conversation[], element: Fields): Choice[] {
  const include = fieldsOr(element['filter'])?.['include'];
  return conversations
    .filter(({ kind }) => !Array.isArray(include) || include.includes(kind))
    .map(({ id, name, kind }) => ({
      value: id,
      label: kind === 'im' ? 'Teller (direct message)' : `${kind === 'private' ? '🔒' : '#'} ${name}`,
    }));
}

function choices(input: InputState, element: Fields, { id, name }: Attributes): ComponentChildren {
  const chosen = typeof input.value === 'string' ? [input.value] : input.value;
  return optionsOf(element).map(({ value, label }, index) => {
    const isChosen = chosen.includes(value);
    const others = chosen.filter((one) => one !== value);
    const box = h('input', {
      type: 'checkbox',
      name,
      id: `${id}-${index}`,
      checked: isChosen,
      onChange: () => input.onType(isChosen ? others : [...others, value]),
    });
    return h('label', { class: 'choice' }, box, label);
  });
}

/** What an entry of Slack's `state.values` holds, as a control takes it. */
export function heldIn(entry: unknown): Typed {
  const fields = fieldsOr(entry) ?? {};
  const many = fieldsIn(fields['selected_options']).map((option) => asText(option['value']));
  if (Array.isArray(fields['selected_options'])) return many;
  if (Array.isArray(fields['files'])) return fieldsIn(fields['files']).map(({ id }) => asText(id));
  const option = fieldsOr(fields['selected_option']);
  if (option) return asText(option['value']);
  const { value, selected_conversation, selected_date } = fields;
  return [value, selected_conversation, selected_date].map(asText).find(Boolean) ?? '';
}
