// What an order is found by, apart from its reference. Every driver indexes these and no others.
import type { Msisdn } from '#lib/msisdn.ts';
import { isUnderWay } from '#orders/lifecycle.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { canonicalReference, foldReference, parseStoredReference } from '#orders/reference.ts';
import type { Digest } from './digest.ts';
import type { OrderStore } from './store.ts';

export type FoundBy = {
  readonly trackingId: string | undefined;
  /** The subscriber's number of a recurring order. The one in `service` is another: what a customer types to pay by hand. */
  readonly accountNumber: string | undefined;
  /** Of a typed reference only: see foldReference. Those that Teller made are found without an index. */
  readonly foldedReference: string | undefined;
  /** Only of a prompt whose number is not erased: promptTo() of it. */
  readonly promptTo: string | undefined;
  /** Whose lists it is in; undefined for a charge, which no agent asked for. */
  readonly agent: string | undefined;
  /** In which of the agent's two lists. */
  readonly open: boolean;
  /** Sorts the open list, and orders that share a tracking id, an account number, a folded reference or a number (ms). */
  readonly createdAt: number;
  /** Sorts the other list: when the state last changed or the checks ended, whichever is later (ms). */
  readonly changedAt: number;
  /** The days of its money entries, each with the time of its first entry there (ms). */
  readonly entryDays: Readonly<Record<string, number>>;
};

/** False also of an order from which another one was made: that one stands for it, so that the same money is not open twice. */
function isListedOpen({ state, checksEndedAt, successor }: Order): boolean {
  return isUnderWay(state) && checksEndedAt === undefined && successor === undefined;
}

/** `digest` is the store's own. */
export function foundBy(order: Order, digest: Digest): FoundBy {
  const { checksEndedAt } = order;
  return {
    trackingId: order.service.trackingId,
    accountNumber: order.recurring?.accountNumber,
    foldedReference: order.typedReference ? foldReference(order.reference) : undefined,
    promptTo: order.prompt?.msisdn && promptTo(order.prompt.msisdn, digest),
    agent: order.kind === 'charge' ? undefined : order.agent,
    open: isListedOpen(order),
    createdAt: order.createdAt,
    changedAt: Math.max(order.changedAt, checksEndedAt ?? order.changedAt),
    entryDays: firstByDay(order.entries ?? []),
  };
}

function firstByDay(entries: readonly MoneyEntry[]): Record<string, number> {
  const days: Record<string, number> = {};
  for (const { day, at } of entries) days[day] ??= at;
  return days;
}

/** Stands for the number in indexes: a key of the store is read by more people and programs than a document. */
export function promptTo(msisdn: Msisdn, digest: Digest): string {
  return digest(`prompt to ${msisdn}`);
}

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
