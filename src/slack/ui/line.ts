// One line of a message, made of pieces that are parted by dots. Foreign text is a piece of its own, in which nothing formats.
import type { RichTextBlock, RichTextElement, SectionBlock } from '@slack/types';
import { escapeMrkdwn, escapeSentence, plain, shorten } from '#slack/text/escape.ts';
import { isDirectMessage } from '#slack/text/people.ts';

/** Words of ours in a sentence made by `say`. Slack knows no such element: `lines` makes it a text, `mrkdwnOf` leaves it as it is. */
type OwnWords = { readonly type: 'ours'; readonly text: string };
export type Piece = RichTextElement | OwnWords;

/** Our own words, as they are. */
export function ours(text: string): Piece {
  return { type: 'text', text };
}

/** Text of people or of the provider, cut to `max` characters. */
export function foreign(text: string, max = 100): Piece {
  return { type: 'text', text: shorten(plain(text), max) || '-' };
}

/** The same in bold. */
export function bold(text: string, max = 100): Piece {
  return { type: 'text', text: shorten(plain(text), max) || '-', style: { bold: true } };
}

/** What people copy or compare letter by letter. */
export function code(text: string): Piece {
  return { type: 'text', text: shorten(plain(text), 40) || '-', style: { code: true } };
}

/** `name` without colons, such as "warning". */
export function emoji(name: string): Piece {
  return { type: 'emoji', name };
}

/** A time (ms) that Slack shows each reader in their own time zone and date format. */
export function date(at: number): Piece {
  return dated(at, '{date_short_pretty} {time}');
}

/** The same without the day, for what lies within `SAME_DAY_MS` of something whose day is shown. */
export function time(at: number): Piece {
  return dated(at, '{time}');
}

export const SAME_DAY_MS = 12 * 60 * 60_000;

function dated(at: number, format: string): Piece {
  const timestamp = Math.floor(at / 1000);
  const fallback = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { type: 'date', timestamp, format, fallback };
}

/** `id`: a Slack id. */
export function person(id: string): Piece {
  return { type: 'user', user_id: id };
}

/** `id`: a Slack id. A direct message has no name that others could read. */
export function channel(id: string): Piece {
  return isDirectMessage(id) ? ours('direct messages') : { type: 'channel', channel_id: id };
}

/** Nothing without an address, or when it is too long for Slack. */
export function link(text: string, url: string | undefined): readonly Piece[] {
  return url && url.length <= MAX_URL_LENGTH ? [{ type: 'link', url, text }] : [];
}

/** The parts of a line, parted by dots; those without pieces are left out. */
export type Parts = readonly (readonly Piece[])[];

export function line(...parts: Parts): RichTextBlock {
  return lines(parts);
}

/** Several lines, close to each other. A line without pieces is left out. */
export function lines(...all: readonly Parts[]): RichTextBlock {
  const elements = all
    .map(dotted)
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index): Piece[] => (index === 0 ? pieces : [ours('\n'), ...pieces]))
    .map((piece): RichTextElement => (piece.type === 'ours' ? { ...piece, type: 'text' } : piece));
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** A line with a button or menu at its side, which rich text cannot have; so its foreign text is escaped. */
export function lineBeside(accessory: NonNullable<SectionBlock['accessory']>, ...parts: Parts): SectionBlock {
  return linesBeside(accessory, parts);
}

/** The same with several lines, close to each other. */
export function linesBeside(
  accessory: NonNullable<SectionBlock['accessory']>,
  ...all: readonly Parts[]
): SectionBlock {
  const text = all.map((parts) => dotted(parts).map(inMrkdwn).join('')).join('\n');
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true }, accessory };
}

function dotted(parts: Parts): Piece[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index): Piece[] => (index === 0 ? [...part] : [ours(' · '), ...part]));
}

export function inMrkdwn(piece: Piece): string {
  switch (piece.type) {
    case 'ours':
    case 'text': {
      const { bold: isBold, code: isCode } = (piece.type === 'text' && piece.style) || {};
      const [before = '', after = ''] = [/^\s*/, /\s*$/].map((ends) => ends.exec(piece.text)?.[0]);
      // Nothing formats inside of code, and what is copied from there has no characters that nobody sees.
      if (isCode && /^[\w.-]+$/.test(piece.text)) return `\`${piece.text}\``;
      const escaped = escapeSentence(piece.text);
      if (escaped === '') return before;
      return `${before}${isBold ? `*${escaped}*` : escaped}${after}`;
    }
    case 'emoji':
      return `:${piece.name}:`;
    case 'usergroup':
      return `<!subteam^${piece.usergroup_id}>`;
    case 'user':
      return `<@${piece.user_id}>`;
    case 'channel':
      return `<#${piece.channel_id}>`;
    case 'link':
      return `<${piece.url}|${escapeMrkdwn(piece.text ?? '')}>`;
    case 'date':
      return `<!date^${piece.timestamp}^${piece.format}|${piece.fallback ?? ''}>`;
    default:
      throw new Error(`a line cannot have a piece of type ${piece.type}`);
  }
}

/** A button's `url`. */
export const MAX_URL_LENGTH = 3_000;

/** The text of a section, and what a person can type into a text field. */
export const MAX_TEXT_LENGTH = 3_000;

/** The question before a press. */
export const MAX_CONFIRM_LENGTH = 300;

/** Blocks in a message. */
const MAX_MESSAGE_BLOCKS = 50;

/** All blocks of a message as JSON: Slack refuses a message near 13,000. */
export const MAX_MESSAGE_LENGTH = 12_000;

/** Whether Slack takes all these blocks in one message. */
export function fitsMessage(blocks: readonly unknown[]): boolean {
  return blocks.length <= MAX_MESSAGE_BLOCKS && JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH;
}

/** What `render` makes of the first of `counts` with which it fits, and otherwise of the last one: `counts` go down. */
export function fitting<Blocks extends readonly unknown[]>(
  counts: readonly number[],
  render: (count: number) => Blocks,
  fits: (blocks: Blocks) => boolean = fitsMessage,
): Blocks {
  const [count = 0, ...fewer] = counts;
  const blocks = render(count);
  return fewer.length === 0 || fits(blocks) ? blocks : fitting(fewer, render, fits);
}
