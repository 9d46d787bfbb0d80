// Text that is not ours must not mention, link or format anything when it stands in mrkdwn.

/** Zero-width, and enough that Slack no longer takes the character after it for the start of formatting. */
const JOINER = '\u2060';

/**
 * Makes foreign text safe inside mrkdwn: `&`, `<`, `>` as Slack's entities; `*`, `_`, `~` and backticks made harmless;
 * direction marks, which could show a text backwards, left out; lines joined.
 */
export function escapeMrkdwn(text: string): string {
  return plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`:]/g, (mark) => JOINER + mark + JOINER);
}

/** One line of visible characters, for plain_text and rich_text, where nothing formats. */
export function plain(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** At most `most` characters (as JavaScript counts them), with an ellipsis where something was cut; whole emoji only. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > most - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
