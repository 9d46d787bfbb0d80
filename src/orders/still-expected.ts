// Whether whoever asked for a prompt, and so its customer, still expects that it rings. Called by payments/ before it does. Pure.
import { RINGS_WITHIN_MS } from './approval.ts';
import { GOES_ON_WITHIN_MS } from './bulk.ts';
import type { Order } from './order.ts';

/**
 * Of an order that is `sending`: for ten minutes after it was asked for, approved, or sent by its asker, which is when its state
 * last changed. A row of a bulk for as long as its bulk goes on by itself.
 */
export function isStillExpected({ changedAt, bulk }: Order, now: number): boolean {
  return now - changedAt <= (bulk ? GOES_ON_WITHIN_MS : RINGS_WITHIN_MS);
}
