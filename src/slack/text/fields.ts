// The sentences at fields of several forms, and what warnings about words are. Exhaustive by type.
import { type AmountFault, decimalsOf } from '#lib/money.ts';

/** `other_currency`: it was typed with one. */
export function amountFault(fault: AmountFault | 'other_currency', currency: string): string {
  const decimals = decimalsOf(currency);
  const sentences: Record<typeof fault, string> = {
    missing: 'Enter an amount, such as 1,500.',
    not_a_number: decimals
      ? 'Enter the amount in digits, such as 1,500 or 1,500.50.'
      : 'Enter the amount in digits, such as 1,500.',
    not_positive: 'Enter an amount above zero.',
    too_many_decimals: decimals
      ? `${currency} has ${decimals} decimals. Enter an amount such as 1,500.50.`
      : `${currency} has no decimals. Enter a whole amount.`,
    too_large: 'This amount is too large. Check the digits.',
    other_currency: `Enter the amount in ${currency}.`,
  };
  return sentences[fault];
}

export const FIELD_TEXT = {
  whichCountry: 'This number could be in Kenya or Uganda. Start it with +254 or +256.',
  anyCountry: 'This number could be in several countries. Start it with + and the country code.',
  referenceTaken:
    'This reference is already used. Choose another, or leave this empty to get one automatically.',
  accountNumberTaken: 'Another recurring link has this account number. Choose a different one.',
  channel: 'Choose a channel for the card.',
} as const;

/** Why a word after the command was not taken as it stands, or should be checked. */
export type WarningKind =
  | 'not_a_number'
  | 'not_promptable'
  | 'second_number'
  | 'nine_digits'
  | 'number_or_amount'
  | 'which_country'
  | 'any_country'
  | 'unclear'
  | 'dot'
  | 'counted'
  | 'joined'
  | 'not_an_amount'
  | 'other_currency'
  | 'number_left_out'
  | 'card_number';

/** A note above a field of a form. `text`: the words that it is about, as typed. */
export type Warning = {
  readonly field: 'msisdn' | 'phone_number' | 'amount' | 'description';
  readonly kind: WarningKind;
  readonly text: string;
};
