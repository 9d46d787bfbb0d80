// One line of a message, made of pieces that are parted by dots. Foreign text is a piece of its own, in which nothing formats.
import type { RichTextBlock, RichTextElement } from '@slack/types';
import { plain, shorten } from '#slack/text/escape.ts';
import { MAX_URL_LENGTH } from './limits.ts';

export type Piece = RichTextElement;

/** Our own words, as they are. */
export function ours(text: string): Piece {
  return { type: 'text', text };
}

/** Text of people or of the service, cut to `max` characters. */
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
export function mark(name: string): Piece {
  return { type: 'emoji', name };
}

/** A time (ms) that Slack shows each reader in their own time zone and date format. */
export function date(at: number): Piece {
  const timestamp = Math.floor(at / 1000);
  const fallback = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { type: 'date', timestamp, format: '{date_short_pretty} {time}', fallback };
}

/** `id`: a Slack id. */
export function person(id: string): Piece {
  return { type: 'user', user_id: id };
}

/** `id`: a Slack id. */
export function channel(id: string): Piece {
  return { type: 'channel', channel_id: id };
}

/** Nothing without an address, or when it is too long for Slack. */
export function link(text: string, url: string | undefined): readonly Piece[] {
  return url && url.length <= MAX_URL_LENGTH ? [{ type: 'link', url, text }] : [];
}

/** Parts without pieces are left out. */
export function line(...parts: readonly (readonly Piece[])[]): RichTextBlock {
  const elements = parts
    .filter((part) => part.length > 0)
    .flatMap((part, index): Piece[] => (index === 0 ? [...part] : [{ type: 'text', text: ' · ' }, ...part]));
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
