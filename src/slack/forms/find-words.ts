// Reads what a person searches for into conditions, all of which a payment must fit, and says in one line what was understood.
import { parseAmount } from '#lib/money.ts';
import { trackingIdIn } from '#orders/reference.ts';
import {
  type Condition,
  type Meaning,
  shortWordsMeaning,
  withOtherDigits,
} from '#payments/finding/condition.ts';
import type { PeriodFault } from '#payments/reports/period.ts';
import { UNDERSTOOD } from '#slack/text/find.ts';
import { type AmountNumber, amountNumbersIn, placesOf, withCurrency } from './amount-numbers.ts';
import { findMarked, type Searcher } from './find-marked.ts';
import { isLikelyCode, isMeant, meaningsOf, meaningsTogether, type Piece, saidOf } from './find-meanings.ts';
import { readablePart, type Word, wordsOutside } from './typed-words.ts';

export type FindWords = {
  /** Empty when nothing was understood. */
  readonly conditions: readonly Condition[];
  /** What was understood, in the order in which it was typed. */
  readonly said: readonly string[];
  /** Slack ids of the agents whose orders are meant. */
  readonly agents: readonly string[];
  /** Slack ids of the channels whose cards are meant. */
  readonly channels: readonly string[];
  /** Under which the payment service may have an order that Teller did not make. */
  readonly reference: string | undefined;
  /** True when nothing but a confirmation code was typed, as it seems. */
  readonly isCode: boolean;
  /** True when words were left out that only make a sentence. */
  readonly isWithoutFillers: boolean;
  /** Why a day or a range of days cannot be one. Its words may mean something else, such as “January 2027” in a description. */
  readonly fault: PeriodFault | undefined;
};

