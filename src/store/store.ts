// The interface of both store drivers (sqlite/ and redis/): orders with their queues, leases and key values.
// test/store/contract.ts tests every driver for what the comments here promise.
import type { Msisdn } from '#lib/msisdn.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Deed } from '#orders/audit-line.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { AuditRecord } from './audit-record.ts';
import type { SearchTerm } from './search-terms.ts';

export type Store = {
  readonly orders: OrderStore;
  readonly audit: AuditRecord;
  /** They end by the same clock as key values: the given one for a file, the server's for Redis. */
  readonly leases: Leases;
  /** Small values under keys, one name for each purpose: the token, the thread map, what was registered. */
  keyValues(name: string): KeyValueStore;
  /**
   * What stands for `text` where the text itself must not be read: in keys of indexes and names of leases. HMAC-SHA256 by
   * a random key that the store made when it was first opened, 22 characters of base64url. The same for all replicas and
   * after every restart; two stores differ. Begin `text` with its purpose, so that no two purposes share a digest.
   * On Redis it rejects until the server has been reached once.
   */
  digest(text: string): Promise<string>;
  /**
   * Every order, in no order, some at a time; `damaged`: those that cannot be read. One that is stored meanwhile may be left out,
   * and one may come twice. For checks of a whole store.
   */
  everyOrder(): AsyncIterable<OrdersPage>;
  /**
   * Takes out of the store's own files what is left there of the data that was erased from these orders, as far as that can be
   * done while it is used. Resolves also when another process was in the way; the next call does the rest.
   */
  scrub(references: readonly Reference[]): Promise<void>;
  /**
   * Rejects when the store cannot be read and written right now (whyUnusable says why); with a StoreRefusal when everything in it
   * was moved to another one, or is just being copied. A copy of a file that does not show here finds out by this that others write
   * to the file.
   */
  ping(): Promise<void>;
  /**
   * Called once by a process that works on the queues, before it begins. A file is served by one process: it rejects with a
   * sentence for people while another one serves it, and ends the claims and leases of all that served it before, so that
   * what they left is taken up at once. On Redis, where several serve, it does nothing.
   */
  serve(): Promise<void>;
  close(): Promise<void>;
};

/** Work that an order can wait for: being checked at the service, and having its announcements delivered to Slack. */
export const QUEUES = ['check', 'deliver'] as const;
export type Queue = (typeof QUEUES)[number];

/** For each queue the time (ms) from which the order is due there. */
export type Schedule = { readonly [queue in Queue]?: number };

/**
 * A write resolves only when it would survive the end of the process and the loss of the machine's power. Everything
 * rejects on an outage. A write that rejects may have happened all the same, or may still happen a moment later, but never
 * in part: order, queues and lists change together. Read the order again before deciding.
 */
