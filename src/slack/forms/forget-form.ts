// The form that asks whether a customer's data is really to be erased, and reads whom somebody means. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import { parseContact } from '#lib/msisdn.ts';
import { plainText } from '#lib/text.ts';
import type { Person } from '#payments/finding/customers.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { FORGET_TEXT, whatWillBeErased } from '#slack/text/forget.ts';
import { formView } from './fields.ts';
import { homeCountry, readOwner } from './phone-choice.ts';
import { emailsIn, textOutside, withMarks } from './typed-words.ts';

export const FORGET_FORM = 'forget';

/** A number in any spelling, or an email address in any case; else what to say. */
export function readPerson(
  words: string,
  defaultCurrency: string,
): { readonly person: Person } | { readonly why: string } {
  const typed = plainText(words).trim();
  if (typed === '') return { why: FORGET_TEXT.which };
  const [email] = emailsIn(typed);
  if (email && textOutside(typed, [withMarks(typed, email)]) === '')
    return { person: { is: 'email', text: email.text } };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { person: { is: 'email', text: typed } };
  const owner = readOwner(typed, homeCountry(undefined, defaultCurrency), parseContact);
  if (owner === 'which_country') return { why: FORGET_TEXT.whichCountry };
  return owner ? { person: { is: 'number', msisdn: owner } } : { why: FORGET_TEXT.notRead };
}

/** `first`, `last`: the days of the orders. `memory`: a key of kept words. `kept`: those that have to wait. */
export function forgetForm(what: {
  count: number;
  first: string;
  last: string;
  kept: KnownBlock[];
  memory: string;
}): ModalView {
  const { count, first, last, kept, memory } = what;
  return formView({
    callbackId: FORGET_FORM,
    title: FORGET_TEXT.title,
    submit: FORGET_TEXT.submit,
    close: FORGET_TEXT.close,
    memory,
    blocks: [
      plainSection(whatWillBeErased(count, first, last)),
      plainSection(FORGET_TEXT.stays),
      ...(kept.length > 0 ? [plainSection(FORGET_TEXT.notYet), ...kept] : []),
      plainSection(FORGET_TEXT.cannot),
    ],
  });
}
