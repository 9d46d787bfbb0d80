// Whether the provider may have an order. Pure.
import { isSomebodyElses } from './charges.ts';
import type { Order } from './order.ts';

/**
 * False for an order whose request was not sent, or was refused, and for somebody else's charge. What the provider did not know may
 * have arrived since.
 */
export function mayBeAtProvider(order: Order): boolean {
  const { kind, requestedAt, state } = order;
  if (kind === 'elsewhere') return true;
  if (kind === 'charge') return !isSomebodyElses(order);
  return requestedAt !== undefined && (state !== 'not_sent' || neverArrived(order));
}

/** True of an order that the provider did not know minutes after its request, of which no answer had come. */
export function neverArrived({ state, failure }: Order): boolean {
  return state === 'not_sent' && failure?.reason === 'never_arrived';
}
