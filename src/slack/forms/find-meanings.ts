// What one word of a search may mean. All meanings are kept: an order is found if any of them fits.
import { parseContact } from '#lib/msisdn.ts';
import type { AlertMethod } from '#orders/alert-filter.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import { type Meaning, wordsMeaning } from '#payments/finding/condition.ts';
import { UNDERSTOOD } from '#slack/text/find.ts';

/** A stretch of the text, what it may mean, and what people are told of that. Without a meaning it is left out. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meanings: readonly Meaning[];
  readonly said: string;
  /** The payment service may have an order of another system under it. */
  readonly mayBeReference: boolean;
};

export function isMeant({ meanings }: Piece): boolean {
  return meanings.length > 0;
}

const UNPAID: readonly OrderState[] = ['waiting', 'sending', 'pending'];

const STATES: Readonly<Record<string, readonly OrderState[]>> = {
  unpaid: UNPAID,
  waiting: UNPAID,
  pending: UNPAID,
  sending: UNPAID,
  paid: ['paid'],
  failed: ['failed', 'not_sent'],
  cancelled: ['cancelled'],
  canceled: ['cancelled'],
  review: ['review'],
  refunded: ['reversed'],
  reversed: ['reversed'],
};

const METHODS: Readonly<Record<string, AlertMethod>> = {
  mpesa: 'mpesa',
  'm-pesa': 'mpesa',
  airtel: 'airtel',
  card: 'card',
  cards: 'card',
};

/** "Not paid" stands on the cards of orders that failed, and is said of those that wait as well. */
export const NOT_PAID: readonly OrderState[] = [...UNPAID, 'failed', 'not_sent'];

/** The end of a phone number. */
const LAST_DIGITS = /^\d{4,9}$/;
/** Codes of M-PESA have ten letters and digits, those of Airtel digits and dots; others are not known. */
const MAY_BE_CODE = /^(?=.*\d)[a-z\d][a-z\d.-]{4,39}$|^[a-z]{10}$/i;
const MPESA_CODE = /^(?=.*\d)[a-z][a-z\d]{9}$/i;
/** As the service numbers the accounts of prompts: PP565691. */
const ACCOUNT = /^[a-z]{2,4}\d{4,10}$/i;
/** More than the first half of a reference made by Teller, without its dash. */
const MAY_BE_MADE = /^(?=.*\d)(?=.*[a-z])[\da-z]{6,10}$/i;
const MADE_HALF = /^(?=.*[ilo])[\da-z]{5}$/i;
const MIN_ACCOUNT_LENGTH = 3;
/**
 * A phone number as in its own country, or with the code of any country and without its plus, which may as well be a code or an
 * amount. A bracket in front is gone: "020)2345678".
 */
const MAY_BE_NUMBER = /^\d(?:[.)\-\u2010-\u2015]{0,2}\d){9,14}$/;

/** The meanings of one word, without marks around it. Empty where it is too short to be searched for. */
export function meaningsOf(word: string): readonly Meaning[] {
  const states = entryOf(STATES, word);
  const method = entryOf(METHODS, word);
  const words = wordsMeaning(word);
  return [
    ...(states ? [{ is: 'state', states } as const] : []),
    ...(method ? [{ is: 'method', method } as const] : []),
    ...(LAST_DIGITS.test(word) ? [{ is: 'last_digits', digits: word } as const] : []),
    ...(MAY_BE_CODE.test(word) ? [codeMeaning(word)] : []),
    ...(words && word.length >= MIN_ACCOUNT_LENGTH ? [{ is: 'account', text: word } as const] : []),
    ...(MAY_BE_MADE.test(word) ? [{ is: 'reference', letters: madeLetters(word) } as const] : []),
    ...(words ? [words] : []),
    ...misreadHalf(word),
    ...numberMeaning(word),
  ];
}

/** What groups that stand side by side may mean together, here without the blanks between them. */
export function meaningsTogether(groups: string): readonly Meaning[] {
  if (isMpesaCode(groups)) return [codeMeaning(groups)];
  return ACCOUNT.test(groups) ? [{ is: 'account', text: groups }] : numberMeaning(groups);
}

function codeMeaning(text: string): Meaning {
  return { is: 'code', text };
}

function isMpesaCode(text: string): boolean {
  return MPESA_CODE.test(text);
}

/** True for what people would hardly write unless they mean a code or an account number. */
export function isLikelyCode(text: string): boolean {
  return isMpesaCode(text) || (/^(?=.*\d)(?!.*-)[a-z\d.]{8,}$/i.test(text) && !/^[\d.]{1,10}$/.test(text));
}

/** How people are told of a word; `meaningsOf` says what it may mean. */
export function saidOf(word: string): string {
  if (entryOf(STATES, word)) return word.toLowerCase();
  const method = entryOf(METHODS, word);
  if (method) return UNDERSTOOD.methods[method];
  if (isMpesaCode(word)) return UNDERSTOOD.code(word);
  const isPhone = /^\d{9}$/.test(word) || numberMeaning(word).length > 0;
  return isPhone ? UNDERSTOOD.lastDigits(word.replace(/\D/g, '')) : UNDERSTOOD.text(word);
}

function entryOf<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  const folded = word.toLowerCase();
  return Object.hasOwn(table, folded) ? table[folded] : undefined;
}

/** Half of a reference made by Teller, of which somebody has read a 0 as O or a 1 as I or L. */
function misreadHalf(word: string): Meaning[] {
  const half = MADE_HALF.test(word) ? wordsMeaning(madeLetters(word)) : undefined;
  return half ? [half] : [];
}

function numberMeaning(word: string): Meaning[] {
  if (!MAY_BE_NUMBER.test(word)) return [];
  const digits = word.replace(/\D/g, '');
  const msisdn = parseContact(`+${digits}`, 'KE');
  return msisdn ? [{ is: 'number', msisdn }] : localMeaning(digits);
}

/** A number as people write it in its own country, whichever that is: it ends in what stands behind the 0. */
export function localMeaning(digits: string): Meaning[] {
  return /^0[1-9]\d{8,9}$/.test(digits) ? [{ is: 'last_digits', digits: digits.slice(1) }] : [];
}

/** No reference made by Teller has I, L or O, so they are read as 1 and 0. */
function madeLetters(word: string): string {
  return word.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
}
