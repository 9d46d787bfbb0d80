// What an order is searched by: a few short texts for each order, made the same way from an order and from what a person
// typed. A store keeps a digest of each and never the text. Longer and further words are compared on the orders found.
import { canonical, type Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import { wordsOf } from '#lib/words.ts';
import { isNews } from './announcement.ts';
import type { Order } from './order.ts';
import { paidFor } from './payments.ts';
import { isRefundUnderWay } from './refund.ts';

/** Plain text with its purpose in front, so that no two purposes share a digest ("word jan", "code sjk7qwerty"). */
export type SearchTerm = string & { readonly __brand: 'SearchTerm' };

type Purpose =
  | 'number'
  | 'last'
  | 'word'
  | 'code'
  | 'account'
  | 'amount'
  | 'day'
  | 'email'
  | 'state'
  | 'agent'
  | 'booked';

/** How many letters of a word are kept: people remember how a word begins, and each length is one more key for each word. */
const SHORT_BEGINNING = 3;
const LONG_BEGINNING = 6;

export const numberTerm = (msisdn: Msisdn): SearchTerm => term('number', msisdn);

/** `fourDigits`: the last four of a phone number. */
export const lastDigitsTerm = (fourDigits: string): SearchTerm => term('last', fourDigits);

/**
 * What finds words that begin like `word` (one of wordsOf): its first six letters, of a shorter one the first three. Undefined
 * below three letters. The orders found may have another word with the same beginning.
 */
export function wordTerm(word: string): SearchTerm | undefined {
  return beginningsOf(word).at(-1);
}

/** A confirmation code in any case and with any blanks. */
export const codeTerm = (code: string): SearchTerm => term('code', unspaced(code));

/** An account number (the provider's for a prompt, or a subscriber's) in any case and with any blanks. */
export const accountTerm = (text: string): SearchTerm => term('account', unspaced(text));

/** `decimal` is a plain decimal; needless zeros do not matter. The currency is compared on the orders found. */
export const amountTerm = (decimal: string): SearchTerm => term('amount', canonical(decimal));

/** `utcDay` is yyyy-MM-dd. A local day lies in two days of UTC, or in one. */
export const dayTerm = (utcDay: string): SearchTerm => term('day', utcDay);

export const emailTerm = (email: string): SearchTerm => term('email', unspaced(email));

export const stateTerm = (state: Order['state']): SearchTerm => term('state', state);

/** Of orders that `isAwaited`. */
export const AWAITED_TERM: SearchTerm = term('state', 'awaited');

/** Sent or being sent, still checked, and not a charge, which nobody has asked for. */
export function isAwaited({ kind, state, checksEndedAt }: Order): boolean {
  return kind !== 'charge' && checksEndedAt === undefined && (state === 'sending' || state === 'pending');
}

/** Of orders with an open request for approval, of the order or of its refund. */
export const WAITS_TERM: SearchTerm = term('state', 'waits');

/** Of orders with an announcement that is to be posted. */
export const UNDELIVERED_TERM: SearchTerm = term('state', 'undelivered');

/** Of orders with a refund that is under way: asked for, and neither carried out nor ended. */
export const REFUND_TERM: SearchTerm = term('state', 'refund');

/** `agent` is a Slack id. */
export const agentTerm = (agent: string): SearchTerm => term('agent', agent);

/** Of orders of this agent (a Slack id) that have a money entry of this day (yyyy-MM-dd). */
export const bookedTerm = (agent: string, day: string): SearchTerm => term('booked', `${agent} ${day}`);

/**
 * Every term of the order, each once: number and its last four digits; beginnings of the words of name, description and
 * reference; confirmation codes; account numbers; amounts asked and paid; the days (UTC) on which it was created and paid;
 * email; state, whether it is awaited, whether it waits for approval, whether an announcement is to be posted, and whether a
 * refund is under way; agent, and the agent with each day on which money of it is entered. Throws when a time of the order is none.
 */
export function searchTermsOf(order: Order): readonly SearchTerm[] {
  const { customer, prompt, payments = [], provider, recurring, reference } = order;
  const number = prompt?.msisdn ?? customer.phone;
  // A charge's reference goes on with a tracking id, which nobody quotes in parts.
  const [quoted = ''] = reference.split('/');
  const words = wordsOf([customer.firstName, customer.lastName, order.description, quoted].join(' '));
  const times = [order.createdAt, ...payments.map(({ paidAt }) => paidAt)];
  return unique([
    number && numberTerm(number),
    number && lastDigitsTerm(number.slice(-4)),
    ...words.flatMap(beginningsOf),
    ...payments.map(({ confirmationCode: code }) => code && codeTerm(code)),
    provider.accountNumber && accountTerm(provider.accountNumber),
    recurring && accountTerm(recurring.accountNumber),
    ...amountsOf(order).map(({ amount }) => amountTerm(amount)),
    ...times.map((time) => time !== undefined && dayTerm(new Date(time).toISOString().slice(0, 10))),
    customer.email && emailTerm(customer.email),
    stateTerm(order.state),
    isAwaited(order) && AWAITED_TERM,
    order.approval?.state === 'open' && WAITS_TERM,
    order.announcements.some(isNews) && UNDELIVERED_TERM,
    order.refund && isRefundUnderWay(order.refund) && REFUND_TERM,
    order.agent && agentTerm(order.agent),
    ...(order.entries ?? []).map(({ day }) => bookedTerm(order.agent, day)),
  ]);
}

/** What was asked for, each payment, and all that came. */
export function amountsOf(order: Order): Money[] {
  const { amount, payments = [] } = order;
  return [amount, paidFor(order), ...payments.map(({ paid }) => paid)].filter((money) => money !== undefined);
}

/** None, one or two of a folded word, the longer one last. */
function beginningsOf(word: string): SearchTerm[] {
  // A letter may be two units of a text, and only then are they taken apart: it is done for each word of each save.
  const letters = /^[\0-\x7f]*$/.test(word) ? undefined : [...word];
  const { length } = letters ?? word;
  const beginning = (to: number) => term('word', letters?.slice(0, to).join('') ?? word.slice(0, to));
  if (length < SHORT_BEGINNING) return [];
  if (length < LONG_BEGINNING) return [beginning(SHORT_BEGINNING)];
  return [beginning(SHORT_BEGINNING), beginning(LONG_BEGINNING)];
}

function unspaced(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}

function term(purpose: Purpose, text: string): SearchTerm {
  return `${purpose} ${text}` as SearchTerm;
}

function unique(terms: readonly (SearchTerm | '' | false | undefined)[]): SearchTerm[] {
  return [...new Set(terms)].filter((one): one is SearchTerm => typeof one === 'string' && one !== '');
}
