/// <reference lib="dom" />
// What can be pressed or picked in a message, a view or the Home tab.
import type { Surface } from '#sandbox/page/server/screen.ts';
import { confirmed } from './confirm.ts';
import type { Desk } from './desk.ts';
import { h } from './dom.ts';
import { spotBehind } from './mrkdwn.ts';
import { optionsOf } from './options.ts';
import { asText, type Fields, fieldsOr, wordsOf } from './unknown.ts';

export function elementNode(desk: Desk, element: Fields, at: Surface): HTMLElement {
  switch (element['type']) {
    case 'button':
      return element['url'] === undefined ? button(desk, element, at) : linkButton(desk, element, at);
    case 'static_select':
    case 'overflow':
    case 'radio_buttons':
      return picker(desk, element, at);
    default:
      return h('span', { class: 'unknown' }, `[${asText(element['type'])}]`);
  }
}

function button(desk: Desk, element: Fields, at: Surface): HTMLElement {
  const { action, label, value, style } = partsOf(element);
  const node = h(
    'button',
    {
      type: 'button',
      class: `kit-button ${style}`,
      'data-focus': `${action} ${value ?? ''}`,
      'aria-label': asText(element['accessibility_label']) || undefined,
      async onclick() {
        const question = fieldsOr(element['confirm']);
        if (question && !(await confirmed(desk, question))) return;
        node.setAttribute('aria-busy', 'true');
        await desk.act({ type: 'click', at, action, value: value ?? label });
        node.removeAttribute('aria-busy');
      },
    },
    label,
  );
  return node;
}

/** Slack opens the address and tells the app of the press all the same. */
function linkButton(desk: Desk, element: Fields, at: Surface): HTMLElement {
  const { action, label, value, style } = partsOf(element);
  const url = asText(element['url']);
  const spot = spotBehind(url);
  const href = /^https?:/i.test(url) ? url : undefined;
  const onclick = () => {
    if (spot) desk.go({ place: spot.channel, thread: spot, pane: 'thread' });
    void desk.act({ type: 'click', at, action, value: value ?? label });
  };
  if (spot) return h('button', { type: 'button', class: `kit-button ${style}`, onclick }, label);
  return h(
    'a',
    { class: `kit-button ${style}`, href, target: '_blank', rel: 'noopener noreferrer', onclick },
    label,
  );
}

function picker(desk: Desk, element: Fields, at: Surface): HTMLElement {
  const { action } = partsOf(element);
  const chosen = asText(fieldsOr(element['initial_option'])?.['value']);
  const placeholder = wordsOf(element['placeholder']) || 'Choose…';
  const options = optionsOf(element).map(({ value, label }) =>
    h('option', { value, selected: value === chosen }, label),
  );
  const onchange = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value !== '') void desk.act({ type: 'pick', at, action, value });
  };
  return h(
    'select',
    { class: 'kit-select', 'aria-label': placeholder, 'data-focus': action, onchange },
    chosen === '' && h('option', { value: '' }, placeholder),
    options,
  );
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
