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
} from '#store/search-terms.ts';
import type { SearchQuery } from '#store/store.ts';
import type { Condition, Meaning } from './condition.ts';

/** A range of more days has too many terms: its end alone bounds the search, and its beginning is compared. */
const MAX_DAYS = 62;
/** A store looks through one list for each clause; a long sentence has no need of them all. */
const MAX_CLAUSES = 12;
const DAY_MS = 24 * 60 * 60_000;

/** `createdBefore` (ms): no order that was created then or later can fit. */
export type Search = { readonly query: SearchQuery; readonly createdBefore?: number };

/** Finds every order that fits the conditions, and perhaps others. */
export function searchFor(conditions: readonly Condition[]): Search {
  const query = conditions.flatMap((condition) => {
    const terms = condition.map(termsOf);
    // Where one meaning has no term, an order may fit that is in none of the lists.
    return terms.some((one) => one.length === 0) ? [] : [[...new Set(terms.flat())]];
  });
  const ends = conditions.flatMap((condition) => {
    const [only, ...others] = condition;
    return only?.is === 'days' && others.length === 0 && termsOf(only).length === 0 ? [only.to] : [];
  });
  return {
    query: query.slice(0, MAX_CLAUSES),
    // Nobody pays before being asked; a day more, because the service's clock may differ.
    ...(ends.length > 0 ? { createdBefore: Math.min(...ends) + DAY_MS } : {}),
  };
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

/** Of the longest word, which is likely to be the rarest. */
function wordTerms(words: readonly string[]): SearchTerm[] {
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  const term = wordTerm(longest);
  return term === undefined ? [] : [term];
}

/** The days of UTC that the time lies in. */
function dayTerms({ from, to }: { readonly from: number; readonly to: number }): SearchTerm[] {
  const first = Math.floor(from / DAY_MS);
  const count = Math.floor((to - 1) / DAY_MS) - first + 1;
  if (count > MAX_DAYS + 1) return [];
  return Array.from({ length: count }, (_, index) =>
    dayTerm(new Date((first + index) * DAY_MS).toISOString().slice(0, 10)),
  );
}
