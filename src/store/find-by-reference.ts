// Finds the order that a person means by a reference as they typed it. Both drivers use it.
import type { Order } from '#orders/order.ts';
import { canonicalReference, foldReference, parseStoredReference } from '#orders/reference.ts';
import type { OrderStore } from './store.ts';

/** `newestFolded`: the newest order with this `FoundBy.foldedReference`. */
export async function findByReference(
  text: string,
  {
    get,
    newestFolded,
  }: Pick<OrderStore, 'get'> & { newestFolded(folded: string): Promise<Order | undefined> },
): Promise<Order | undefined> {
  for (const reference of new Set([parseStoredReference(text), canonicalReference(text)])) {
    const order = reference && (await get(reference));
    if (order) return order;
  }
  const folded = foldReference(text);
  return folded === undefined ? undefined : newestFolded(folded);
}
