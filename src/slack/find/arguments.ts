// Reads what a person searches for into conditions, all of which a payment must fit.
import { formatMoney, parseAmount } from '#lib/money.ts';
import { plainText } from '#lib/text.ts';
import { trackingIdIn } from '#orders/reference.ts';
import { type Meaning, shortWordsMeaning, withOtherDigits } from '#payments/finding/condition.ts';
import { amountNumbersIn, withCurrency } from '#slack/words/amount-numbers.ts';
import { findPhones } from '#slack/words/phone-words.ts';
import { findAll, readablePart, type Word, wordsOutside } from '#slack/words/typed-words.ts';
import {
  findMarked,
  isLikelyCode,
  meaningsTogether,
  type Piece,
  readWord,
  type Searcher,
} from './meanings.ts';

/** `reference`: of an external payment. `isCode`: only a code was typed, as it seems. */
export type FindWords = Omit<ReturnType<typeof findMarked>, 'pieces'> & {
  readonly conditions: ReturnType<typeof withOtherDigits>;
  readonly said: readonly string[];
  readonly reference: string | undefined;
  readonly isCode: boolean;
  readonly isWithoutFillers: boolean;
};

/** "The code is SJK7QWERTY", "nambari ni 0712345678" */
const LABEL = /^(?:code|account|acct?|a\/c|akaunti|ref|reference|receipt|number|nambari|phone|no)[.:#]?$/i;
const IS = /^(?:is|was|ni)$/i;
const EMOJI = /(?<!\S):[\w+'-]+:(?!\S)/g;
const MAX_GROUPS = 4;

const FILLERS = new Set(
  `a about again all an and any are at been but buy by can check client come confirm could customer did do does done find for
  from get give got had has have he hello help her here hey hi him his how i if in into is it kindly let look made make may me
  money must my need not now of off on one or order our over paying pay payment payments pays please pls receive received
  request search see send sent she should show some tell teller that the their them there they this through to transaction
  transfer trying up us was we were what when where which who whose why with would yet you your`.split(/\s+/),
);

/** `withoutFillers`: only when nothing has them, because they may be names. */
export function readFindWords(
  typed: string,
  { withoutFillers = false, ...person }: Searcher & { withoutFillers?: boolean },
): FindWords {
  const text = readablePart(typed.replace(EMOJI, ''));
  const { pieces: marked, ...where } = findMarked(text, person);
  const words = wordsOutside(text, marked);
  const amounts = amountsIn(words, text, person.defaultCurrency);
  const others = words.filter(({ start }) => !amounts.some((one) => one.start <= start && start < one.end));
  const pieces = [...marked, ...amounts, ...others.map(pieceOf)].toSorted((a, b) => a.start - b.start);
  const quoted = withCodes(withShortAccounts(withoutLabels(pieces)), text);
  const meant = marked.length > 0 ? quoted.filter(isMeant) : withAccount(quoted, text);
  const core = withoutFillers ? meant.filter((piece, index) => !isFiller(piece, index, meant)) : meant;
  const read = withShortWords(core.length > 0 ? core : meant);
  const said = [...new Set(read.map((piece) => piece.said).filter(Boolean))];
  // “August 2026” has the form of a code.
  const isOne = said.length === 1 && read.every((piece) => mayBe(piece, 'code') && !mayBe(piece, 'days'));
  const whole = read.map((piece) => piece.text).join('');
  const code = isOne && isLikelyCode(whole) ? whole : undefined;
  const meanings = read.map((piece) => piece.meanings);
  const conditions = withOtherDigits(meanings, typed).map((each) => [JSON.stringify(each), each] as const);
  return {
    ...where,
    conditions: [...new Map(conditions).values()],
    said,
    reference: code ?? referenceIn(text, pieces),
    isCode: code !== undefined,
    isWithoutFillers: withoutFillers && core.length > 0,
  };
}

function isMeant({ meanings }: Piece): boolean {
  return meanings.length > 0;
}

function mayBe({ meanings }: Piece, kind: Meaning['is']): boolean {
  return meanings.some(({ is }) => is === kind);
}

/** “May 2027” and “25 May” have no filler. */
function isFiller({ text }: Piece, index: number, pieces: readonly Piece[]): boolean {
  const [before = '', behind = ''] = [pieces[index - 1]?.text, pieces[index + 1]?.text];
  const isMonth = /^may$/i.test(text) && (/^\d{1,2}$/.test(before) || /^\d+$/.test(behind));
  return FILLERS.has(text.toLowerCase()) && !isMonth;
}

function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}@+]+|[^\p{L}\p{N}]+$/gu, '');
}

