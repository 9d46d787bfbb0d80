// The interface of both store drivers (sqlite/ and redis/): orders with their queues, leases and key values.
// test/store/contract.ts tests every driver for what the comments here promise.
import type { Leases } from '#lib/with-lease.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';

export type Store = {
  readonly orders: OrderStore;
  /** They end by the same clock as key values: the given one for a file, the server's for Redis. */
  readonly leases: Leases;
  /** Small values under keys, one name for each purpose: the token, the thread map, what was registered. */
  keyValues(name: string): KeyValueStore;
  /** Rejects when the store cannot be read and written right now. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Work that an order can wait for: being checked at the service, and having its announcements delivered to Slack. */
export type Queue = 'check' | 'deliver';

/** For each queue the time (ms) from which the order is due there. */
export type Schedule = { readonly [queue in Queue]?: number };

/**
 * A write resolves only when it would survive the end of the process and the loss of the machine's power. Everything
 * rejects on an outage. A write that rejects may have happened all the same, or may still happen a moment later, but never
 * in part: order, queues and lists change together. Read the order again before deciding.
 */
export type OrderStore = {
  /** Stores a new order (version 0) and triggers its queues in the same step; false when the reference is taken. */
  insert(order: Order, trigger?: Schedule): Promise<boolean>;
  get(reference: Reference): Promise<Order | undefined>;
  findByTrackingId(trackingId: string): Promise<Order | undefined>;
  /** Recurring orders of one subscriber, newest first. */
  findByAccountNumber(accountNumber: string): Promise<Order[]>;
  /**
   * An agent's orders that can still be paid or cancelled (`isOpen`, charges left out), newest first. Here and in
   * `closedOf` an order that cannot be read is left out, so that it does not hide the others; `get` says what is wrong.
   */
  openOf(agent: string, limit: number): Promise<Order[]>;
  /** An agent's orders that are no longer open (charges left out), the last changed first. */
  closedOf(agent: string, limit: number): Promise<Order[]>;
  /**
   * Orders and charges in which money arrived (`wasPaid`), whose `payment.paidAt ?? changedAt` lies in
   * [`from`, `to`), oldest first, a page of up to `limit` (at least 1) at a time. Orders outside the period cost nothing.
   * Start without `after`; go on with the page's `next` until that is undefined.
   */
  paidBetween(
    period: { from: number; to: number },
    page: { limit: number; after?: string },
  ): Promise<PaymentsPage>;
  /**
   * Compare-and-set: stores `order` with its version raised by one, and triggers queues in the same step, only if the
   * stored version is still `order.version`. Resolves to the stored order, or undefined when somebody else was faster.
   */
  save(order: Order, trigger?: Schedule): Promise<Order | undefined>;
  /**
   * Makes an order due at `at` unless it is due earlier. While the order is claimed, only notes the trigger for `complete`.
   * Does nothing when the reference is not stored.
   */
  trigger(queue: Queue, reference: Reference, at: number): Promise<void>;
  /** Takes up to `limit` due orders, oldest first; no other claim gets them until completed or `leaseMs` have passed. */
  claim(queue: Queue, options: { now: number; leaseMs: number; limit: number }): Promise<Claim[]>;
  /** Ends a claim. Does nothing when the lease has ended and somebody else has claimed the order. */
  complete(claim: Claim, next: Reschedule): Promise<void>;
  /** When the next order is due in the queue, or undefined when none waits. */
  nextDue(queue: Queue): Promise<number | undefined>;
};

export type PaymentsPage = {
  readonly orders: readonly Order[];
  /** References on this page whose orders cannot be read; a total must name them, because it lacks their money. */
  readonly damaged: readonly string[];
  readonly next: string | undefined;
};

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
