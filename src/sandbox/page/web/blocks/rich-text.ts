// The rich_text block as nodes of the page: sections, lists, quotes, preformatted text.
import { type ComponentChild, h, type JSX } from 'preact';
import { asText, type Fields, fieldsIn } from '#sandbox/page/web/state/json.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { emoji } from './emoji.ts';
import { channelLink, date, link, mention } from './mrkdwn.ts';

export function richText(reader: Reader, block: Fields): JSX.Element {
  const parts = fieldsIn(block['elements']).map((part) => partNode(reader, part));
  return h('div', { class: 'rich-text' }, parts);
}

function partNode(reader: Reader, part: Fields): JSX.Element {
  const pieces = fieldsIn(part['elements']).map((piece) => pieceNode(reader, piece));
  return part['type'] === 'rich_text_preformatted'
    ? h('pre', null, pieces)
    : h('div', { class: 'lines' }, pieces);
}

function pieceNode(reader: Reader, piece: Fields): ComponentChild {
  const style = Object(piece['style']) as Record<string, unknown>;
  let node = bareNode(reader, piece);
  if (style['code'] === true) node = h('code', null, node);
  if (style['strike'] === true) node = h('s', null, node);
  if (style['italic'] === true) node = h('em', null, node);
  if (style['bold'] === true) node = h('strong', null, node);
  return node;
}

function bareNode(reader: Reader, piece: Fields): ComponentChild {
  const text = asText(piece['text']);
  switch (piece['type']) {
    case 'text':
      return text;
    case 'link':
      return link(reader, asText(piece['url']), text || undefined);
    case 'user':
      return mention(reader, asText(piece['user_id']));
    case 'channel':
      return channelLink(reader, asText(piece['channel_id']));
    case 'broadcast':
      return h('span', { class: 'mention' }, `@${asText(piece['range'])}`);
    case 'emoji':
      return emoji(asText(piece['name'])) ?? `:${asText(piece['name'])}:`;
    case 'date':
      return date(reader, Number(piece['timestamp']), asText(piece['format']));
    default:
      return h('span', { class: 'unknown' }, `[${asText(piece['type']) || 'unknown'}]`);
  }
}
