// Reads the chain of orders that were made from one another (orders/successor.ts). Called by related-orders.ts and
// ordering/.
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { predecessorOf } from '#orders/successor.ts';
import type { OrderStore } from '#store/store.ts';

/** At least one order, oldest first. */
export type Chain = readonly [Order, ...Order[]];

/** False when the service never had the order, or need not be asked whether it is paid by now. One under review can be paid in full. */
export function mayHaveChanged({ requestedAt, state }: Order): boolean {
  return requestedAt !== undefined && (state === 'review' || !wasPaid(state));
}

/** The whole chain, whichever of its orders is named; undefined when that one is not stored. Rejects when the store is down. */
export async function readChain(
  orders: Pick<OrderStore, 'get'>,
  reference: Reference,
): Promise<Chain | undefined> {
  const named = await orders.get(reference);
  if (!named) return undefined;
  // A successor may be some steps further on, so the orders between are read on the way back.
  let newest: Order = named;
  while (newest.successor) {
    const successor = await orders.get(newest.successor.reference);
    if (!successor) break;
    newest = successor;
  }
  let chain: Chain = [newest];
  for (let next = predecessorOf(newest); next; next = predecessorOf(chain[0])) {
    const order = await orders.get(next);
    if (!order) break;
    chain = [order, ...chain];
  }
  return chain;
}