function pieceOf({ start, end, text }: Word): Piece {
  const word = bare(text);
  const mayBeReference = /\d/.test(word) && /[\p{L}_.:-]/u.test(word);
  return { start, end, text: word, ...readWord(word), mayBeReference };
}

/** A number that nothing marks as money may be something else as well. */
function amountsIn(words: readonly Word[], text: string, home: string | undefined): Piece[] {
  const numbers = amountNumbersIn(words, text, home);
  return numbers
    .map((number) => withCurrency(number, words, numbers, home))
    .flatMap(({ first, last, value, currencies, isMoney }) => {
      const [currency, other] = [...new Set(currencies)];
      const { start = 0 } = words[first] ?? {};
      const { end = start } = words[last] ?? {};
      const money = value !== undefined && !other ? parseAmount(value, currency ?? 'KES') : undefined;
      if (!money?.ok) return [];
      const { amount } = money.value;
      const written = bare(text.slice(start, end));
      const joined = /^[\d ]+$/.test(written) ? written.replace(/ /g, '') : written;
      const others = isMoney ? [] : readWord(joined).meanings;
      const grouped = first < last && !isMoney ? readWord(written).meanings : [];
      const isPhone = others.some(({ is }) => is === 'number') || (!isMoney && /^\d{9,}$/.test(written));
      const isMoneyAlone = others.length === 0 || first < last;
      const sum = formatMoney(money.value).replace(/\.00$/, '');
      const shown = currency ? sum : sum.replace(/^KES /, '');
      const asMoney = isMoneyAlone ? shown : `${shown} or “${written}”`;
      const said = isPhone ? readWord(joined).said : asMoney;
      const meanings: Meaning[] = [{ is: 'amount', amount, currency }, ...others, ...grouped];
      return [{ start, end, text: written, meanings, said }];
    });
}

function findQuoted(pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(({ text }) => !LABEL.test(text) && !IS.test(text));
}

function withoutLabels(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ text }, index) => {
    const quoted = findQuoted(pieces.slice(index + 1))?.text ?? '';
    const isLabel = LABEL.test(text) && /\d/.test(quoted);
    const isNetwork = /^(?:m-?pesa|airtel)$/i.test(text) && isLikelyCode(quoted);
    return !isLabel && !isNetwork;
  });
}

/** "B7 1500": beside what can be searched for, B7 may be an account number. */
function withShortAccounts(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(isMeant)) return pieces;
  return pieces.map((piece) =>
    isMeant(piece) || !/\d/.test(piece.text)
      ? piece
      : { ...piece, meanings: [{ is: 'account', text: piece.text }] },
  );
}

/** "SJK7 QWERTY", "(020) 234-5678": each group may mean all of the code or number. */
function withCodes(pieces: readonly Piece[], text: string): readonly Piece[] {
  const found = [...pieces];
  for (let start = 0; start < pieces.length; start += 1)
    for (let count = 2; count <= MAX_GROUPS && start + count <= pieces.length; count += 1) {
      const groups = pieces.slice(start, start + count);
      const code = groups.map((piece) => piece.text.replace(/ /g, '')).join('');
      const together = areNeighbours(groups, text) ? meaningsTogether(code) : [];
      if (together.length === 0) continue;
      const isClear = groups.some((piece) => /\d/.test(piece.text) && /[a-z]/i.test(piece.text));
      const isPhone = /^(?:0[1-9]|25[46]\d)\d{8}$/.test(code.replace(/[^a-z\d]/gi, ''));
      for (const [index, piece] of found.slice(start, start + count).entries()) {
        if (!isMeant(piece) && !isClear) continue;
        const saidTogether = isPhone ? readWord(code).said : piece.said;
        const said = isClear ? `code ${code.toUpperCase()}` : saidTogether;
        found[start + index] = { ...piece, meanings: [...piece.meanings, ...together], said };
      }
    }
  return found;
}

function areNeighbours(groups: readonly Piece[], text: string): boolean {
  return groups.every(
    ({ end, text: word }, index) =>
      /^(?:[a-z\d]+|\d[\d )\-\u2010-\u2015]*)$/i.test(word) &&
      /^\s*$/.test(text.slice(end, groups[index + 1]?.start ?? end)),
  );
}