/** People say what they quote; the word says nothing more where something with a digit follows. */
const LABEL = /^(?:code|account|acct?|a\/c|akaunti|ref|reference|receipt|number|nambari|phone|no)[.:#]?$/i;
/** Between the two: "the code is SJK7QWERTY", "nambari ni 0712345678". */
const IS = /^(?:is|was|ni)$/i;
/** They say no more before a code, which only one of them can have. */
const NETWORK = /^(?:m-?pesa|airtel)$/i;
/** An emoji, as Slack sends it. */
const EMOJI = /(?<!\S):[\w+'-]+:(?!\S)/g;
/** A code or a number is written in up to so many groups. */
const MAX_GROUPS = 4;
/** As Kenya, Uganda and their neighbours write numbers, and with the codes of the two. */
const LOCAL_NUMBER = /^(?:0[1-9]|25[46]\d)\d{8}$/;
/** Of a subscriber's account number (SPEC.md, RecurringTransaction). */
const MAX_ACCOUNT_LENGTH = 50;

/** With which people put what they quote into a sentence: "did Jane pay?", "the payment from Jane". */
const FILLERS = new Set(
  `a about again all an and any are at been but buy by can check client come confirm could customer did do does done find for
  from get give got had has have he hello help her here hey hi him his how i if in into is it kindly let look made make may me
  money must my need not now of off on one or order our over paying pay payment payments pays please pls receive received
  request search see send sent she should show some tell teller that the their them there they this through to transaction
  transfer trying up us was we were what when where which who whose why with would yet you your`.split(/\s+/),
);

/**
 * `typed`: without Slack's wrapping. `withoutFillers` leaves out words that only make a sentence, as long as others remain;
 * they may also be somebody's name, so people's words are first searched for with them.
 */
export function readFindWords(
  typed: string,
  { withoutFillers = false, ...person }: Searcher & { withoutFillers?: boolean },
): FindWords {
  const text = readablePart(typed.replace(EMOJI, ''));
  const marked = findMarked(text, person);
  const words = wordsOutside(text, marked.pieces);
  const amounts = amountsIn(words, text, person.defaultCurrency);
  const taken = (index: number) => amounts.some(({ first, last }) => first <= index && index <= last);
  const pieces = [
    ...marked.pieces,
    ...amounts.map(({ piece }) => piece),
    ...words.filter((_, index) => !taken(index)).map(pieceOf),
  ].toSorted((a, b) => a.start - b.start);
  const quoted = withCodes(withShortAccounts(withoutLabels(pieces)), text);
  const meant = marked.pieces.length > 0 ? quoted.filter(isMeant) : withAccount(quoted, text);
  const core = withoutFillers ? meant.filter((piece, index) => !isFiller(piece, index, meant)) : meant;
  const read = withShortWords(core.length > 0 ? core : meant);
  const said = [...new Set(read.map((piece) => piece.said).filter(Boolean))];
  // Groups of one code are all said to be that code. “August 2026” has the form of one.
  const isOne =
    said.length === 1 &&
    read.every((piece) => mayBe(piece, 'code')) &&
    !read.some((piece) => mayBe(piece, 'days'));
  const whole = read.map((piece) => piece.text).join('');
  const code = isOne && isLikelyCode(whole) ? whole : undefined;
  return {
    conditions: unique(
      withOtherDigits(
        read.map(({ meanings }) => meanings),
        typed,
      ),
    ),
    said,
    agents: marked.agents,
    channels: marked.channels,
    reference: code ?? referenceIn(text, pieces),
    isCode: code !== undefined,
    isWithoutFillers: withoutFillers && core.length > 0,
    fault: marked.fault,
  };
}

function mayBe({ meanings }: Piece, kind: Meaning['is']): boolean {
  return meanings.some(({ is }) => is === kind);
}

/** “May 2027” and “25 May” are no sentence. */
function isFiller({ text }: Piece, index: number, pieces: readonly Piece[]): boolean {
  const [before = '', behind = ''] = [pieces[index - 1]?.text, pieces[index + 1]?.text];
  const isMonth = /^may$/i.test(text) && (/^\d{1,2}$/.test(before) || /^\d+$/.test(behind));
  return FILLERS.has(text.toLowerCase()) && !isMonth;
}

/** Nine digits and more are hardly an amount. */
function isLong(written: string): boolean {
  return /^\d{9,}$/.test(written);
}

/** Without quotation marks, brackets and what ends a sentence. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}@+]+|[^\p{L}\p{N}]+$/gu, '');
}

function pieceOf({ start, end, text }: Word): Piece {
  const word = bare(text);
  return {
    start,
    end,
    text: word,
    meanings: meaningsOf(word),
    said: saidOf(word),
    mayBeReference: /\d/.test(word) && /[\p{L}_.:-]/u.test(word),
  };
}

type AmountPiece = Pick<AmountNumber, 'first' | 'last'> & { readonly piece: Piece };

/** Numbers that can be an amount. One that nothing marks as money may be something else as well. */
function amountsIn(words: readonly Word[], text: string, home: string | undefined): AmountPiece[] {
  const numbers = amountNumbersIn(words, text, home);
  const taken = placesOf(numbers);
  return numbers
    .map((number) => withCurrency(number, words, taken, home))
    .flatMap(({ first, last, value, currencies, isMoney }) => {
      const [currency, other] = [...new Set(currencies)];
      const [from, to] = [words[first], words[last]];
      const money = value !== undefined && !other ? parseAmount(value, currency ?? 'KES') : undefined;
      if (!from || !to || !money?.ok) return [];
      const { amount } = money.value;
      const written = bare(text.slice(from.start, to.end));
      const joined = /^[\d ]+$/.test(written) ? written.replace(/ /g, '') : written;
      const others = isMoney ? [] : meaningsOf(joined);
      const isPhone = others.some(({ is }) => is === 'number');
      const grouped = first < last && !isMoney ? meaningsOf(written) : [];
      const said =
        isPhone || (!isMoney && isLong(written))
          ? saidOf(joined)
          : others.length === 0 || first < last
            ? UNDERSTOOD.money(amount, currency)
            : UNDERSTOOD.digits(amount, written);
      const meanings: Meaning[] = [{ is: 'amount', amount, currency }, ...others, ...grouped];
      const piece = { start: from.start, end: to.end, text: written, meanings, said, mayBeReference: false };
      return [{ first, last, piece }];
    });
}

function withoutLabels(pieces: readonly Piece[]): Piece[] {
  return pieces.filter((piece, index) => {
    const quoted =
      pieces.slice(index + 1).find(({ text }) => !LABEL.test(text) && !IS.test(text))?.text ?? '';
    const isLabel = LABEL.test(piece.text) && /\d/.test(quoted);
    return !(isLabel || (NETWORK.test(piece.text) && isLikelyCode(quoted)));
  });
}

/**
 * Groups that would be a code or a number if they were written together: "SJK7 QWERTY", "(020) 234-5678". Each then may also
 * mean all of it, so that all of them fit where it does.
 */
function withCodes(pieces: readonly Piece[], text: string): readonly Piece[] {
  const found = [...pieces];
  for (let start = 0; start < pieces.length; start += 1)
    for (let count = 2; count <= MAX_GROUPS; count += 1) {
      const groups = pieces.slice(start, start + count);
      const code = groups.map((piece) => piece.text.replace(/ /g, '')).join('');
      if (groups.length < count || !areNeighbours(groups, text)) continue;
      const together = meaningsTogether(code);
      if (together.length === 0) continue;
      // "Jane 150000" has as many letters and digits, but keeps them apart.
      const isClear = groups.some((piece) => isMixed(piece.text));
      for (let index = start; index < start + count; index += 1) {
        const piece = found[index];
        if (!piece || (piece.meanings.length === 0 && !isClear)) continue;
        const isPhone = LOCAL_NUMBER.test(code.replace(/[^a-z\d]/gi, ''));
        const said = isClear ? UNDERSTOOD.code(code) : isPhone ? saidOf(code) : piece.said;
        found[index] = { ...piece, meanings: [...piece.meanings, ...together], said };
      }
    }
  return found;
}

/**
 * "Flat 12B", "A/12/3": a merchant's own account numbers may have blanks and words too short to be searched for. So each word may
 * also mean all that was typed, and all of it has that meaning alone where no word has one.
 */
function withAccount(pieces: readonly Piece[], text: string): readonly Piece[] {
  const first = pieces.find((piece) => !LABEL.test(piece.text) && !IS.test(piece.text));
  const whole = bare(text.slice(first?.start, pieces.at(-1)?.end));
  const meant = pieces.filter(isMeant);
  if (!first || whole.length > MAX_ACCOUNT_LENGTH) return meant;
  const account: Meaning = { is: 'account', text: whole };
  if (meant.length === 0)
    return /\d/.test(whole) ? [{ ...first, text: whole, meanings: [account], said: saidOf(whole) }] : [];
  if (pieces.length === 1) return meant;
  return meant.map((piece) => ({ ...piece, meanings: [...piece.meanings, account] }));
}

function areNeighbours(groups: readonly Piece[], text: string): boolean {
  return groups.every(
    ({ end, text: word }, index) =>
      /^(?:[a-z\d]+|\d[\d )\-\u2010-\u2015]*)$/i.test(word) &&
      /^\s*$/.test(text.slice(end, groups[index + 1]?.start ?? end)),
  );
}

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-z]/i.test(word);
}

