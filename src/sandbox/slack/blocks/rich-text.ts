// The rich_text block: sections, lists, quotes and preformatted text, made of small pieces.
import { id, url } from './composition.ts';
import { byType, flag, list, oneOf, type Rule, shape, text, wholeNumber } from './schema.ts';

const MAX_PIECES = 1000;

const style = shape({}, { bold: flag, italic: flag, strike: flag, code: flag, underline: flag });
const position = wholeNumber(0, Number.MAX_SAFE_INTEGER);

const piece = byType({
  text: shape({ text: text(13_000) }, { style }),
  link: shape({ url }, { text: text(3000), style, unsafe: flag }),
  emoji: shape({ name: text(255) }, { unicode: text(255), skin_tone: wholeNumber(1, 6), style }),
  user: shape({ user_id: id }, { style }),
  usergroup: shape({ usergroup_id: id }, { style }),
  channel: shape({ channel_id: id }, { style }),
  broadcast: shape({ range: oneOf('here', 'channel', 'everyone') }, { style }),
  date: shape({ timestamp: position, format: text(255) }, { url, fallback: text(255), style }),
});

const pieces = list(piece, MAX_PIECES, 0);
const section = shape({ elements: pieces });

const part = byType({ rich_text_section: section, rich_text_preformatted: section });

export const richText: Rule = shape({ elements: list(part, MAX_PIECES) }, { block_id: id });
