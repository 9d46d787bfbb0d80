// Finds what is marked as one thing in the words of a search: what stands in quotation marks, agents, channels, email
// addresses, days and phone numbers.
import { type Msisdn, parseContact } from '#lib/msisdn.ts';
import { type Meaning, wordsMeaning } from '#payments/finding/condition.ts';
import type { PeriodFault } from '#payments/reports/period.ts';
import { UNDERSTOOD } from '#slack/text/find.ts';
import { dayParts } from './day-meanings.ts';
import { findDays } from './find-days.ts';
import { localMeaning, NOT_PAID, type Piece } from './find-meanings.ts';
import { findPhones } from './phone-words.ts';
import { emailsIn } from './typed-words.ts';

/** `agents`, `channels`: Slack ids. `fault`: why a day or a range of days cannot be one; its words are left among the others. */
export type Marked = {
  readonly pieces: readonly Piece[];
  readonly agents: readonly string[];
  readonly channels: readonly string[];
  readonly fault: PeriodFault | undefined;
};

const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;
const AGENT = /(?:\b(?:by|from)\s+)?<@([A-Z0-9]+)>|\bby\s+me\b/gi;
const CHANNEL = /(?:\b(?:in|from)\s+)?<#([A-Z0-9]+)>/gi;
const NOT_PAID_WORDS = /(?<![\p{L}\p{N}-])not\s+(?:yet\s+)?paid(?![\p{L}\p{N}-])/giu;
/**
 * `userId`: who "me" is. `now` in milliseconds since the epoch. `timeZone`: in which days begin. `defaultCurrency`: the merchant's,
 * which says whose “Shs” are.
 */
export type Searcher = {
  readonly userId: string;
  readonly now: number;
  readonly timeZone: string;
  readonly defaultCurrency?: string;
};

export function findMarked(text: string, { userId, now, timeZone }: Searcher): Marked {
  const pieces: Piece[] = [];
  const agents: string[] = [];
  const channels: string[] = [];
  let fault: PeriodFault | undefined;
  let rest = text;
  const add = (start: number, of: string, meanings: readonly Meaning[], said: string) => {
    const end = start + of.length;
    pieces.push({ start, end, text: of, meanings, said, mayBeReference: false });
    // Semicolons keep the places of what is left, and are part of nothing.
    rest = rest.slice(0, start) + ';'.repeat(of.length) + rest.slice(end);
  };

  for (const { 0: whole, 1: inside = '', index } of rest.matchAll(QUOTED)) {
    const words = wordsMeaning(inside);
    // One word or a number means the same with and without quotation marks.
    if (words && /\p{L}/u.test(inside) && /\S\s+\S/.test(inside))
      add(index, whole, [words, { is: 'account', text: inside }], UNDERSTOOD.text(inside));
  }
  for (const { 0: whole, 1: agent = userId, index } of rest.matchAll(AGENT)) {
    agents.push(agent);
    add(index, whole, [{ is: 'agent', agent }], '');
  }
  for (const { 0: whole, 1: channel = '', index } of rest.matchAll(CHANNEL)) {
    channels.push(channel);
    add(index, whole, [{ is: 'channel', channel }], '');
  }
  for (const { 0: written, index } of rest.matchAll(NOT_PAID_WORDS))
    add(index, written, [{ is: 'state', states: NOT_PAID }], UNDERSTOOD.notPaid);
  for (const { text: email, start } of emailsIn(rest))
    add(start, email, [{ is: 'email', text: email }], email);
  for (const { index, written, beforeYear, read } of findDays(rest, { now, timeZone })) {
    if (read.ok) {
      const { firstDay, lastDay, name } = read.value;
      const said = name ? written.toLowerCase() : UNDERSTOOD.days(firstDay, lastDay);
      for (const part of dayParts({ written, beforeYear }, read.value, { now, timeZone }))
        add(index + part.start, part.text, part.meanings, said);
    } else fault ??= read.fault;
  }
  for (const { start, end, text: written } of findPhones(rest)) {
    const numbers = numbersOf(written);
    const [number] = numbers;
    if (!number) continue;
    const meanings = numbers.map((msisdn) => ({ is: 'number', msisdn }) as const);
    const digits = written.replace(/\D/g, '');
    const others = [...localMeaning(digits), { is: 'account', text: digits } as const];
    add(start, rest.slice(start, end), [...meanings, ...others], UNDERSTOOD.number(number));
  }
  return { pieces, agents, channels, fault };
}

/** A number without its country code may be of Kenya and of Uganda. */
function numbersOf(written: string): Msisdn[] {
  const read = [parseContact(written, 'KE'), parseContact(written, 'UG')];
  return [...new Set(read.filter((number) => number !== undefined))];
}
