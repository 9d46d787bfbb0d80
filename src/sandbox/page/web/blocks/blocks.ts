// Block Kit as nodes of the page, from what the app really posted. A block that is not known is shown as such.
import { h, type JSX } from 'preact';
import type { Surface } from '#sandbox/page/server/screen.ts';
import { asText, type Fields, fieldsIn, fieldsOr, wordsOf } from '#sandbox/page/web/state/json.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { chart } from './chart.ts';
import { DataTable } from './data-table.ts';
import { elementNode } from './elements.ts';
import { textObject } from './mrkdwn.ts';
import { richText } from './rich-text.ts';

/** Draws the input blocks of a form; without it they are unknown here. */
type DrawInput = (block: Fields) => JSX.Element;

export function blockNodes(
  reader: Reader,
  blocks: readonly Fields[],
  at: Surface,
  drawInput?: DrawInput,
): JSX.Element[] {
  return blocks.map((block) => {
    const node = blockNode(reader, block, at, drawInput);
    node.key = asText(block['block_id']);
    return node;
  });
}

function blockNode(
  reader: Reader,
  block: Fields,
  at: Surface,
  drawInput: DrawInput | undefined,
): JSX.Element {
  switch (block['type']) {
    case 'divider':
      return h('hr', null);
    case 'header':
      return h('h2', { class: 'block-header' }, wordsOf(block['text']));
    case 'section':
      return section(reader, block, at);
    case 'context': {
      const texts = fieldsIn(block['elements']).map((one) => h('span', null, textObject(reader, one)));
      return h('div', { class: 'block-context' }, texts);
    }
    case 'actions': {
      const elements = fieldsIn(block['elements']).map((one) => elementNode(reader, one, at, block));
      return h('div', { class: 'block-actions' }, elements);
    }
    case 'image':
      return picture(block);
    case 'rich_text':
      return richText(reader, block);
    case 'data_table':
      return h(DataTable, { reader, block });
    case 'data_visualization':
      return chart(block);
    case 'input':
      return drawInput?.(block) ?? unknown(block);
    default:
      return unknown(block);
  }
}

function section(reader: Reader, block: Fields, at: Surface): JSX.Element {
  const accessory = fieldsOr(block['accessory']);
  const fields = fieldsIn(block['fields']);
  const lines = (value: unknown) => h('div', { class: 'lines' }, textObject(reader, value));
  return h(
    'div',
    { class: 'block-section' },
    h(
      'div',
      { class: 'block-words' },
      lines(block['text']),
      fields.length > 0 && h('div', { class: 'block-fields' }, fields.map(lines)),
    ),
    accessory && elementNode(reader, accessory, at, block),
  );
}

/** Slack's own copy, which the page's server has. */
function picture(block: Fields): JSX.Element {
  const title = wordsOf(block['title']);
  const src = `pictures?url=${encodeURIComponent(asText(block['image_url']))}`;
  return h(
    'figure',
    { class: 'block-picture' },
    title && h('figcaption', null, title),
    h('img', { src, alt: asText(block['alt_text']) }),
  );
}

function unknown(block: Fields): JSX.Element {
  return h(
    'details',
    { class: 'unknown' },
    h('summary', null, `This page can’t show “${asText(block['type'])}” blocks`),
    h('pre', null, JSON.stringify(block, null, 2)),
  );
}
