/// <reference lib="dom" />
// Block Kit as nodes of the page, from what the app really posted. A block that is not known is shown as such.
import type { Surface } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h } from './dom.ts';
import { elementNode } from './elements.ts';
import { textObject } from './mrkdwn.ts';
import { richText } from './rich-text.ts';
import { asText, type Fields, fieldsIn, fieldsOr, wordsOf } from './unknown.ts';

/** Draws the input blocks of a form; without it they are unknown here. */
export type DrawInput = (block: Fields) => HTMLElement;

export function blockNodes(
  desk: Desk,
  blocks: readonly Fields[],
  at: Surface,
  drawInput?: DrawInput,
): HTMLElement[] {
  return blocks.map((block) => blockNode(desk, block, at, drawInput));
}

function blockNode(desk: Desk, block: Fields, at: Surface, drawInput: DrawInput | undefined): HTMLElement {
  switch (block['type']) {
    case 'divider':
      return h('hr');
    case 'header':
      return h('h2', { class: 'block-header' }, wordsOf(block['text']));
    case 'section':
      return section(desk, block, at);
    case 'context':
      return h(
        'div',
        { class: 'block-context' },
        fieldsIn(block['elements']).map((element) => h('span', {}, textObject(desk, element))),
      );
    case 'actions':
      return h(
        'div',
        { class: 'block-actions' },
        fieldsIn(block['elements']).map((element) => elementNode(desk, element, at)),
      );
    case 'rich_text':
      return richText(desk, block);
    case 'input':
      return drawInput?.(block) ?? unknown(block);
    default:
      return unknown(block);
  }
}

function section(desk: Desk, block: Fields, at: Surface): HTMLElement {
  const accessory = fieldsOr(block['accessory']);
  const fields = fieldsIn(block['fields']);
  return h(
    'div',
    { class: 'block-section' },
    h(
      'div',
      { class: 'block-words' },
      h('div', { class: 'lines' }, textObject(desk, block['text'])),
      fields.length > 0 &&
        h(
          'div',
          { class: 'block-fields' },
          fields.map((field) => h('div', { class: 'lines' }, textObject(desk, field))),
        ),
    ),
    accessory && elementNode(desk, accessory, at),
  );
}

function unknown(block: Fields): HTMLElement {
  return h(
    'details',
    { class: 'unknown' },
    h('summary', {}, `A block of the type “${asText(block['type'])}”, which this page does not draw`),
    h('pre', {}, JSON.stringify(block, null, 2)),
  );
}
