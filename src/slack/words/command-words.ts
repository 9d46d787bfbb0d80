import { hasCardNumber } from '#lib/text.ts';
import type { Customer, Language, Recurring } from '#orders/order.ts';
import { shillingsOf } from '#provider/currencies.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import type { Warning, WarningKind } from '#slack/text/fields.ts';
import { readAmount } from './amount-words.ts';
import {
  areInDoubt,
  type ContactOwner,
  type Country,
  countryOf,
  findBrokenPhones,
  findMisspeltPhones,
  findNineDigits,
  findPhones,
  homeCountry,
  readContactOwner,
  readPromptOwner,
  type WrittenPhone,
} from './phone-words.ts';
import { emailsIn, readablePart, type Span, textOutside, withMarks, wordsOutside } from './typed-words.ts';

/** A form's initial values as typed, but an amount is without its currency and has "2k" written out. */
export type Prefill = {
  readonly phone?: string;
  readonly country?: Country;
  readonly amount?: string;
  readonly currency?: string;
  readonly description?: string;
  /** Of the number's network, which is a hint; or what an order had that is resent. */
  readonly method?: PaymentMethod;
  readonly customer?: Customer;
  readonly recurring?: Pick<Recurring, 'frequency' | 'startDay' | 'endDay'>;
  readonly language?: Language;
  readonly warnings?: readonly Warning[];
};

export function splitCommand(text: string): { word: string; rest: string } {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  return { word: word.toLowerCase(), rest: rest.join(' ') };
}

/** `[phone] [amount] [description…]`, in any order. `defaultCurrency` names the country of local numbers. */
export function readPromptWords(typed: string, defaultCurrency: string): Prefill {
  const { amount, currency, phones, doubts, ...rest } = readWords(typed, 'msisdn', defaultCurrency);
  const home = homeCountry(currency, defaultCurrency);
  const { phone, msisdn, warnings } = choosePhone(phones, 'msisdn', (text) => readPromptOwner(text, home));
  const isOfCurrency = home !== homeCountry(undefined, defaultCurrency);
  const country = msisdn ? countryOf(msisdn) : isOfCurrency ? home : undefined;
  const method = msisdn && networkOf(msisdn)?.method;
  // A prompt has the currency of its method, and USD 20 must not become KES 20.
  const own = (country ?? home) === 'UG' ? 'UGX' : 'KES';
  const isOther = amount !== undefined && (currency ?? own) !== own;
  const other = isOther ? warn('amount', 'other_currency', `${currency} ${amount}`) : [];
  return {
    ...(phone ? { phone } : {}),
    ...(country ? { country } : {}),
    ...(method ? { method } : {}),
    ...(amount !== undefined && !isOther ? { amount, ...(currency ? { currency } : {}) } : {}),
    ...describe(rest, [...warnings, ...doubts, ...other]),
  };
}

/** `[amount] [currency] [description…]`, in any order. Numbers and email addresses are the customer's. */
export function readLinkWords(typed: string, defaultCurrency: string, formCurrency?: string): Prefill {
  const shown = formCurrency ?? defaultCurrency;
  const shillings = shillingsOf(shown, defaultCurrency);
  const { amount, currency, phones, email, doubts, ...rest } = readWords(typed, 'phone_number', shillings);
  const home = homeCountry(currency, defaultCurrency);
  const { msisdn, warnings } = choosePhone(phones, 'phone_number', (text) =>
    readContactOwner(text, home, currency ?? shown),
  );
  const customer = { ...(msisdn ? { phone: msisdn } : {}), ...(email ? { email } : {}) };
  return {
    ...(amount !== undefined ? { amount } : {}),
    ...(currency ? { currency } : {}),
    ...(msisdn || email ? { customer } : {}),
    ...describe(rest, [...warnings, ...doubts]),
  };
}

/** In "Jane 1500 flour" the words before the amount may be a customer's name. */
export function readNameWords(typed: string, kind: 'prompt' | 'link') {
  const { text, cuts, nameEnd } = readWords(typed, kind === 'prompt' ? 'msisdn' : 'phone_number');
  const words = textOutside(text.slice(0, nameEnd ?? 0), []);
  if (nameEnd === undefined || !words) return undefined;
  const { description } = describe({ text, cuts: [...cuts, { start: 0, end: nameEnd }] }, []);
  return { words, description };
}

type PhoneField = 'msisdn' | 'phone_number';

