// Reads the words after `/pay prompt` and `/pay link`: what is certain prefills the form, and a note at the field says what
// is not. A phone number is never an amount or part of a description, and nothing is guessed that could cost money.

import type { Msisdn } from '#lib/msisdn.ts';
import { hasCardNumber } from '#lib/text.ts';
import type { Customer, Language, Recurring } from '#orders/order.ts';
import { shillingsOf } from '#provider/currencies.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import type { Warning } from '#slack/text/fields.ts';
import { readAmount } from './amount-words.ts';
import { type Country, countryOf, homeCountry, readContactOwner, readPromptOwner } from './phone-choice.ts';
import {
  areInDoubt,
  findBrokenPhones,
  findMisspeltPhones,
  findNineDigits,
  findPhones,
  isCodeInDoubt,
  isStartInDoubt,
  type WrittenPhone,
} from './phone-words.ts';
import { emailsIn, readablePart, type Span, textOutside, withMarks, wordsOutside } from './typed-words.ts';

/** Initial values of a form's fields, as typed; an amount without its currency and with "2k" written out. */
export type Prefill = {
  readonly phone?: string;
  readonly country?: Country;
  readonly amount?: string;
  readonly currency?: string;
  readonly description?: string;
  /** That of the number's network, which is a hint; or what an order had that is sent again. */
  readonly method?: PaymentMethod;
  readonly customer?: Customer;
  /** Only from a recurring order that is sent again. */
  readonly recurring?: Pick<Recurring, 'frequency' | 'startDay' | 'endDay'>;
  /** Of a link: what an earlier order had, or what the agent chose last. */
  readonly language?: Language;
  /** What was not taken as it stands, and what should be checked. */
  readonly warnings?: readonly Warning[];
};

/** "  Prompt 0712… " → the word "prompt" and the rest. */
export function splitCommand(text: string): { word: string; rest: string } {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  return { word: word.toLowerCase(), rest: rest.join(' ') };
}

/**
 * `[phone] [amount] [description…]`, in any order. The number is the customer's who gets the prompt. `defaultCurrency`: the
 * merchant's, which says whose numbers have no country code.
 */
export function readPromptWords(typed: string, defaultCurrency: string): Prefill {
  const { amount, currency, phones, doubts, ...rest } = readWords(typed, 'msisdn', defaultCurrency);
  const home = homeCountry(currency, defaultCurrency);
  const read = choosePhone(phones, 'msisdn', (text) => readPromptOwner(text, home));
  const isOfCurrency = home !== homeCountry(undefined, defaultCurrency);
  const country = read.msisdn ? countryOf(read.msisdn) : isOfCurrency ? home : undefined;
  const method = read.msisdn && networkOf(read.msisdn)?.method;
  const isOther =
    amount !== undefined &&
    currency !== undefined &&
    currency !== ((country ?? home) === 'UG' ? 'UGX' : 'KES');
  // A prompt has the currency of its method, so 20 of another currency must not become 20 of this one.
  const other: Warning[] = isOther
    ? [{ field: 'amount', kind: 'other_currency', text: `${currency} ${amount}` }]
    : [];
  return {
    ...(read.phone ? { phone: read.phone } : {}),
    ...(country ? { country } : {}),
    ...(method ? { method } : {}),
    ...(amount !== undefined && !isOther ? { amount, ...(currency ? { currency } : {}) } : {}),
    ...describe(rest, [...read.warnings, ...doubts, ...other]),
  };
}

/**
 * `[amount] [currency] [description…]`, in any order. A phone number and an e-mail address become the customer's.
 * `defaultCurrency`: as above. `formCurrency`: in which the form's amount is where the words name no currency.
 */
export function readLinkWords(
  typed: string,
  defaultCurrency: string,
  formCurrency = defaultCurrency,
): Prefill {
  const { amount, currency, phones, email, doubts, ...rest } = readWords(
    typed,
    'phone_number',
    shillingsOf(formCurrency, defaultCurrency),
  );
  const home = homeCountry(currency, defaultCurrency);
  const read = choosePhone(phones, 'phone_number', (text) =>
    readContactOwner(text, home, currency ?? formCurrency),
  );
  return {
    ...(amount !== undefined ? { amount } : {}),
    ...(currency ? { currency } : {}),
    ...(read.msisdn || email
      ? { customer: { ...(read.msisdn ? { phone: read.msisdn } : {}), ...(email ? { email } : {}) } }
      : {}),
    ...describe(rest, [...read.warnings, ...doubts]),
  };
}

/** The words before the amount, and the description without them. */
type NameWords = { readonly words: string; readonly description: string | undefined };

/**
 * "Jane 1500 flour": what may be a customer's name, which only the store can say. Undefined where a number names the
 * customer, or where it is not certain which word is the amount.
 */
export function readNameWords(typed: string, kind: 'prompt' | 'link'): NameWords | undefined {
  const { text, cuts, nameEnd } = readWords(typed, kind === 'prompt' ? 'msisdn' : 'phone_number');
  if (nameEnd === undefined) return undefined;
  const words = textOutside(text.slice(0, nameEnd), []);
  const { description } = describe({ text, cuts: [...cuts, { start: 0, end: nameEnd }] }, []);
  return words ? { words, description } : undefined;
}

