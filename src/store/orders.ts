// Orders over the port: a save changes the document, its queue entries and the audit record in one commit.
import type { Msisdn } from '#lib/msisdn.ts';
import type { AuditEvent } from '#orders/audit-line.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import { canonicalReference, foldReference, parseStoredReference } from '#orders/reference.ts';
import { type SearchTerm, stateTerm } from '#orders/search-terms.ts';
import type { createAudit } from './audit.ts';
import { type PageOptions, readPage } from './cursor.ts';
import type { Digests } from './digest.ts';
import {
  accountSet,
  agentSet,
  entriesSet,
  foldedSet,
  orderDoc,
  orderKey,
  promptsSet,
  readOrder,
  readOrders,
  trackingSet,
} from './documents.ts';
import type { Driver, Entry, Range } from './driver.ts';
import { createQueues, type Documents, type Schedule, triggersOf } from './queue.ts';

/** Without `isNew` the order must be stored in its version. `events` are added to the audit record. */
export type OrderChange = {
  readonly order: Order;
  readonly isNew?: true;
  readonly trigger?: Schedule | undefined;
  readonly events?: readonly AuditEvent[] | undefined;
};

/** Clauses, all of which must fit; each is a list of alternatives. A clause without any finds nothing. */
export type SearchQuery = readonly (readonly SearchTerm[])[];

/**
 * A write resolves only when it would survive the end of the process and the loss of the machine's power. Everything rejects on an
 * outage. A write that rejects may have happened all the same, or may still happen a moment later, but never in part: order,
 * queues, lists and audit record change together. Read the order again before deciding.
 */
