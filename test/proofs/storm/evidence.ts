// What the audit compares, and what it finds.
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import type { SandboxOrder } from '#sandbox/provider/orders.ts';
import type { AuditRecordRead, Unfinished } from '#test/peek.ts';
import type { Channels } from './channels.ts';
import type { Journal } from './course.ts';
import type { Environment } from './environment.ts';
import type { Posts } from './posts.ts';

/** Something that must not be; `reference` is our reference of the order, or the provider's. */
export type Violation = { readonly reference: string | undefined; readonly what: string };

/** How often payments were announced: right, never, too often, or by direct message. */
export type Tally = { once: number; lost: number; twice: number; direct: number };

/** Everything that is compared. */
export type Evidence = {
  readonly environment: Environment;
  readonly channels: Channels;
  readonly posts: Posts;
  readonly journal: Journal;
  readonly orders: readonly Order[];
  readonly unfinished: Unfinished;
  readonly record: AuditRecordRead;
};

/** An order with all that is known of it; `there` is undefined when the provider has none. */
export type Case = {
  readonly order: Order;
  readonly there: Readonly<SandboxOrder> | undefined;
  /** The order whose card and thread it is announced in: itself, or for a charge its subscription. */
  readonly parent: Order;
  /** All orders that were made from one another, oldest first, this one among them; the provider's beside each. */
  readonly chain: readonly Linked[];
};

export type Linked = { readonly order: Order; readonly there: Readonly<SandboxOrder> | undefined };

/** The order that this one was made from. */
export function predecessorOf({ resendOf, balanceOf }: Order): string | undefined {
  return resendOf ?? balanceOf;
}

/** Money came, whether or not it was paid back. */
export function wasPaid({ there }: Linked): boolean {
  return there !== undefined && there.payments.length > 0;
}

/** The payments of orders that asked for what was missing of this one, and were paid in full or more. */
export function paymentsOfBalances({ order, chain }: Case): readonly Payment[] {
  return chain.flatMap(({ order: rest }) =>
    rest.balanceOf === order.reference && paidWith(rest) >= Number(rest.amount.amount)
      ? (rest.payments ?? [])
      : [],
  );
}

/**
 * Where the customer has paid another order for the same, or all of what this one asks for the rest of, or where that was accepted
 * with less, there is nothing to pay or to send again.
 */
export function isPaidByAnother({ order, chain }: Pick<Case, 'order' | 'chain'>): boolean {
  const { reference, balanceOf } = order;
  return chain.some(
    ({ order: other }) =>
      (other.reference !== reference &&
        other.balanceOf === balanceOf &&
        (other.state === 'paid' || other.state === 'review')) ||
      (other.state === 'paid' &&
        isBalanceOf(order, other) &&
        (other.acceptedBy !== undefined || isExactAmount(other))),
  );
}

/** Of two orders of one chain: true when the first requests a balance of what the second is for. */
export function isBalanceOf({ balanceOf }: Order, whole: Order): boolean {
  return balanceOf !== undefined && whole.balanceOf === undefined;
}

/** What has come with the order and stands; once all of it went back, what had come. NaN when another currency is in it. */
export function paidWith({ amount, payments = [] }: Order): number {
  const standing = payments.filter(({ reversedAt }) => reversedAt === undefined);
  return (standing.length > 0 ? standing : payments).reduce(
    (sum, { paid }) => sum + (paid?.currency === amount.currency ? Number(paid.amount) : Number.NaN),
    0,
  );
}

export function isExactAmount(order: Order): boolean {
  return paidWith(order) === Number(order.amount.amount);
}

/** What the ledger still has of the order, whatever the currency. */
export function keptIn({ entries = [] }: Order): number {
  return entries.reduce((sum, { money }) => sum + Number(money.amount), 0);
}

/** Nothing makes paid what somebody has asked to pay back, until that is refused or came to nothing. */
export function isGoingBack({ refund }: Order): boolean {
  return (
    refund !== undefined &&
    ['waiting', 'approved', 'requested', 'received', 'received_before', 'unknown'].includes(refund.status)
  );
}
