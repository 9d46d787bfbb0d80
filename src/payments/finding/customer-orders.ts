// Every order of one customer, by exactly this number or email address. For erasing their data.
import type { Msisdn } from '#lib/msisdn.ts';
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
  let after: string | undefined;
  do {
    const page = await orders.search([[term]], { limit: PAGE_SIZE, ...(after && { after }) });
    yield* page.orders.filter((order) => matches(order, [[person]]));
    after = page.next;
  } while (after !== undefined);
}