type PhoneField = 'msisdn' | 'phone_number';

type ReadWords = {
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly phones: readonly (WrittenPhone & { readonly isUsual: boolean })[];
  /** Only where the form has a field for it. */
  readonly email?: string | undefined;
  readonly doubts: readonly Warning[];
  readonly text: string;
  /** What is no part of the description. */
  readonly cuts: readonly Span[];
  /**
   * Up to where a customer's name may stand: the place of the amount. Undefined where that is not certain, or a number or an
   * address names the customer.
   */
  readonly nameEnd?: number | undefined;
};

function readWords(typed: string, field: PhoneField, home?: string): ReadWords {
  const text = readablePart(typed);
  if (hasCardNumber(typed))
    return {
      phones: [],
      doubts: [{ field: 'description', kind: 'card_number', text: '' }],
      text: '',
      cuts: [],
    };
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
  const broken = [
    ...misspelt.map((each) => ({ ...each, behind: '' })),
    ...findBrokenPhones(wordsOutside(numbers, phones), numbers, { anyLength }),
  ];
  const cuts = [...emails.map((email) => withMarks(text, email)), ...usual, ...short, ...broken];
  const read = readAmount(wordsOutside(text, cuts), text, home);
  // Nine digits without the 0 are a phone number only where something else is the amount.
  const areShortPhones = read.amount !== undefined && short.every(({ isClear }) => isClear);
  const behind = broken.map((each) => each.behind).filter(Boolean);
  const isUnclear =
    behind.length > 0 ||
    (short.length > 0 && !areShortPhones) ||
    areInDoubt(usual) ||
    broken.some((phone) => isStartInDoubt(text, phone)) ||
    usual.some((phone) => isCodeInDoubt(text, phone));
  const isNamed = emails.length > 0 || phones.length > 0 || broken.length > 0;
  const unclearTexts = isUnclear ? [...behind, ...(read.amount === undefined ? [] : [read.amount])] : [];
  return {
    amount: isUnclear ? undefined : read.amount,
    currency: read.currency,
    email: emails[0]?.text,
    phones: [
      ...usual.map((phone) => ({ ...phone, isUsual: true })),
      ...(areShortPhones ? short.map((phone) => ({ ...phone, isUsual: false })) : []),
    ].toSorted((a, b) => a.start - b.start),
    doubts: [
      ...broken.map(
        (each): Warning => ({
          field,
          kind: field === 'msisdn' ? 'not_promptable' : 'not_a_number',
          text: each.text,
        }),
      ),
      ...(areShortPhones ? [] : short).map(
        (each): Warning => ({
          field: field === 'msisdn' && usual.length === 0 ? field : 'amount',
          kind: 'number_or_amount',
          text: each.text,
        }),
      ),
      ...read.doubts.map((doubt): Warning => ({ field: 'amount', ...doubt })),
      ...unclearTexts.map((unclear): Warning => ({ field: 'amount', kind: 'unclear', text: unclear })),
    ],
    text,
    cuts: [...cuts, ...read.cuts],
    nameEnd: isNamed ? undefined : read.place?.start,
  };
}

/** The first number that can be used; the others are left out, and named. */
function choosePhone(
  phones: ReadWords['phones'],
  field: PhoneField,
  ownerOf: (text: string) => ReturnType<typeof readContactOwner>,
): { readonly phone?: string; readonly msisdn?: Msisdn; readonly warnings: readonly Warning[] } {
  const read = phones.map((phone) => ({ phone, owner: ownerOf(phone.text) }));
  const chosen = read.find(({ owner }) => owner && !isUnsure(owner)) ?? read[0];
  if (!chosen) return { warnings: [] };
  const { phone, owner } = chosen;
  const others = read.filter((each) => each !== chosen && (!owner || each.owner !== owner));
  const warnings = others.map(
    ({ phone: other }): Warning => ({ field, kind: 'second_number', text: other.text }),
  );
  if (!owner) return { warnings: [{ field, kind: 'not_promptable', text: phone.text }, ...warnings] };
  if (isUnsure(owner)) return { warnings: [{ field, kind: owner, text: phone.text }, ...warnings] };
  const check: Warning[] = phone.isUsual ? [] : [{ field, kind: 'nine_digits', text: phone.text }];
  return { phone: phone.text, msisdn: owner, warnings: [...check, ...warnings] };
}

function isUnsure(owner: ReturnType<typeof readContactOwner>): owner is 'which_country' | 'any_country' {
  return owner === 'which_country' || owner === 'any_country';
}

/** The description, in which no phone or card number may come together from what stood around an amount. */
function describe({ text, cuts }: Pick<ReadWords, 'text' | 'cuts'>, warnings: readonly Warning[]): Prefill {
  const notes = [...warnings];
  let description = textOutside(text, cuts);
  for (let left = findPhones(description); left.length > 0; left = findPhones(description)) {
    description = textOutside(description, left);
    notes.push(
      ...left.map((each): Warning => ({ field: 'description', kind: 'number_left_out', text: each.text })),
    );
  }
  if (hasCardNumber(description)) {
    description = '';
    notes.push({ field: 'description', kind: 'card_number', text: '' });
  }
  return { ...(description ? { description } : {}), ...(notes.length > 0 ? { warnings: notes } : {}) };
}