export function createOrderStore(
  documents: Documents & Pick<Driver, 'search'>,
  commitWith: ReturnType<typeof createAudit>['commitWith'],
  readDigests: () => Promise<Digests>,
) {
  const { read, list, search } = documents;

  async function get(reference: string): Promise<Order | undefined> {
    const key = orderKey(reference);
    const [stored] = await read([key]);
    return stored && readOrder({ key, ...stored });
  }

  async function findFirst(set: string, range: Range): Promise<Order | undefined> {
    const [entry] = await list(set, { ...range, limit: 1 });
    return entry && readOrder(entry);
  }

  /** An order that cannot be read is left out, so that it does not hide the others; `get` says what is wrong. */
  async function newestIn(set: string, range: Range): Promise<Order[]> {
    return readOrders(await list(set, { ...range, newestFirst: true })).orders;
  }

  /**
   * Stores new orders (version 0), and others with their version raised by one, in one step. False, with nothing changed, when the
   * reference of a new order is taken, or the stored version of another one is not its `version`.
   */
  async function saveTogether(changes: readonly OrderChange[]): Promise<boolean> {
    const digests = await readDigests();
    const expect: Record<string, string | undefined> = {};
    const put = changes.map(({ order, isNew }) => {
      const version = isNew ? 0 : order.version + 1;
      const doc = orderDoc({ ...order, version }, digests);
      if (doc.key in expect) throw new Error('An order can be saved only once in one step.');
      expect[doc.key] = isNew ? undefined : String(order.version);
      return doc;
    });
    const events = changes.flatMap((change) => change.events ?? []);
    for (;;) {
      const triggers = triggersOf(changes, documents);
      const batch = { expect: { ...expect, ...triggers.expect }, put: [...put, ...triggers.put] };
      const stale = await commitWith(batch, events);
      if (stale.size === 0) return true;
      if (put.some(({ key }) => stale.has(key))) return false;
    }
  }

  return {
    ...createQueues(documents),
    saveTogether,
    /** False when the reference is taken. */
    insert: (order: Order, trigger?: Schedule, events?: readonly AuditEvent[]): Promise<boolean> =>
      saveTogether([{ order, isNew: true, trigger, events }]),
    /** Resolves to the stored order, or to undefined when somebody else was faster. */
    async save(order: Order, trigger?: Schedule, events?: readonly AuditEvent[]): Promise<Order | undefined> {
      const isSaved = await saveTogether([{ order, trigger, events }]);
      return isSaved ? { ...order, version: order.version + 1 } : undefined;
    },
    get,
    /**
     * The order that a person means by `text`: the one with exactly this reference; else one whose reference Teller made, in any
     * spelling that canonicalReference reads; else the newest whose reference was typed (`typedReference`) and differs in case or
     * dashes only: people quote what they saw last, and every answer shows the reference of the order that it is about.
     */
    async findByReference(text: string): Promise<Order | undefined> {
      for (const reference of new Set([parseStoredReference(text), canonicalReference(text)])) {
        const order = reference && (await get(reference));
        if (order) return order;
      }
      const folded = foldReference(text);
      return folded === undefined ? undefined : findFirst(foldedSet(folded), { newestFirst: true });
    },
    findByTrackingId: (trackingId: string) => findFirst(trackingSet(trackingId), {}),
    /** Recurring orders of one subscriber, newest first. */
    async findByAccountNumber(accountNumber: string): Promise<Order[]> {
      return (await list(accountSet(accountNumber), { newestFirst: true })).map(readOrder);
    },
    /** Prompts to that number, in any state, that were created at `since` (ms) or later, newest first. */
    promptsTo: async (msisdn: Msisdn, since: number) =>
      newestIn(promptsSet(msisdn, await readDigests()), { from: since }),
    /**
     * An agent's orders that wait for approval or can still be paid or cancelled (`isUnderWay`, charges left out), are still being
     * checked (no `checksEndedAt`) and were not sent again (no `resentAs`), newest first: by `createdAt`, then by reference. With
     * `last` those that come behind it.
     */
    openOf(agent: string, limit: number, last?: { readonly createdAt: number; readonly reference: string }) {
      const after = last && { score: last.createdAt, key: orderKey(last.reference) };
      return newestIn(agentSet(agent, 'open'), { after, limit });
    },
    /** An agent's other orders (charges left out): what last changed, or was no longer checked from then on, comes first. */
    closedOf: (agent: string, limit: number) => newestIn(agentSet(agent, 'recent'), { limit }),
    /**
     * The ledger entries of the days from `firstDay` to `lastDay` (yyyy-MM-dd, both included), each with its order: day after day,
     * and there by the order's first entry of the day. A page has up to `limit` orders. Other days cost nothing. A total must name
     * the orders in `damaged`, because it lacks their money.
     */
    async entriesBetween({ firstDay, lastDay }: { firstDay: string; lastDay: string }, options: PageOptions) {
      const { page, next } = await readPage(options, async ({ limit, after, day: startDay = firstDay }) => {
        const found: (Entry & { readonly day: string })[] = [];
        for (let day = startDay; day <= lastDay && found.length < limit; day = addDays(day, 1)) {
          const range = { after: day === startDay ? after : undefined, limit: limit - found.length };
          found.push(...(await list(entriesSet(day), range)).map((entry) => ({ ...entry, day })));
        }
        return found;
      });
      const read = page.map((entry) => ({ ...readOrders([entry]), day: entry.day }));
      const entries = read.flatMap(({ orders, day }) =>
        orders.flatMap((order) =>
          (order.entries ?? []).filter((entry) => entry.day === day).map((entry) => ({ entry, order })),
        ),
      );
      return { entries, damaged: read.flatMap(({ damaged }) => damaged), next };
    },
    /**
     * Orders and charges that have, for each clause of `query`, at least one of its terms (searchTermsOf), by `createdAt`, newest
     * first; with an empty query every order. A page may have fewer although more follow, because an order that cannot be read is
     * left out. Each order is seen once while others are inserted. The cost depends on the clause that the fewest orders fit.
     */
    async search(query: SearchQuery, options: PageOptions & { readonly createdBefore?: number }) {
      const { term } = await readDigests();
      // Each order is in one of the states.
      const clauses = query.length > 0 ? query : [ORDER_STATES.map(stateTerm)];
      const digests = clauses.map((terms) => [...new Set(terms.map(term))]);
      const { page, next } = await readPage(options, ({ limit, after }) =>
        search(digests, { limit, after, below: options.createdBefore }),
      );
      return { orders: readOrders(page).orders, next };
    },
  };
}