/** "Flat 12B": account numbers may have blanks, so each word may mean all that was typed. */
function withAccount(pieces: readonly Piece[], text: string): readonly Piece[] {
  const first = findQuoted(pieces);
  const whole = bare(text.slice(first?.start, pieces.at(-1)?.end));
  const meant = pieces.filter(isMeant);
  // SPEC.md (RecurringTransaction) allows 50 characters.
  if (!first || whole.length > 50) return meant;
  const account: Meaning = { is: 'account', text: whole };
  if (meant.length === 0)
    return /\d/.test(whole)
      ? [{ ...first, text: whole, meanings: [account], said: readWord(whole).said }]
      : [];
  if (pieces.length === 1) return meant;
  return meant.map((piece) => ({ ...piece, meanings: [...piece.meanings, account] }));
}

/** "12", "B7" may be words of a description; alone they would fit too many orders. */
function withShortWords(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length < 2) return pieces;
  return pieces.map((piece) => {
    const { text, meanings } = piece;
    const isShort = /^\d{1,2}$/.test(text) || meanings.every(({ is }) => is === 'account');
    return isShort ? { ...piece, meanings: [...meanings, shortWordsMeaning(text)] } : piece;
  });
}

function referenceIn(text: string, pieces: readonly Piece[]): string | undefined {
  const trackingId = trackingIdIn(text);
  if (trackingId) return trackingId;
  const [only, ...others] = pieces;
  if (others.length > 0) return pieces.find((piece) => piece.mayBeReference)?.text;
  const isWord = only && !/\s/.test(only.text) && mayBe(only, 'words');
  return isWord && !mayBe(only, 'state') && !mayBe(only, 'days') ? only.text : undefined;
}

/** "SJK7QWERTY Confirmed." (M-PESA) */
const CONFIRMED = /\b(?=\d*[a-z])([a-z\d]{8,12})\b(?=[\s.,]*(?:confirmed|imethibitishwa))/gi;
/** "TID: 12345678901", "Transaction ID MP241120.1415.A12345" (Airtel). References have dashes. */
const TRANSACTION_ID = /\b(?:tid|transaction\s+id)\b[\s.:#]*([a-z\d][a-z\d.]{5,38}[a-z\d])(?![\w-])/gi;
const CODES = [
  CONFIRMED,
  /\b(?:tid|txn|trans(?:action)?|receipt|confirmation)\b\.?\s*(?:id|no|number|code)?\b[\s.:#]*([a-z\d][a-z\d.]{5,38}[a-z\d])/gi,
  /\b([A-Z](?=[A-Z]*\d)[A-Z\d]{9})\b/g,
];
const ACCOUNT =
  /\b(?:account|akaunti|acc(?:t)?|a\/c|ref(?:erence)?)\b[\s.]*(?:no|number|nambari)?\b[\s.:#]*([a-z\d][a-z\d-]{3,49})/gi;
const MONEY = /\b(?:ksh?s?|kes|ugx|ush?s?|shs?)\.?\s*(\d[\d,]*(?:\.\d+)?)/i;
/** Reading phone numbers takes long, so only some parts are read. */
const PARTS = /\S.{0,999}(?!\S)|\S{1000}/gs;

/** Reads the SMS with which a network confirms a payment. `paid`: the first amount and number. */
export function readPastedSms(typed: string): Record<'code' | 'account' | 'paid', string | undefined> {
  const text = plainText(typed);
  const [money = '', amount] = MONEY.exec(text) ?? [];
  const currency = /^(?:ugx|ush?s?)/i.test(money) ? 'UGX' : 'KES';
  const parts = findAll(text, PARTS).filter((part) => /(?<!\d)(?:0|25[46])|\+\(?\d/.test(part.text));
  const [phone] = parts.slice(0, 5).flatMap((part) => findPhones(part.text));
  const paid = [amount && `${currency} ${amount}`, phone?.text].filter(Boolean).join(' ');
  return { code: findQuote(text, CODES), account: findQuote(text, [ACCOUNT]), paid: paid || undefined };
}

/** True when the text has a code with M-PESA's word behind it, or more words than a search. */
export function isPastedSms(typed: string): boolean {
  const text = plainText(typed).trim();
  const patterns = text.split(/\s+/).length >= 8 ? CODES : [CONFIRMED];
  return findQuote(text, patterns) !== undefined;
}

/** The code where only an SMS has one: Teller's own messages may quote several. */
export function smsCodeIn(typed: string): string | undefined {
  return findQuote(plainText(typed), [CONFIRMED, TRANSACTION_ID]);
}

function findQuote(text: string, patterns: readonly RegExp[]): string | undefined {
  const found = patterns.flatMap((pattern) => findAll(text, pattern));
  return found.find((quote) => /\d/.test(quote.text))?.text;
}