/** A tracking id, the only word, or the first that has a digit and something else. */
function referenceIn(text: string, pieces: readonly Piece[]): string | undefined {
  const trackingId = trackingIdIn(text);
  if (trackingId) return trackingId;
  const [only, ...others] = pieces;
  if (others.length > 0) return pieces.find((piece) => piece.mayBeReference)?.text;
  const isWord = only && !/\s/.test(only.text) && mayBe(only, 'words');
  return isWord && !mayBe(only, 'state') && !mayBe(only, 'days') ? only.text : undefined;
}

function unique(conditions: readonly Condition[]): Condition[] {
  const seen = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]));
  return [...seen.values()];
}

/**
 * "B7 1500": beside what can be searched for, such a word may be an account number of its own. Where nothing can be searched for,
 * all of it is one: see withAccount.
 */
function withShortAccounts(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(isMeant)) return pieces;
  return pieces.map((piece) =>
    isMeant(piece) || !/\d/.test(piece.text)
      ? piece
      : { ...piece, meanings: [{ is: 'account', text: piece.text }] },
  );
}

/** It may also be a word of a description, but only beside others: alone it would be compared with every order. */
function withShortWords(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) =>
    pieces.length > 1 && isShort(piece)
      ? { ...piece, meanings: [...piece.meanings, shortWordsMeaning(piece.text)] }
      : piece,
  );
}

/** A count, or what means an account number and nothing else. */
function isShort({ text, meanings }: Piece): boolean {
  return /^\d{1,2}$/.test(text) || meanings.every(({ is }) => is === 'account');
}
