// The names of everything in Redis, and what shares a slot of a cluster (the part of a name in braces decides).
//
// In one slot each, so that a script can change it as a whole:
// - an order: its document, and the marks that a save of it was given up;
// - all queues together: turns, claims and intents.
// On their own, wherever they fall: each index (a sorted set of entries), each lease, each note.
// What crosses slots is not atomic. It is written in an order in which a crash between two steps loses nothing
// (see orders.ts), and healed by claims (intents.ts) and by readers of indexes (indexes.ts).
// A cluster answers before its replicas have a write: a node that dies may take the last moment with it.
//
// Several Tellers on one server need a database number each.
import type { Queue } from '#store/store.ts';

/** Sorted set: intent → when it was made (ms by the server's clock). */
export const INTENTS = 'teller:{work}:intents';

export const PULSE = 'teller:pulse';

/** Sorted set: reference → when its turn comes, or its claim runs out (ms). Only orders that wait are in it. */
export function dueKey(queue: Queue): string {
  return `teller:{work}:due:${queue}`;
}

/** Hash: reference → "attempts|triggered|token" of orders that are claimed or whose work is uncertain. */
export function heldKey(queue: Queue): string {
  return `teller:{work}:held:${queue}`;
}

/** Hash: `version`, `doc` (the order as JSON), `stamp` (of the save that wrote it), `found` (what it is found by). */
export function orderKey(reference: string): string {
  return `teller:{order:${reference}}`;
}

/** There for a day when the save with this stamp was given up: should it arrive after all, it is refused. */
export function refusedKey(reference: string, stamp: string): string {
  return `teller:{order:${reference}}:refused:${stamp}`;
}

export const PAID_KEY = 'teller:paid';

export function trackingKey(trackingId: string): string {
  return `teller:tracking:${trackingId}`;
}

export function accountKey(accountNumber: string): string {
  return `teller:account:${accountNumber}`;
}

/** An agent's open orders, or the finished ones. */
export function agentKey(agent: string, open: boolean): string {
  return `teller:${open ? 'open' : 'recent'}:${agent}`;
}

export function leaseKey(name: string): string {
  return `teller:lease:${name}`;
}
