// Checks what goes to Slack: within its limits by the stand-in's rules, and without foreign text where it could format or
// mention.
import { expect } from 'vitest';
import { readMessageBlocks, readView } from '#sandbox/slack/blocks/surfaces.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { PHONE } from './every-order.ts';

/** Mentions, dates and links to cards that we write ourselves; any other angle bracket is foreign text, and so is a link's label. */
const OURS =
  /<@U\d>|<#C\d>|<https:\/\/sandbox\.slack\.com\/[^<>|]+\|([^<>|]+)>|<!date\^\d+\^[^<>^|]+\|[^<>|]+>/g;

/** Pieces of rich text that mention, link or draw: only what we write ourselves may stand in them. */
const RICH = {
  user: { field: 'user_id', ours: /^U\d$/ },
  channel: { field: 'channel_id', ours: /^C\d$/ },
  link: { field: 'url', ours: /^https:\/\/(sandbox\.slack\.com|pay\.example)\// },
  emoji: {
    field: 'name',
    ours: /^(white_check_mark|warning|rotating_light|x|leftwards_arrow_with_hook|hourglass|hourglass_flowing_sand|link|repeat|no_entry_sign|lock)$/,
  },
} as const;

const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** What Teller itself puts around names that are written from right to left. */
const ISOLATED = /\u2068[^\u2066-\u2069]+\u2069/g;
const mayTurnRound = (text: string) => DIRECTIONS.test(text.replace(ISOLATED, ''));

export function expectGoodMessage(message: { text: string; blocks: readonly unknown[] }): void {
  expect(() => readMessageBlocks(message.blocks)).not.toThrow();
  expect(message.text.trim()).not.toBe('');
  expect(message.text.length).toBeLessThan(4_000);
  expectInertMrkdwn(message.text);
  expectInert(message.blocks);
}

export function expectGoodView(view: unknown): void {
  expect(() => readView(view, 'modal')).not.toThrow();
  expectInert(isFields(view) ? view.blocks : undefined);
}

/** The customer's whole number is nowhere, in no spelling. */
export function expectMasked(what: unknown): void {
  const digits = JSON.stringify(what).replace(/(?<=\d)[ .()-]+(?=\d)/g, '');
  expect(digits).not.toContain(PHONE.slice(3));
}

/** Every text object is of a kind in which foreign text cannot format or mention. */
function expectInert(blocks: unknown): void {
  expect(mayTurnRound(JSON.stringify(blocks))).toBe(false);
  for (const piece of piecesIn(blocks)) {
    if (piece.type === 'mrkdwn') {
      expectInertMrkdwn(asText(piece.text));
      // Without `verbatim` Slack turns words that look like links and mentions into them.
      expect(piece.verbatim).toBe(true);
    }
    if (piece.type === 'plain_text')
      expect(/:\w+:/.test(asText(piece.text)) && piece.emoji !== false).toBe(false);
    expect(asText(piece.type)).not.toMatch(/^(usergroup|broadcast)$/);
    if (isIn(RICH, piece.type)) expect(asText(piece[RICH[piece.type].field])).toMatch(RICH[piece.type].ours);
  }
}

function isIn<Table extends object>(table: Table, name: unknown): name is keyof Table {
  return Object.hasOwn(table, asText(name));
}

function expectInertMrkdwn(text: string): void {
  const rest = text.replace(OURS, '$1');
  expect(rest).not.toMatch(/[<>]/);
  expect(rest).not.toMatch(/\*bold\*|_it_|~st~|`code`|:tada:|:\/\/evil/);
  expect(mayTurnRound(rest)).toBe(false);
}

function piecesIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(piecesIn);
  return isFields(value) ? [value, ...Object.values(value).flatMap(piecesIn)] : [];
}
