// Reads the SMS with which a network confirms a payment, as customers send it on: the code, the account, the amount and number.
import { plainText } from '#lib/text.ts';
import { findPhones } from './phone-words.ts';

/** "SJK7QWERTY Confirmed." (M-PESA) */
const CONFIRMED = /\b(?=\d*[a-z])([a-z\d]{8,12})\b(?=[\s.,]*(?:confirmed|imethibitishwa))/gi;
/** "TID: 12345678901", "Transaction ID MP241120.1415.A12345" (Airtel). No tracking id and no reference, which have dashes. */
const TRANSACTION_ID = /\b(?:tid|transaction\s+id)\b[\s.:#]*([a-z\d][a-z\d.]{5,38}[a-z\d])(?![\w-])/gi;
/** Also as people write them. */
const CODES = [
  CONFIRMED,
  /\b(?:tid|txn|trans(?:action)?|receipt|confirmation)\b\.?\s*(?:id|no|number|code)?\b[\s.:#]*([a-z\d][a-z\d.]{5,38}[a-z\d])/gi,
  /\b([A-Z](?=[A-Z]*\d)[A-Z\d]{9})\b/g,
];
const ACCOUNT =
  /\b(?:account|akaunti|acc(?:t)?|a\/c|ref(?:erence)?)\b[\s.]*(?:no|number|nambari)?\b[\s.:#]*([a-z\d][a-z\d-]{3,49})/gi;
const MONEY = /\b(?:ksh?s?|kes|ugx|ush?s?|shs?)\.?\s*(\d[\d,]*(?:\.\d+)?)/i;
const UGANDAN = /\b(?:ugx|ush?s?)/i;
/** Reading numbers takes longer than in proportion, so they are read in parts of whole words. */
const PARTS = /\S.{0,999}(?!\S)|\S{1000}/gs;
/** Where a number may begin. Reading takes long there, so what has none in so many parts with such places is not read on. */
const BEGINNING = /(?<!\d)(?:0|25[46])|\+\(?\d/;
const MAX_PARTS = 5;

/** Each as a person would type it to search for it. */
export type SmsWords = {
  readonly code: string | undefined;
  /** Finds an order whose payment is not known yet. */
  readonly account: string | undefined;
  /** The first amount and the first number. */
  readonly paid: string | undefined;
};

/**
 * Reads all of `typed`: a message may have 40,000 characters, and what somebody says about the SMS stands before it. A number
 * behind thousands of figures that begin like one is left out.
 */
export function readPastedSms(typed: string): SmsWords {
  const text = plainText(typed);
  const [code] = CODES.flatMap((pattern) => withDigit(text, pattern));
  const [account] = withDigit(text, ACCOUNT);
  const [money = '', amount] = MONEY.exec(text) ?? [];
  const currency = UGANDAN.test(money) ? 'UGX' : 'KES';
  const paid = [amount && `${currency} ${amount}`, firstPhone(text)].filter(Boolean).join(' ');
  return { code, account, paid: paid || undefined };
}

/** True when the text is such an SMS: it has a code, and behind it what M-PESA says there, or more words than a search. */
export function isPastedSms(typed: string): boolean {
  const text = plainText(typed).trim();
  if (withDigit(text, CONFIRMED).length > 0) return true;
  return text.split(/\s+/).length >= 8 && CODES.some((pattern) => withDigit(text, pattern).length > 0);
}

/** The code where only such an SMS has one: other messages, such as Teller's own, may quote several. */
export function smsCodeIn(typed: string): string | undefined {
  const text = plainText(typed);
  const [code] = [CONFIRMED, TRANSACTION_ID].flatMap((pattern) => withDigit(text, pattern));
  return code;
}

function firstPhone(text: string): string | undefined {
  let left = MAX_PARTS;
  for (const [part] of text.matchAll(PARTS)) {
    if (!BEGINNING.test(part)) continue;
    const [phone] = findPhones(part);
    if (phone) return phone.text;
    left -= 1;
    if (left === 0) break;
  }
  return undefined;
}

function withDigit(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found = '']) => (/\d/.test(found) ? [found] : []));
}
