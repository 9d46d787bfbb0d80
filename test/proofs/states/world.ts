// Everything outside Teller's code that a walk keeps: the store's content, the payment service, Slack, the time, and the
// work that is under way. A world never changes; each step makes another one.
import type { Money } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { Queue } from '#store/store.ts';

/** One order's place in a queue. With a token it is claimed until `dueAt`. */
export type Row = {
  readonly queue: Queue;
  readonly reference: Reference;
  readonly dueAt: number;
  readonly attempt: number;
  readonly token?: string;
  readonly isTriggered: boolean;
};

/** How the payment service has an order. `reversed` keeps what was paid. */
export type Transaction = {
  readonly reference: Reference;
  readonly status: 'unpaid' | 'paid' | 'failed' | 'reversed';
  readonly paid?: Money;
  /** It was paid with less first, and then with the rest, in the same transaction. */
  readonly hasGrown?: true;
  readonly paidAt?: number;
  readonly isCancelled: boolean;
  /** How often the customer's phone has asked for the PIN. */
  readonly rings: number;
  /** The customer once failed to pay. */
  readonly hasFailed: boolean;
  /** Since its status last changed: a check of the queue was told so, and a notification of it was taken. */
  readonly isHeard: boolean;
  readonly isNotified: boolean;
  /** Each call that asked to pay it back: the number of the request that was approved. */
  readonly refundCalls: readonly number[];
  /** The service has received such a call, or somebody else's. `ours`: of the request with this number. */
  readonly refundTaken?: 'elsewhere' | number;
  /** The request whose call was answered, as long as the answer may still be saved. */
  readonly refundHeard?: number;
  /** Teller by itself asked to cancel it although it could have known that it was paid. */
  readonly isCancelledUnasked?: true;
  /** It was asked once more for the same request. */
  readonly isAskedAfterAnswer?: true;
  /** A charge of somebody else's order. */
  readonly isForeign?: true;
  /** It was asked for by itself after it was known to be somebody else's. */
  readonly isAskedInVain?: true;
};

/**
 * `place`: the order's channel, its thread, the agent's direct messages, or a channel with alerts. `nowhere`: Slack takes it
 * in none of these.
 */
export type Message = {
  readonly place: 'channel' | 'thread' | 'agent' | 'alerts' | 'nowhere';
  readonly reference: string;
  /** `card`, or the id of the announcement. */
  readonly news: string;
  readonly ts: string;
};

/** What became of one question of the code to the world. */
export type Response = { readonly name: string; readonly tag: string; readonly at: number } & (
  | { readonly value: unknown }
  | { readonly error: unknown }
);

/** One piece of work and all that the world has answered to it; running it again with these answers brings it to where it is. */
export type Work = {
  readonly kind: WorkKind;
  readonly reference: Reference;
  readonly startedAt: number;
  readonly answers: readonly Response[];
};
export type WorkKind =
  | 'form'
  | 'check'
  | 'deliver'
  | 'cancel'
  | 'find'
  | 'accept'
  | 'notification'
  | RequestKind;

/** What people do with requests for approval. U1 has asked. `old`: by the button of an earlier request. */
export const REQUEST_KINDS = [
  'approve by U1',
  'approve by U2',
  'approve by U3',
  'approve old',
  'decline',
  'withdraw',
  'send now',
  'ask back',
  'it was paid back',
  'it was not',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** `at` (ms): when it was stored. `day`: on which a charge was missed. */
export type Announced = {
  readonly id: string;
  readonly at: number;
  readonly reference: string;
  readonly kind: string;
  readonly day?: string;
};

export type World = {
  readonly now: number;
  readonly orders: readonly Order[];
  readonly rows: readonly Row[];
  readonly transactions: readonly Transaction[];
  readonly messages: readonly Message[];
  /** The content hash of each card as Slack shows it, by reference. */
  readonly cards: Readonly<Record<string, string>>;
  /** Every announcement that was ever stored, in order. */
  readonly announced: readonly Announced[];
  /** The last one runs; the one before it was interrupted by it. */
  readonly works: readonly Work[];
  /** The order's channel was archived: Slack takes no more posts in it. */
  readonly isArchived: boolean;
  /** The channel with alerts still wants them. */
  readonly isAlerting: boolean;
  /** Orders are above the limit. */
  readonly needsApproval: boolean;
  /** The asker of an approved prompt has begun to send it. */
  readonly isSentNow: boolean;
  /** Counts claims, so that no two have the same token. */
  readonly claims: number;
};

export function orderIn(world: World, reference: string): Order | undefined {
  return world.orders.find((order) => order.reference === reference);
}

export function transactionIn(world: World, reference: string): Transaction | undefined {
  return world.transactions.find((transaction) => transaction.reference === reference);
}

/** The answers that were heard and not saved yet are lost: their process is dead, or the save failed. */
export function withoutHeardRefunds(world: World): World {
  if (world.transactions.every(({ refundHeard }) => refundHeard === undefined)) return world;
  return { ...world, transactions: world.transactions.map(({ refundHeard: _, ...one }) => one) };
}

export function withTransaction(world: World, transaction: Transaction): World {
  const others = world.transactions.filter(({ reference }) => reference !== transaction.reference);
  return { ...world, transactions: [...others, transaction] };
}
