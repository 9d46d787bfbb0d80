// Finds customers of earlier orders for the forms, each by the last order that fits. Two orders have the same customer when
// they have the same number or, where there is none, the same email address.

import { pagesOf } from '#lib/async.ts';
import { type Msisdn, plainNumber } from '#lib/msisdn.ts';
import { plainText } from '#lib/text.ts';
import { wordsOf } from '#lib/words.ts';
import type { Language, Order } from '#orders/order.ts';
import {
  agentTerm,
  emailTerm,
  lastDigitsTerm,
  numberTerm,
  type SearchTerm,
  wordTerm,
} from '#orders/search-terms.ts';
import type { SearchQuery } from '#store/orders.ts';
import type { OrderStore } from '#store/store.ts';
import { numberOf } from './condition.ts';
import { matches } from './matches.ts';

/** One order for each customer, newest first. `isAll`: there is no further one. */
export type FoundCustomers = { readonly orders: readonly Order[]; readonly isAll: boolean };

/** Which customers are wanted; `promptable`: only those with a number. */
type WantedCustomers = { readonly limit: number; readonly promptable: boolean };

/** All reject when the store is down. */
export type Customers = {
  /**
   * What somebody has typed so far: beginnings of the words of a name, four or more digits at the end of a number, an email
   * address. All of it must fit. What is too short for the index is looked for among this agent's own customers; without
   * anything typed these are the last ones of theirs.
   */
  search(typed: string, agent: string, wanted: WantedCustomers): Promise<FoundCustomers>;
  /** Customers in whose name each of these words is a whole word. */
  named(name: string, wanted: WantedCustomers): Promise<FoundCustomers>;
  /** The language of the last link for the customer with this number, or else this address. */
  lastLanguage(of: { phone?: Msisdn | undefined; email?: string | undefined }): Promise<Language | undefined>;
};

/** How many orders are compared at most; a form waits for the answer. */
const MAX_COMPARED = 1_000;
const PAGE_SIZE = 100;

type Fits = (order: Order) => boolean;

export function createCustomers({ orders }: { orders: Pick<OrderStore, 'search'> }): Customers {
  async function collect(
    query: SearchQuery,
    fits: Fits,
    { limit, promptable }: WantedCustomers,
  ): Promise<FoundCustomers> {
    const found = new Map<string, Order>();
    let compared = 0;
    for await (const page of pagesOf((from) => orders.search(query, { limit: PAGE_SIZE, ...from }))) {
      for (const order of page.orders) {
        const key = keyOf(order, promptable);
        // The later payments of a recurring link are its own, not what somebody asked for last.
        if (key === undefined || found.has(key) || order.kind === 'charge' || !fits(order)) continue;
        if (found.size === limit) return { orders: [...found.values()], isAll: false };
        found.set(key, order);
      }
      compared += PAGE_SIZE;
      if (compared === MAX_COMPARED) return { orders: [...found.values()], isAll: page.next === undefined };
    }
    return { orders: [...found.values()], isAll: true };
  }

  return {
    search(typed, agent, wanted) {
      const conditions = conditionsOf(typed);
      const query = conditions.flatMap(({ term }) => (term ? [[term]] : []));
      const fits: Fits = (order) => conditions.every((one) => one.fits(order));
      return collect(query.length > 0 ? query : [[agentTerm(agent)]], fits, wanted);
    },
    async named(name, wanted) {
      const words = wordsOf(plainText(name));
      const query = words.flatMap((word) => {
        const term = wordTerm(word);
        return term ? [[term]] : [];
      });
      // Everybody's orders would be compared.
      if (query.length === 0) return { orders: [], isAll: true };
      return collect(query, (order) => words.every((word) => nameWordsOf(order).includes(word)), wanted);
    },
    async lastLanguage({ phone, email }) {
      const condition = email && !phone ? emailCondition(email) : undefined;
      const term = phone ? numberTerm(phone) : condition?.term;
      if (!term) return undefined;
      const fits: Fits = (order) =>
        order.language !== undefined && (phone ? numberOf(order) === phone : condition?.fits(order) === true);
      const found = await collect([[term]], fits, { limit: 1, promptable: false });
      return found.orders[0]?.language;
    },
  };
}

function keyOf(order: Order, promptable: boolean): string | undefined {
  const { email } = order.customer;
  return numberOf(order) ?? (promptable ? undefined : email?.toLowerCase());
}

function nameWordsOf({ customer }: Order): string[] {
  return [customer.firstName, customer.lastName].flatMap((name = '') => wordsOf(name));
}

/** `term`: what the index has for it; none for a word that is too short, which is compared only. */
type Condition = { readonly term: SearchTerm | undefined; readonly fits: Fits };

const NUMBER = /^\+?[\d\s().-]+$/;

function conditionsOf(typed: string): Condition[] {
  const text = plainNumber(typed).trim();
  if (NUMBER.test(text)) return digitCondition(text);
  return text.split(/\s+/).flatMap((part) => {
    if (part.includes('@')) return [emailCondition(part)];
    return NUMBER.test(part) ? digitCondition(part) : wordsOf(part).map(wordCondition);
  });
}

function wordCondition(word: string): Condition {
  return {
    term: wordTerm(word),
    fits: (order) => nameWordsOf(order).some((own) => own.startsWith(word)),
  };
}

/**
 * A 0 in front stands for the country code, and 00 before it for its plus. Less than four digits fit half of all customers, and
 * are not compared at all.
 */
function digitCondition(text: string): Condition[] {
  const digits = text.replace(/\D/g, '').replace(/^0(?=\d{9}$)|^00(?=[1-9]\d{8})/, '');
  if (digits.length < 4) return [];
  return [
    {
      term: lastDigitsTerm(digits.slice(-4)),
      fits: (order) => numberOf(order)?.endsWith(digits) ?? false,
    },
  ];
}

function emailCondition(email: string): Condition {
  const wanted = email.toLowerCase();
  return { term: emailTerm(wanted), fits: ({ customer }) => customer.email?.toLowerCase() === wanted };
}

/** How a customer is named. */
export type Person =
  | { readonly is: 'number'; readonly msisdn: Msisdn }
  | { readonly is: 'email'; readonly text: string };

/** Newest first, charges included. Rejects when the store is down. */
export async function* ordersOfCustomer(
  orders: Pick<OrderStore, 'search'>,
  person: Person,
): AsyncIterable<Order> {
  const term = person.is === 'number' ? numberTerm(person.msisdn) : emailTerm(person.text);
  for await (const page of pagesOf((from) => orders.search([[term]], { limit: PAGE_SIZE, ...from })))
    yield* page.orders.filter((order) => matches(order, [[person]]));
}
