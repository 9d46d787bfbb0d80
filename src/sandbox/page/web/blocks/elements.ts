// What can be pressed or picked in a message, a view or the Home tab.
import { h, type JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { Surface } from '#sandbox/page/server/screen.ts';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { Menu } from '#sandbox/page/web/parts/menu.ts';
import { asText, type Fields, fieldsIn, fieldsOr, wordsOf } from '#sandbox/page/web/state/json.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { ExternalSelect, OpenForm } from './external-select.ts';
import { threadBehind } from './mrkdwn.ts';

export function elementNode(reader: Reader, element: Fields, at: Surface, block: Fields): JSX.Element {
  const key = `${asText(element['action_id'])} ${asText(element['value'])}`;
  switch (element['type']) {
    case 'button':
      return h(element['url'] === undefined ? Button : LinkButton, { key, reader, element, at });
    case 'overflow':
      return h(OverflowMenu, { key, reader, element, at });
    case 'static_select':
      return picker(reader, element, at);
    case 'external_select': {
      const label = wordsOf(element['placeholder']) || 'Search…';
      return h(ExternalSelect, { key, at, block, element, attributes: { 'aria-label': label } });
    }
    default:
      return h('span', { class: 'unknown' }, `[${asText(element['type'])}]`);
  }
}

type ElementProps = { reader: Reader; element: Fields; at: Surface };

function Button({ reader, element, at }: ElementProps): JSX.Element {
  const form = useContext(OpenForm);
  const [isBusy, setBusy] = useState(false);
  const { action, label, value, style } = partsOf(element);
  async function onClick() {
    const question = fieldsOr(element['confirm']);
    if (question && !(await reader.ask(question))) return;
    setBusy(true);
    const values = form && { values: form.entries() };
    await reader.act({ type: 'click', at, action, value: value ?? label, ...values });
    setBusy(false);
  }
  const name = asText(element['accessibility_label']) || undefined;
  const busy = isBusy || undefined;
  const attributes = { class: `kit-button ${style}`, 'aria-label': name, 'aria-busy': busy };
  return h('button', { type: 'button', ...attributes, onClick }, label);
}

/** Slack opens the address and sends the press to the app all the same. */
function LinkButton({ reader, element, at }: ElementProps): JSX.Element {
  const { action, label, value, style } = partsOf(element);
  const url = asText(element['url']);
  const thread = threadBehind(url);
  const href = /^https?:/i.test(url) ? url : undefined;
  const onClick = () => {
    if (thread) reader.go({ place: thread.channel, thread, pane: 'thread' });
    void reader.act({ type: 'click', at, action, value: value ?? label });
  };
  const className = `kit-button ${style}`;
  if (thread) return h('button', { type: 'button', class: className, onClick }, label);
  return h('a', { class: className, href, target: '_blank', rel: 'noopener noreferrer', onClick }, label);
}

function OverflowMenu({ reader, element, at }: ElementProps): JSX.Element {
  const { action } = partsOf(element);
  async function pick(value: string) {
    const question = fieldsOr(element['confirm']);
    if (question && !(await reader.ask(question))) return;
    await reader.act({ type: 'pick', at, action, value });
  }
  const items = () =>
    optionsOf(element).map(({ value, label }) => ({ label, onPick: () => void pick(value) }));
  return h('span', { class: 'overflow' }, h(Menu, { label: 'More options', items }, icon('more')));
}

function picker(reader: Reader, element: Fields, at: Surface): JSX.Element {
  const { action } = partsOf(element);
  const chosen = asText(fieldsOr(element['initial_option'])?.['value']);
  const placeholder = wordsOf(element['placeholder']) || 'Choose…';
  const onChange = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) => {
    if (value !== '') void reader.act({ type: 'pick', at, action, value });
  };
  return h(
    'select',
    { key: action, class: 'kit-select', 'aria-label': placeholder, onChange },
    chosen === '' && h('option', { value: '' }, placeholder),
    optionsOf(element).map(({ value, label }) => h('option', { value, selected: value === chosen }, label)),
  );
}

export type Choice = { readonly value: string; readonly label: string };

/** The choices of a select or of checkboxes. */
export function optionsOf(element: Fields): Choice[] {
  return fieldsIn(element['options']).map((option) => ({
    value: asText(option['value']),
    label: wordsOf(option['text']),
  }));
}

function partsOf(element: Fields) {
  const value = element['value'];
  return {
    action: asText(element['action_id']),
    label: wordsOf(element['text']),
    value: typeof value === 'string' ? value : undefined,
    style: asText(element['style']),
  };
}
