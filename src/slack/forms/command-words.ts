// Reads the words after `/pay`: what is understood prefills the form, and a note in the form names what is not.
import { parseMsisdn } from '#lib/msisdn.ts';
import type { Customer, Recurring } from '#orders/order.ts';
import { isCurrency } from '#provider/currencies.ts';
import type { PaymentMethod } from '#provider/methods.ts';

/** Initial values of a form's fields, as typed; an amount without its currency and with "2k" written out. */
export type Prefill = {
  readonly phone?: string;
  readonly country?: 'KE' | 'UG';
  readonly amount?: string;
  readonly currency?: string;
  readonly description?: string;
  /** Only from an order that is sent again; words on the command line name neither. */
  readonly method?: PaymentMethod;
  readonly customer?: Customer;
  /** Only from a recurring order that is sent again. */
  readonly recurring?: Pick<Recurring, 'frequency' | 'startDay' | 'endDay'>;
  /** A word that stood where a phone number or an amount was expected. */
  readonly notUnderstood?: { readonly text: string; readonly as: 'phone' | 'amount' };
};

/** "  Prompt 0712… " → the word "prompt" and the rest. */
export function splitCommand(text: string): { word: string; rest: string } {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  return { word: word.toLowerCase(), rest: rest.join(' ') };
}

/** `[phone] [amount] [description…]` */
export function readPromptWords(text: string): Prefill {
  const phone = takePhone(text.trim());
  if (!phone) {
    const amount = takeAmount(text.trim());
    // "/pay prompt 071 500": 071 was meant as a phone number. "/pay prompt 500 shoes": 500 is an amount.
    if (amount && !looksLikePhone(text.trim())) return { ...amount.found, ...describe(amount.rest) };
    return notUnderstood(text.trim(), 'phone');
  }
  const amount = takeAmount(phone.rest);
  if (amount) return { ...phone.found, ...amount.found, ...describe(amount.rest) };
  return { ...phone.found, ...notUnderstood(phone.rest, 'amount') };
}

/** `[amount] [currency] [description…]`, the currency on either side of the amount. */
export function readLinkWords(text: string): Prefill {
  const amount = takeAmount(text.trim());
  return amount ? { ...amount.found, ...describe(amount.rest) } : notUnderstood(text.trim(), 'amount');
}

type Taken = { readonly found: Prefill; readonly rest: string };

/** Phone numbers can contain spaces, so the longest run of words that is a number is taken. */
function takePhone(text: string): Taken | undefined {
  const words = text.split(/\s+/);
  for (let length = Math.min(words.length, 5); length > 0; length -= 1) {
    const phone = words.slice(0, length).join(' ');
    for (const country of ['KE', 'UG'] as const) {
      if (parseMsisdn(phone, country).ok)
        return { found: { phone, country }, rest: words.slice(length).join(' ') };
    }
  }
  return undefined;
}

/** As people write it, in one country or another: “sh”, “Ksh”, “USHS”. */
const SHILLINGS = /^[KUT]?SHS?$/;
const AMOUNT =
  /^(?:([a-z]{2,4})\.?\s*)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|m)?(?:\/[=-])?(?=\s|$)(?:\s+([a-z]{3,4})(?=\s|$))?/i;

function takeAmount(text: string): Taken | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [whole, before, digits = '', fraction = '', shorthand, after] = match;
  const ahead = before === undefined ? undefined : currencyOf(before);
  if (before !== undefined && !ahead) return undefined;
  const behind = after === undefined || ahead ? undefined : currencyOf(after);
  // When the word after the amount is no currency, it belongs to the description.
  const used = after !== undefined && !behind ? whole.slice(0, whole.length - after.length) : whole;
  const amount = shifted(
    digits.replaceAll(',', ''),
    fraction.slice(1),
    { k: 3, m: 6 }[(shorthand ?? '').toLowerCase()] ?? 0,
  );
  const currency = ahead ?? behind;
  return { found: { amount, ...(currency ? { currency } : {}) }, rest: text.slice(used.length).trim() };
}

function currencyOf(word: string): string | undefined {
  const upper = word.toUpperCase();
  if (isCurrency(upper)) return upper;
  if (!SHILLINGS.test(upper)) return undefined;
  return upper.startsWith('U') ? 'UGX' : upper.startsWith('T') ? 'TZS' : 'KES';
}

/** Moves the decimal point as text, without arithmetic: "1" "5" by 3 → "1500"; "0" "5" by 3 → "500". */
function shifted(digits: string, fraction: string, places: number): string {
  const all = digits + fraction.padEnd(places, '0');
  const head = all.slice(0, digits.length + places);
  const rest = all.slice(digits.length + places);
  const whole = places > 0 ? head.replace(/^0+(?=\d)/, '') : head;
  return rest ? `${whole}.${rest}` : whole;
}

function looksLikePhone(text: string): boolean {
  return /^(\+|0\d)/.test(text);
}

function describe(text: string): Prefill {
  return text ? { description: text } : {};
}

function notUnderstood(text: string, as: 'phone' | 'amount'): Prefill {
  const [first = '', ...rest] = text.split(/\s+/);
  if (!first) return {};
  // Without a digit it was not meant as a number: it is the description.
  return /\d/.test(first)
    ? { notUnderstood: { text: first, as }, ...describe(rest.join(' ')) }
    : describe(text);
}
