// What Slack makes of the words a person types: text with entities and marks, and the same as rich text.
import type { Fields } from '#sandbox/slack/json.ts';
import type { Block } from '#sandbox/slack/state/model.ts';

const MARKS = [
  /<@(?<user>[UW]\w+)(?:\|[^>]*)?>/,
  /<#(?<channel>[CG]\w+)(?:\|[^>]*)?>/,
  /<!subteam\^(?<group>S\w+)(?:\|[^>]*)?>/,
  /<!(?<range>here|channel|everyone)>/,
  /<(?<marked>(?:https?|mailto|tel):[^|>\s]+)(?:\|(?<label>[^>]*))?>/,
  /(?<url>https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)])/,
  // Not looked for from within a word, which would take a long word's length squared.
  /(?<email>(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/,
];
const MARK = new RegExp(MARKS.map(({ source }) => source).join('|'), 'g');

/** Mentions and links may be typed in Slack's own marks (`<@U…>`); bare addresses become links, all else is text. */
export function toRichText(typed: string, blockId: string): { text: string; blocks: Block[] } {
  const elements: Fields[] = [];
  let text = '';
  function add(piece: { text: string; element: Fields }): void {
    text += piece.text;
    elements.push(piece.element);
  }

  let end = 0;
  for (const match of typed.matchAll(MARK)) {
    if (match.index > end) add(plain(typed.slice(end, match.index)));
    add(marked(match[0], match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < typed.length) add(plain(typed.slice(end)));
  return {
    text,
    blocks: [{ type: 'rich_text', block_id: blockId, elements: [{ type: 'rich_text_section', elements }] }],
  };
}

function plain(text: string): { text: string; element: Fields } {
  return { text: escaped(text), element: { type: 'text', text } };
}

function marked(mark: string, groups: Record<string, string | undefined>): { text: string; element: Fields } {
  const { user, channel, group, range, marked: address, label, url, email } = groups;
  if (user) return { text: mark, element: { type: 'user', user_id: user } };
  if (channel) return { text: mark, element: { type: 'channel', channel_id: channel } };
  if (group) return { text: mark, element: { type: 'usergroup', usergroup_id: group } };
  if (range) return { text: mark, element: { type: 'broadcast', range } };
  if (url) return { text: `<${escaped(url)}>`, element: { type: 'link', url } };
  if (email) {
    return {
      text: `<mailto:${email}|${email}>`,
      element: { type: 'link', url: `mailto:${email}`, text: email },
    };
  }
  return { text: mark, element: { type: 'link', url: address, ...(label && { text: label }) } };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
