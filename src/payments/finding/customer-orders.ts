// Every order of one customer, by exactly this number or email address. For erasing their data.
import type { Msisdn } from '#lib/msisdn.ts';
import { pagesOf } from '#lib/pages.ts';
import type { Order } from '#orders/order.ts';
import { emailTerm, numberTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { matches } from './matches.ts';

/** How a customer is named. */
export type Person =
  | { readonly is: 'number'; readonly msisdn: Msisdn }
  | { readonly is: 'email'; readonly text: string };

const PAGE_SIZE = 200;

/** Newest first, charges included. Rejects when the store is down. */
export async function* ordersOfCustomer(
  orders: Pick<OrderStore, 'search'>,
  person: Person,
): AsyncIterable<Order> {
  const term = person.is === 'number' ? numberTerm(person.msisdn) : emailTerm(person.text);
  for await (const page of pagesOf((from) => orders.search([[term]], { limit: PAGE_SIZE, ...from })))
    yield* page.orders.filter((order) => matches(order, [[person]]));
}
