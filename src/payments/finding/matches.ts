// Compares an order with conditions exactly: the index finds orders by a few short terms, which others may share. Pure.

import { wordsOf } from '#lib/words.ts';
import { methodOf } from '#orders/alert-filter.ts';
import type { Order } from '#orders/order.ts';
import {
  accountTerm,
  amountsOf,
  amountTerm,
  codeTerm,
  emailTerm,
  numberTerm,
  type SearchTerm,
  searchTermsOf,
} from '#orders/search-terms.ts';
import { type Condition, type Meaning, MIN_WORD_LENGTH, numberOf } from './condition.ts';

/** True when the order fits every condition. */
export function matches(order: Order, conditions: readonly Condition[]): boolean {
  const terms = new Set(searchTermsOf(order));
  return conditions.every((condition) => condition.some((meaning) => fits(order, meaning, terms)));
}

function fits(order: Order, meaning: Meaning, terms: ReadonlySet<SearchTerm>): boolean {
  switch (meaning.is) {
    case 'code':
      return terms.has(codeTerm(meaning.text));
    case 'account':
      return terms.has(accountTerm(meaning.text));
    case 'email':
      return terms.has(emailTerm(meaning.text));
    case 'number':
      return terms.has(numberTerm(meaning.msisdn));
    case 'last_digits':
      return numberOf(order)?.endsWith(meaning.digits) ?? false;
    case 'amount':
      return hasAmount(order, meaning);
    case 'words':
      return textsOf(order).some((text) => hasRun(wordsOf(text), meaning.words));
    case 'reference':
      return order.reference.replace('-', '').startsWith(meaning.letters);
    case 'days':
      return [order.createdAt, ...(order.payments ?? []).map(({ paidAt }) => paidAt)].some(
        (at) => at !== undefined && at >= meaning.from && at < meaning.to,
      );
    case 'state':
      return meaning.states.includes(order.state);
    case 'method':
      return methodsOf(order).some((method) => methodOf(method) === meaning.method);
    case 'agent':
      return order.agent === meaning.agent;
    case 'channel':
      return order.channel === meaning.channel;
  }
}

/** How it was paid; until then, how its customer is asked. */
function methodsOf({ payments = [], prompt }: Order): string[] {
  const paid = payments.flatMap(({ method }) => method || []);
  return paid.length > 0 ? paid : [prompt?.method ?? ''];
}

function hasAmount(order: Order, { amount: wanted, currency }: Extract<Meaning, { is: 'amount' }>) {
  return amountsOf(order).some(
    (money) =>
      amountTerm(money.amount) === amountTerm(wanted) &&
      (currency === undefined || money.currency === currency),
  );
}

function textsOf({ customer, description, reference }: Order): string[] {
  const [quoted = ''] = reference.split('/');
  return [[customer.firstName, customer.lastName].filter(Boolean).join(' '), description, quoted];
}

/** Whether `wanted` follow each other among `words`, the last one as the beginning of a word unless all are short. */
function hasRun(words: readonly string[], wanted: readonly string[]): boolean {
  const isWhole = wanted.every((word) => word.length < MIN_WORD_LENGTH);
  return words.some((_, start) =>
    wanted.every((word, index) => {
      const found = words[start + index];
      return index === wanted.length - 1 && !isWhole ? found?.startsWith(word) : found === word;
    }),
  );
}
