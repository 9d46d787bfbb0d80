// Foreign text (from people or the provider) must not mention, link or format anything inside Slack's mrkdwn.
import { maskNumbers } from '#lib/msisdn.ts';
import { oneLine } from '#lib/text.ts';

/** WORD JOINER: has no width, and next to it Slack does not read a character as formatting. */
const JOINER = '\u2060';

/**
 * Makes foreign text safe inside mrkdwn: `&`, `<`, `>` as Slack's entities; `*`, `_`, `~`, `:`, backticks and a quote's
 * `>` made harmless; direction marks, which could show a text backwards, left out; lines joined.
 */
export function escapeMrkdwn(text: string): string {
  return plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`:]|^&gt;/g, (mark) => JOINER + mark + JOINER);
}

/**
 * The same for a message's `text`, in which Slack also makes links of bare addresses such as example.com. A dot before a digit,
 * as in an amount, stays.
 */
export function escapeSentence(text: string): string {
  return escapeMrkdwn(text).replace(/(?<=\S)\.(?=[^\s\d])/g, `${JOINER}.`);
}

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what stands between them turns nothing around that stands beside it. */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Words that are written from right to left, with what parts them but the dots between the parts of a line. */
const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Adlam'];
const RTL = `(?=\\p{L})[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`;
const RTL_WORDS = new RegExp(`${RTL}\\p{L}*(?:[^\\p{L}·]*${RTL}\\p{L}*)*\\p{M}*`, 'gu');

/**
 * One line for plain_text and rich_text, where nothing formats. Words from right to left are isolated: without that, a masked
 * number beside a name is shown with its parts in the wrong order.
 */
export function plain(text: string): string {
  return oneLine(text).replace(RTL_WORDS, (words) => ISOLATE + words + END);
}

/** The provider's own words, for plain_text and rich_text: it may name a customer's number, which is masked. */
export function providerWords(said: string, max: number): string {
  return shorten(maskNumbers(plain(said)), max);
}

/** With the mark that ends a sentence, once; '' stays ''. */
export function asSentence(words: string): string {
  return words === '' || /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** Made once: that takes as long as to go through a line. */
const SEGMENTER = new Intl.Segmenter();

/** At most `max` characters (as JavaScript counts them), with an ellipsis where it was cut; what is seen as one stays whole. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = '';
  for (const { segment } of SEGMENTER.segment(text)) {
    if (cut.length + segment.length > max - (text.includes(ISOLATE) ? 2 : 1)) break;
    cut += segment;
  }
  const isOpen = cut.lastIndexOf(ISOLATE) > cut.lastIndexOf(END);
  return `${cut}${isOpen ? END : ''}…`;
}
