// What an order must fit to be found. The words of a person are read into conditions by slack/find/arguments.ts.
import type { Msisdn } from '#lib/msisdn.ts';
import { plainText } from '#lib/text.ts';
import { wordsOf } from '#lib/words.ts';
import type { AlertMethod } from '#orders/alert-filter.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';

/** One thing that a word may mean. `code`, `account` and `email` as typed, in any case and with any blanks. */
export type Meaning =
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'account'; readonly text: string }
  | { readonly is: 'email'; readonly text: string }
  | { readonly is: 'number'; readonly msisdn: Msisdn }
  /** The end of a phone number: four digits or more. */
  | { readonly is: 'last_digits'; readonly digits: string }
  /** Asked or paid; a plain decimal. Without a currency any fits. */
  | { readonly is: 'amount'; readonly amount: string; readonly currency?: string | undefined }
  /**
   * Folded words that follow each other in the name, the description or the reference; the last one may be the beginning of
   * a word, unless all of them are shorter than three letters. `wordsMeaning` or `shortWordsMeaning` makes it.
   */
  | { readonly is: 'words'; readonly words: readonly string[] }
  /** The beginning of a reference made by Teller, in capitals and without its dash; at least five letters. */
  | { readonly is: 'reference'; readonly letters: string }
  /** Created or paid from the moment `from` up to, but not at, `to` (ms since the epoch). */
  | { readonly is: 'days'; readonly from: number; readonly to: number }
  | { readonly is: 'state'; readonly states: readonly OrderState[] }
  /** By which it was paid, or is to be paid. */
  | { readonly is: 'method'; readonly method: AlertMethod }
  /** `agent` and `channel` are Slack ids. */
  | { readonly is: 'agent'; readonly agent: string }
  | { readonly is: 'channel'; readonly channel: string };

/** At least one of the meanings must fit the order. */
export type Condition = readonly Meaning[];

/** Beginnings of words are indexed from three letters on (orders/search-terms.ts). */
export const MIN_WORD_LENGTH = 3;

/** Undefined when no word of the text is long enough to be searched for. */
export function wordsMeaning(text: string): Extract<Meaning, { is: 'words' }> | undefined {
  const words = wordsOf(text);
  return words.some((word) => [...word].length >= MIN_WORD_LENGTH) ? { is: 'words', words } : undefined;
}

/** For words too short to be searched for: they are compared with the orders that other conditions find. */
export function shortWordsMeaning(text: string): Extract<Meaning, { is: 'words' }> {
  return { is: 'words', words: wordsOf(text) };
}

/**
 * The index has digits of other scripts as they were written, and what a person types is read with 0 to 9: so words may mean
 * what was `typed` as well.
 */
export function withOtherDigits(conditions: readonly Condition[], typed: string): readonly Condition[] {
  const written = new Map(wordsOf(typed).map((word) => [plainText(word), word]));
  return conditions.map((condition) => [
    ...condition,
    ...condition.flatMap((meaning) => {
      if (meaning.is !== 'words') return [];
      const words = meaning.words.map((word) => written.get(word) ?? word);
      return words.join() === meaning.words.join() ? [] : [{ ...meaning, words }];
    }),
  ]);
}

/** True when what was searched for may be a customer's name, number or email. */
export function isPersonal(condition: Condition): boolean {
  const has = (...kinds: readonly Meaning['is'][]) => condition.some(({ is }) => kinds.includes(is));
  // "today", "paid" and "airtel" are words that may stand in a description, but hardly a name.
  return has('number', 'last_digits', 'email', 'words') && !has('days', 'state', 'method');
}

/** The number by which the customer of an order is known. */
export function numberOf({ prompt, customer }: Order): Msisdn | undefined {
  return prompt?.msisdn ?? customer.phone;
}
