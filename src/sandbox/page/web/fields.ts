/// <reference lib="dom" />
// The inputs of a form: every kind the stand-in takes, each with its label, hint and error.
import type { Desk } from './desk.ts';
import { type Child, h } from './dom.ts';
import { optionsOf } from './options.ts';
import { asText, type Fields, fieldsIn, fieldsOr, wordsOf } from './unknown.ts';

export type Typed = string | readonly string[];

export type FieldState = {
  readonly block: Fields;
  /** What stands in it: what was typed, or what the server holds. */
  readonly value: Typed;
  readonly error: string | undefined;
  readonly onType: (value: Typed) => void;
};

type Control = { readonly node: HTMLElement; readonly isGroup?: boolean };

export function fieldNode(desk: Desk, field: FieldState): HTMLElement {
  const { block, error } = field;
  const name = asText(block['block_id']);
  const id = `field-${name}`;
  const hint = wordsOf(block['hint']);
  const isOptional = block['optional'] === true;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    'data-focus': id,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': described || undefined,
    'aria-required': isOptional ? undefined : 'true',
  };
  const { node, isGroup } = control(desk, field, attributes);
  const label: Child[] = [
    wordsOf(block['label']),
    isOptional && h('span', { class: 'optional' }, ' (optional)'),
  ];
  const notes = [
    error && h('p', { class: 'field-error', id: `${id}-error` }, error),
    hint && h('p', { class: 'field-hint', id: `${id}-hint` }, hint),
  ];
  if (isGroup) return h('fieldset', { class: 'field' }, h('legend', {}, label), node, notes);
  return h('div', { class: error ? 'field wrong' : 'field' }, h('label', { for: id }, label), node, notes);
}

function control(desk: Desk, field: FieldState, attributes: Record<string, unknown>): Control {
  const element = fieldsOr(field.block['element']) ?? {};
  const value = typeof field.value === 'string' ? field.value : '';
  const placeholder = wordsOf(element['placeholder']) || undefined;
  const onType = (event: Event) => field.onType((event.target as HTMLInputElement).value);
  const typing = { ...attributes, placeholder, oninput: onType, autocomplete: 'off' };
  const line = (type: string, more: object = {}) => {
    const node = h('input', { ...typing, type, ...more });
    node.value = value;
    return { node };
  };
  switch (element['type']) {
    case 'plain_text_input': {
      const length = { maxlength: element['max_length'] };
      if (element['multiline'] !== true) return line('text', length);
      const node = h('textarea', { ...typing, ...length, rows: 3 });
      node.value = value;
      return { node };
    }
    case 'number_input':
      return line('text', { inputmode: 'decimal' });
    case 'email_text_input':
      return line('email');
    case 'url_text_input':
      return line('url');
    case 'datepicker':
      return line('date', { placeholder: undefined });
    case 'static_select':
      return select(optionsOf(element), value, { ...attributes, onchange: onType }, placeholder);
    case 'conversations_select':
      return select(conversations(desk, element), value, { ...attributes, onchange: onType }, placeholder);
    case 'users_select': {
      const people = desk.screen().people.map(({ id, realName }) => ({ value: id, label: realName }));
      return select(people, value, { ...attributes, onchange: onType }, placeholder);
    }
    case 'radio_buttons':
    case 'checkboxes':
      return choices(field, element, attributes);
    default:
      return { node: h('p', { class: 'unknown' }, `[${asText(element['type'])}]`) };
  }
}

/** An empty choice stands first where nothing is chosen, or where nothing need be. */
function select(
  options: readonly { value: string; label: string }[],
  value: string,
  attributes: Record<string, unknown>,
  placeholder = 'Choose…',
): Control {
  const isRequired = attributes['aria-required'] === 'true';
  const node = h(
    'select',
    attributes,
    (value === '' || !isRequired) && h('option', { value: '' }, placeholder),
    options.map((option) => h('option', { value: option.value }, option.label)),
  );
  node.value = value;
  return { node };
}

function conversations(desk: Desk, element: Fields) {
  const include = fieldsOr(element['filter'])?.['include'];
  return desk
    .screen()
    .conversations.filter(({ kind }) => !Array.isArray(include) || include.includes(kind))
    .map(({ id, name, kind }) => ({
      value: id,
      label: kind === 'im' ? 'Teller (direct message)' : `${kind === 'private' ? '🔒' : '#'} ${name}`,
    }));
}

function choices(field: FieldState, element: Fields, attributes: Record<string, unknown>): Control {
  const isMany = element['type'] === 'checkboxes';
  const chosen = new Set(typeof field.value === 'string' ? [field.value] : field.value);
  const name = asText(attributes['name']);
  const boxes = optionsOf(element).map(({ value, label }, index) => {
    const box = h('input', {
      type: isMany ? 'checkbox' : 'radio',
      name,
      id: `${asText(attributes['id'])}-${index}`,
      checked: chosen.has(value),
      onchange() {
        if (!isMany) return field.onType(value);
        if (box.checked) chosen.add(value);
        else chosen.delete(value);
        field.onType([...chosen]);
      },
    });
    return h('label', { class: 'choice' }, box, label);
  });
  return { node: h('div', { class: 'choices' }, boxes), isGroup: true };
}

/** What an entry of Slack's `state.values` holds, as a control takes it. */
export function heldIn(entry: unknown): Typed {
  const fields = fieldsOr(entry) ?? {};
  const many = fieldsIn(fields['selected_options']).map((option) => asText(option['value']));
  if (Array.isArray(fields['selected_options'])) return many;
  const option = fieldsOr(fields['selected_option']);
  if (option) return asText(option['value']);
  const { value, selected_conversation, selected_user, selected_date } = fields;
  return [value, selected_conversation, selected_user, selected_date].map(asText).find(Boolean) ?? '';
}
