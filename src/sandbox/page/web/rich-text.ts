/// <reference lib="dom" />
// The rich_text block as nodes of the page: sections, lists, quotes, preformatted text.
import type { Desk } from './desk.ts';
import { type Child, h } from './dom.ts';
import { emojiNode } from './emoji.ts';
import { channelLink, date, link, mention } from './mrkdwn.ts';
import { asText, type Fields, fieldsIn } from './unknown.ts';

export function richText(desk: Desk, block: Fields): HTMLElement {
  return h(
    'div',
    { class: 'rich-text' },
    fieldsIn(block['elements']).map((part) => partNode(desk, part)),
  );
}

function partNode(desk: Desk, part: Fields): HTMLElement {
  const pieces = () => fieldsIn(part['elements']).map((piece) => pieceNode(desk, piece));
  switch (part['type']) {
    case 'rich_text_preformatted':
      return h('pre', {}, pieces());
    case 'rich_text_quote':
      return h('blockquote', {}, pieces());
    case 'rich_text_list': {
      const items = fieldsIn(part['elements']).map((item) => h('li', {}, partNode(desk, item)));
      return part['style'] === 'ordered' ? h('ol', {}, items) : h('ul', {}, items);
    }
    default:
      return h('div', { class: 'lines' }, pieces());
  }
}

function pieceNode(desk: Desk, piece: Fields): Child {
  const bare = bareNode(desk, piece);
  const style = Object(piece['style']) as Record<string, unknown>;
  let node: Child = bare;
  if (style['code'] === true) node = h('code', {}, node);
  if (style['strike'] === true) node = h('s', {}, node);
  if (style['italic'] === true) node = h('em', {}, node);
  if (style['bold'] === true) node = h('strong', {}, node);
  return node;
}

function bareNode(desk: Desk, piece: Fields): Child {
  const text = asText(piece['text']);
  switch (piece['type']) {
    case 'text':
      return text;
    case 'link':
      return link(desk, asText(piece['url']), text || undefined);
    case 'user':
      return mention(desk, asText(piece['user_id']));
    case 'channel':
      return channelLink(desk, asText(piece['channel_id']));
    case 'broadcast':
      return h('span', { class: 'mention' }, `@${asText(piece['range'])}`);
    case 'emoji':
      return emojiNode(asText(piece['name'])) ?? `:${asText(piece['name'])}:`;
    case 'date':
      return date(desk, Number(piece['timestamp']), asText(piece['format']));
    default:
      return h('span', { class: 'unknown' }, `[${asText(piece['type']) || 'unknown'}]`);
  }
}
