// The provider's orders and their payments. Only stored here: the operations and the customer decide what may change.

import { randomUUID } from 'node:crypto';
import type { OrderRequest } from './order-request.ts';

export type SandboxPayment = {
  status_code: 1 | 2 | 3;
  amount: number;
  currency: string;
  payment_method: string;
  payment_account: string;
  confirmation_code: string;
  description: string | null;
  payment_status_code: string;
  /** Milliseconds. */
  at: number;
};

export type SandboxOrder = OrderRequest & {
  kind: 'link' | 'push' | 'charge';
  order_tracking_id: string;
  createdAt: number;
  cancelledAt?: number;
  /** What the record shows: the newest payment, or the newest attempt at one. */
  payment?: SandboxPayment;
  /** Every payment that was made, as it stands; the one that was changed last is last. */
  payments: readonly SandboxPayment[];
  /** A push answers with this instead of the id that was sent. */
  push_reference: string;
  /** What a customer quotes beside the business number when no prompt arrives. */
  push_account: string;
  /** Only on a charge of a subscription. */
  subscription_transaction_info?: SubscriptionTransactionInfo;
};

type SubscriptionTransactionInfo = {
  account_reference: string;
  amount: number;
  first_name: string;
  last_name: string;
  correlation_id: number | string;
};

export type OrderBook = ReturnType<typeof createOrderBook>;

export function createOrderBook({ now, random }: { now: () => number; random: () => number }) {
  const orders: SandboxOrder[] = [];

  return {
    all: (): SandboxOrder[] => [...orders],

    add(request: OrderRequest, kind: SandboxOrder['kind']): SandboxOrder {
      const number = orders.length + 1;
      const order: SandboxOrder = {
        ...request,
        kind,
        order_tracking_id: randomUUID(),
        createdAt: now(),
        payments: [],
        push_reference: `${digits(random, 9)}${number}`,
        push_account: `PP${digits(random, 5)}${number}`,
      };
      orders.push(order);
      return order;
    },

    withTrackingId: (trackingId: string): SandboxOrder | undefined =>
      orders.find((order) => order.order_tracking_id === trackingId.toLowerCase()),

    /** References are not guaranteed unique: the newest transaction that carries it. */
    withReference: (reference: string): SandboxOrder | undefined =>
      orders.findLast((order) => order.id === reference),

    /** The order a merchant made under this id, by whichever of the two ways. */
    madeUnder: (id: string): SandboxOrder | undefined =>
      orders.find((order) => order.id === id && order.kind !== 'charge'),

    paidWith: (confirmationCode: string): SandboxOrder | undefined =>
      orders.find((order) => paymentWith(order, confirmationCode) !== undefined),
  };
}

export function paymentWith({ payments }: SandboxOrder, code: string): SandboxPayment | undefined {
  return payments.find(({ confirmation_code }) => confirmation_code === code);
}

export function isPaid(order: SandboxOrder): boolean {
  return order.payment !== undefined && order.payment.status_code !== 2;
}

/** Recurring takes both: account_number and subscription_details. */
export function isRecurring(order: SandboxOrder): boolean {
  return order.account_number !== undefined && order.subscription_details !== undefined;
}

/** A number of random decimal digits, the first never 0. */
export function digits(random: () => number, howMany: number): string {
  const lowest = 10 ** (howMany - 1);
  return String(lowest + Math.floor(random() * 9 * lowest));
}
