// Which terms of the store's index find the orders that may fit conditions. What no term can say is compared on the orders
// found (matches.ts). Pure.
import {
  accountTerm,
  agentTerm,
  amountTerm,
  codeTerm,
  dayTerm,
  emailTerm,
  lastDigitsTerm,
  numberTerm,
  type SearchTerm,
  stateTerm,
  wordTerm,
} from '#orders/search-terms.ts';
import type { SearchQuery } from '#store/orders.ts';
import type { Condition, Meaning } from './condition.ts';

/** A range of more days has too many terms: its end alone bounds the search, and its beginning is compared. */
const MAX_DAYS = 62;
/** So many times these days are looked through for payments that Teller has known of only after the range: two years. */
const MAX_PARTS = 12;
/** A store looks through one list for each clause; a long sentence has no need of them all. */
const MAX_CLAUSES = 12;
const DAY_MS = 24 * 60 * 60_000;

/** `createdFrom`, `createdBefore` (ms): of the orders created then or later, or before, it alone is to find those that fit. */
export type Search = {
  readonly query: SearchQuery;
  readonly createdFrom?: number;
  readonly createdBefore?: number;
};

/** One after the other they find every order that fits the conditions at `now` (ms), each in one of them, and perhaps others. */
export function searchesFor(conditions: readonly Condition[], now: number): Search[] {
  const query = conditions.flatMap((condition) => {
    const terms = condition.map(termsOf);
    // Where one meaning has no term, an order may fit that is in none of the lists.
    return terms.some((one) => one.length === 0) ? [] : [[...new Set(terms.flat())]];
  });
  const [range] = conditions
    .flatMap(([only, ...others]) => (only?.is === 'days' && others.length === 0 ? [only] : []))
    .filter((days) => termsOf(days).length === 0)
    .toSorted((a, b) => a.to - b.to);
  if (!range) return [{ query: query.slice(0, MAX_CLAUSES) }];
  // Nobody pays before being asked; a day more, because the provider's clock may differ.
  const asked = range.to + DAY_MS;
  // But a charge may be heard of late, and a payment made elsewhere be written down late. They are among the newest orders.
  const late =
    asked > now ? [] : partsOf(range).map((days) => ({ query: [days, ...query], createdFrom: asked }));
  return [...late, { query, createdBefore: asked }].map((search) => ({
    ...search,
    query: search.query.slice(0, MAX_CLAUSES),
  }));
}

/** Each order that fits the meaning has at least one of them; none when no term can say so. */
function termsOf(meaning: Meaning): SearchTerm[] {
  switch (meaning.is) {
    case 'code':
      return [codeTerm(meaning.text)];
    case 'account':
      return [accountTerm(meaning.text)];
    case 'email':
      return [emailTerm(meaning.text)];
    case 'number':
      return [numberTerm(meaning.msisdn)];
    case 'last_digits':
      return [lastDigitsTerm(meaning.digits.slice(-4))];
    case 'amount':
      return [amountTerm(meaning.amount)];
    case 'words':
      return wordTerms(meaning.words);
    case 'reference':
      return wordTerms([meaning.letters.slice(0, 5).toLowerCase()]);
    case 'days':
      return dayTerms(meaning);
    case 'state':
      return meaning.states.map(stateTerm);
    case 'agent':
      return [agentTerm(meaning.agent)];
    case 'method':
    case 'channel':
      return [];
  }
}

/** Of the longest word, which is likely to be the rarest; of a year only where there is no other word. */
function wordTerms(words: readonly string[]): SearchTerm[] {
  const terms = words
    .toSorted((a, b) => Number(isYear(a)) - Number(isYear(b)) || b.length - a.length)
    .flatMap((word) => wordTerm(word) ?? []);
  return terms.slice(0, 1);
}

function isYear(word: string): boolean {
  return /^20\d\d$/.test(word);
}

type Time = { readonly from: number; readonly to: number };

/** The days of UTC that the time lies in. */
function dayTerms(time: Time): SearchTerm[] {
  const { first, count } = daysOf(time);
  return count > MAX_DAYS + 1 ? [] : termsOfDays(first, count);
}

/** The terms of the last days of a longer time, so many at once as a search may have; the last ones come first. */
function partsOf(time: Time): SearchTerm[][] {
  const { first, count } = daysOf(time);
  const parts = Math.min(MAX_PARTS, Math.ceil(count / MAX_DAYS));
  return Array.from({ length: parts }, (_, part) => {
    const left = count - part * MAX_DAYS;
    const start = Math.max(0, left - MAX_DAYS);
    return termsOfDays(first + start, left - start);
  });
}

/** In days since the epoch. */
function daysOf({ from, to }: Time): { first: number; count: number } {
  const first = Math.floor(from / DAY_MS);
  return { first, count: Math.floor((to - 1) / DAY_MS) - first + 1 };
}

function termsOfDays(first: number, count: number): SearchTerm[] {
  return Array.from({ length: count }, (_, index) =>
    dayTerm(new Date((first + index) * DAY_MS).toISOString().slice(0, 10)),
  );
}