export type OrderStore = {
  /**
   * Stores a new order (version 0), triggers its queues and adds `deeds` to the audit record in the same step; false when the
   * reference is taken.
   */
  insert(order: Order, trigger?: Schedule, deeds?: readonly Deed[]): Promise<boolean>;
  get(reference: Reference): Promise<Order | undefined>;
  /**
   * The order that a person means by `text`: the one with exactly this reference; else one whose reference Teller made, in
   * any spelling that canonicalReference reads; else one whose reference was typed (`typedReference`) and differs in case or
   * dashes only. If several of these fit, it is the newest: people quote what they saw last, and every answer shows the
   * reference of the order that it is about.
   */
  findByReference(text: string): Promise<Order | undefined>;
  findByTrackingId(trackingId: string): Promise<Order | undefined>;
  /** Recurring orders of one subscriber, newest first. */
  findByAccountNumber(accountNumber: string): Promise<Order[]>;
  /**
   * Prompts to that number, in any state, that were created at `since` (ms) or later, newest first. The cost depends on how
   * many these are.
   */
  promptsTo(msisdn: Msisdn, since: number): Promise<Order[]>;
  /**
   * An agent's orders that wait for approval or can still be paid or cancelled (`isUnderWay`, charges left out), are still being
   * checked (no `checksEndedAt`) and were not sent again (no `successor`), newest first: by `createdAt`, then by reference. With
   * `after` those that come behind it, wherever that one stands itself. Here, in `closedOf` and in `promptsTo` an order that
   * cannot be read is left out, so that it does not hide the others; `get` says what is wrong.
   */
  openOf(
    agent: string,
    limit: number,
    after?: { readonly createdAt: number; readonly reference: string },
  ): Promise<Order[]>;
  /** An agent's other orders (charges left out): what last changed, or was no longer checked from then on, comes first. */
  closedOf(agent: string, limit: number): Promise<Order[]>;
  /**
   * The money entries (orders/entries.ts) of the days from `firstDay` to `lastDay` (yyyy-MM-dd, both included), each with its
   * order, a page of up to `limit` (at least 1) orders at a time: day after day, and there by the order's first entry of the
   * day. Other days cost nothing. Start without `after`; go on with the page's `next` until that is undefined.
   */
  entriesBetween(
    days: { firstDay: string; lastDay: string },
    page: { limit: number; after?: string },
  ): Promise<EntriesPage>;
  /**
   * Orders and charges that have, for each clause of `query`, at least one of its terms (searchTermsOf), newest first: by
   * `createdAt`, then by reference. An empty query finds every order. A page has up to `limit` (at least 1); it may have fewer
   * although more follow, because an order that cannot be read is left out. `createdBefore` (ms) leaves out what was created
   * then or later. Start without `after`; go on with the page's `next` until that is undefined. Each order is seen once while
   * others are inserted. The cost depends on the clause that the fewest orders fit, not on the history.
   */
  search(
    query: SearchQuery,
    page: { limit: number; after?: string; createdBefore?: number },
  ): Promise<SearchPage>;
  /**
   * Compare-and-set: stores `order` with its version raised by one, triggers queues and adds `deeds` to the audit record in
   * the same step, only if the stored version is still `order.version`. Resolves to the stored order, or undefined when
   * somebody else was faster.
   */
  save(order: Order, trigger?: Schedule, deeds?: readonly Deed[]): Promise<Order | undefined>;
  /**
   * Saves several orders in one atomic step, or none. False, with nothing changed, when the reference of a new order is
   * taken or another order's stored version is not its `version`. Rejects when an order is among them twice.
   */
  saveTogether(changes: readonly OrderChange[]): Promise<boolean>;
  /**
   * Makes an order due at `at` unless it is due earlier. While the order is claimed, only records the trigger for `complete`.
   * Does nothing when the reference is not stored.
   */
  trigger(queue: Queue, reference: Reference, at: number): Promise<void>;
  /** Takes up to `limit` due orders, oldest first; no other claim gets them until completed or `leaseMs` have passed. */
  claim(queue: Queue, options: { now: number; leaseMs: number; limit: number }): Promise<Claim[]>;
  /**
   * Takes this order, due or not. Undefined when it waits for nothing in the queue, or while another claim has it. What it was
   * due for is the claim's now.
   */
  claimOne(
    queue: Queue,
    reference: Reference,
    options: { now: number; leaseMs: number },
  ): Promise<Claim | undefined>;
  /**
   * Makes a claim last until `leaseMs` after `now`. False, with nothing changed, when it is over: it was completed, or it had
   * run out and somebody else has claimed the order, or the process that serves now has ended it (`Store.serve`).
   */
  renew(claim: Claim, options: { now: number; leaseMs: number }): Promise<boolean>;
  /** Ends a claim. Does nothing when the lease has ended and somebody else has claimed the order. */
  complete(claim: Claim, next: Reschedule): Promise<void>;
  /** When the next order is due in the queue, or undefined when none waits. */
  nextDue(queue: Queue): Promise<number | undefined>;
};

/** One order of saveTogether: what `insert` (with `isNew`) or `save` would store, trigger and add to the record. */
export type OrderChange = {
  readonly order: Order;
  readonly isNew?: true;
  readonly trigger?: Schedule;
  readonly deeds?: readonly Deed[];
};

type OrdersPage = {
  readonly orders: readonly Order[];
  /** References on this page whose orders cannot be read; a total must name them, because it lacks their money. */
  readonly damaged: readonly string[];
};

export type EntriesPage = Pick<OrdersPage, 'damaged'> & {
  readonly entries: readonly { readonly entry: MoneyEntry; readonly order: Order }[];
  readonly next: string | undefined;
};

/** Clauses, all of which must fit; each is a list of alternatives. A clause without any finds nothing. */
export type SearchQuery = readonly (readonly SearchTerm[])[];

export type SearchPage = { readonly orders: readonly Order[]; readonly next: string | undefined };

export type Claim = {
  readonly queue: Queue;
  readonly reference: Reference;
  readonly token: string;
  /** 1 for a first try; more when an earlier claim was not completed, so its work may be half done. */
  readonly attempt: number;
};

export type Reschedule = {
  /** When the order is next due; undefined for never. */
  readonly at: number | undefined;
  /** The same if it was triggered during the claim; undefined if such a trigger changes nothing. */
  readonly atIfTriggered: number | undefined;
  /** True when it is not known whether the work was done: the next claim's `attempt` is then one higher. */
  readonly mayBeHalfDone?: boolean;
};

/** Keyv's contract, as far as it is used. Values are JSON. Outages reject. */
export type KeyValueStore = {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
};