function readWords(typed: string, field: PhoneField, home?: string) {
  const isCard = hasCardNumber(typed);
  const text = isCard ? '' : readablePart(typed);
  const addresses = emailsIn(text);
  const emails = field === 'phone_number' ? addresses.slice(0, 1) : [];
  // Semicolons keep the places of what is left, and are part of no number.
  const numbers = addresses.reduce(
    (left, { start, end }) => left.slice(0, start) + ';'.repeat(end - start) + left.slice(end),
    text,
  );
  const usual = findPhones(numbers);
  const misspelt = findMisspeltPhones(numbers, usual);
  const short = findNineDigits(numbers, [...usual, ...misspelt]);
  const phones = [...usual, ...misspelt, ...short];
  const anyLength = field === 'msisdn' && phones.length === 0;
  const broken = [...misspelt, ...findBrokenPhones(wordsOutside(numbers, phones), numbers, anyLength)];
  const cuts = [...emails.map((email) => withMarks(text, email)), ...usual, ...short, ...broken];
  const read = readAmount(wordsOutside(text, cuts), text, home);
  // Nine digits without the 0 are a phone number only where something else is the amount.
  const areShortPhones = read.amount !== undefined && short.every(({ isClear }) => isClear);
  const doubtful = areShortPhones ? [] : short;
  const behind = broken.flatMap((phone) => phone.behind || []);
  const isUnclear = behind.length > 0 || doubtful.length > 0 || areInDoubt(text, usual, broken);
  const unclear = isUnclear ? [...behind, read.amount ?? []].flat() : [];
  const numberField = field === 'msisdn' && usual.length === 0 ? field : 'amount';
  return {
    amount: isUnclear ? undefined : read.amount,
    currency: read.currency,
    email: emails[0]?.text,
    phones: [...usual, ...(areShortPhones ? short : [])].toSorted((a, b) => a.start - b.start),
    doubts: [
      ...(isCard ? warn('description', 'card_number', '') : []),
      ...warn(field, field === 'msisdn' ? 'not_promptable' : 'not_a_number', ...broken.map(textOf)),
      ...warn(numberField, 'number_or_amount', ...doubtful.map(textOf)),
      ...read.doubts.flatMap((doubt) => warn('amount', doubt.kind, doubt.text)),
      ...warn('amount', 'unclear', ...unclear),
    ],
    text,
    cuts: [...cuts, ...read.cuts],
    /** Undefined where something else than the words before the amount names the customer. */
    nameEnd: emails.length + phones.length + broken.length > 0 ? undefined : read.place?.start,
  };
}

function warn(field: Warning['field'], kind: WarningKind, ...texts: readonly string[]): Warning[] {
  return texts.map((text) => ({ field, kind, text }));
}

function textOf({ text }: WrittenPhone): string {
  return text;
}

function choosePhone(
  phones: readonly WrittenPhone[],
  field: PhoneField,
  ownerOf: (text: string) => ContactOwner,
) {
  const read = phones.map((phone) => ({ ...phone, owner: ownerOf(phone.text) }));
  const chosen = read.find(({ owner }) => owner && !isUnsure(owner)) ?? read[0];
  if (!chosen) return { warnings: [] };
  const { text, owner, isClear } = chosen;
  const others = read.filter((other) => other !== chosen && (!owner || other.owner !== owner));
  const warnings = warn(field, 'second_number', ...others.map(textOf));
  if (!owner) return { warnings: [...warn(field, 'not_promptable', text), ...warnings] };
  if (isUnsure(owner)) return { warnings: [...warn(field, owner, text), ...warnings] };
  const check = isClear ? warn(field, 'nine_digits', text) : [];
  return { phone: text, msisdn: owner, warnings: [...check, ...warnings] };
}

function isUnsure(owner: ContactOwner): owner is 'which_country' | 'any_country' {
  return owner === 'which_country' || owner === 'any_country';
}

/** No phone or card number may come together from what stood around an amount. */
function describe(
  { text, cuts }: { readonly text: string; readonly cuts: readonly Span[] },
  warnings: readonly Warning[],
): Pick<Prefill, 'description' | 'warnings'> {
  const notes = [...warnings];
  let description = textOutside(text, cuts);
  for (let left = findPhones(description); left.length > 0; left = findPhones(description)) {
    description = textOutside(description, left);
    notes.push(...warn('description', 'number_left_out', ...left.map(textOf)));
  }
  if (hasCardNumber(description)) {
    description = '';
    notes.push(...warn('description', 'card_number', ''));
  }
  return { ...(description ? { description } : {}), ...(notes.length > 0 ? { warnings: notes } : {}) };
}
