// The keys and sets under which documents are stored (docs/architecture.md lists them), and orders as documents.
import type { Msisdn } from '#lib/msisdn.ts';
import { parseJson } from '#lib/text.ts';
import { isUnderWay } from '#orders/lifecycle.ts';
import { type Order, storedOrder } from '#orders/order.ts';
import { foldReference } from '#orders/reference.ts';
import { searchTermsOf } from '#orders/search-terms.ts';
import type { Digests } from './digest.ts';
import type { Doc } from './driver.ts';

export const ORDERS = 'order:';
export const orderKey = (reference: string): string => ORDERS + reference;
export const referenceIn = (key: string): string => key.slice(ORDERS.length);

/** Work that an order can wait for: being checked at the provider, and having its announcements delivered to Slack. */
export const QUEUES = ['check', 'deliver'] as const;
export type Queue = (typeof QUEUES)[number];
export const queueKey = (queue: Queue, reference: string): string => `${queue}:${reference}`;
export const dueSet = (queue: Queue): string => `due:${queue}`;

export const LEASES = 'lease:';
export const leaseKey = (name: string): string => LEASES + name;

export const VALUES = 'note:';
/** Nobody compares values, so all have one revision. */
export const VALUE_REV = 'value';
/** The name is encoded, so that a name and a key never read like another pair. */
export const valueKey = (name: string, key: string): string => `${VALUES}${encodeURIComponent(name)}::${key}`;

export const trackingSet = (trackingId: string): string => `tracking:${trackingId}`;
export const accountSet = (accountNumber: string): string => `account:${accountNumber}`;
export const foldedSet = (folded: string): string => `folded:${folded}`;
export const agentSet = (agent: string, list: 'open' | 'recent'): string => `${list}:${agent}`;
export const entriesSet = (day: string): string => `entries:${day}`;
/** More people and programs read the names of sets than documents, so a digest stands for the number. */
export const promptsSet = (msisdn: Msisdn, { text }: Digests): string =>
  `prompts:${text(`prompt to ${msisdn}`)}`;

/** Throws when a time of the order is no number. */
export function orderDoc(order: Order, digests: Digests): Doc {
  return {
    key: orderKey(order.reference),
    rev: String(order.version),
    text: JSON.stringify(order),
    sets: setsOf(order, digests),
    index: indexOf(order, digests),
  };
}

type Stored = Pick<Doc, 'key' | 'text'>;

/**
 * Throws an Error that names the reference and what is wrong. Neither the error nor its cause quotes the document, because it
 * holds customers' names and numbers.
 */
export function readOrder({ key, text }: Stored): Order {
  const stored = parseJson(text);
  const { data, error } = storedOrder.safeParse(stored);
  if (data && orderKey(data.reference) === key) return stored as Order;
  const path = error ? error.issues[0]?.path.join('.') : 'reference';
  const fault = path ? `"${path}" is missing or wrong` : 'it isn’t a JSON object';
  throw new Error(`The stored order ${referenceIn(key)} can’t be read: ${fault}.`);
}

/** A damaged order does not hide the others: `damaged` has its reference. */
export function readOrders(docs: readonly Stored[]): { orders: Order[]; damaged: string[] } {
  const orders: Order[] = [];
  const damaged: string[] = [];
  for (const doc of docs) {
    try {
      orders.push(readOrder(doc));
    } catch {
      damaged.push(referenceIn(doc.key));
    }
  }
  return { orders, damaged };
}

/** The order in a document, and the document as the order wants it. Throws when the order cannot be read. */
export function rebuildOrder(stored: Doc, digests: Digests): { order: Order; doc: Doc } {
  const order = readOrder(stored);
  return { order, doc: { ...orderDoc(order, digests), text: stored.text } };
}

function setsOf(order: Order, digests: Digests): Doc['sets'] {
  const { createdAt, changedAt, checksEndedAt = changedAt, provider, recurring, prompt, kind, agent } = order;
  const sets: Record<string, number> = {};
  if (provider.trackingId !== undefined) sets[trackingSet(provider.trackingId)] = createdAt;
  if (recurring) sets[accountSet(recurring.accountNumber)] = createdAt;
  const folded = order.typedReference ? foldReference(order.reference) : undefined;
  if (folded !== undefined) sets[foldedSet(folded)] = createdAt;
  if (prompt?.msisdn) sets[promptsSet(prompt.msisdn, digests)] = createdAt;
  // Nobody asked for a charge, so it is in nobody's list.
  if (kind !== 'charge' && isListedOpen(order)) sets[agentSet(agent, 'open')] = createdAt;
  else if (kind !== 'charge') sets[agentSet(agent, 'recent')] = Math.max(changedAt, checksEndedAt);
  for (const { day, at } of order.entries ?? []) sets[entriesSet(day)] ??= at;
  return sets;
}

/** An order from which another one was made is not listed, so that the same money is not open twice. */
function isListedOpen({ state, checksEndedAt, resentAs }: Order): boolean {
  return isUnderWay(state) && checksEndedAt === undefined && resentAs === undefined;
}

/** By whole milliseconds. Undefined for an order whose times lie outside the calendar: no save may fail because of it. */
function indexOf(order: Order, { term }: Digests): Doc['index'] {
  try {
    return { at: Math.floor(order.createdAt), terms: searchTermsOf(order).map(term) };
  } catch {
    return undefined;
  }
}
