// Finds a payment by whatever people have in hand, ours or made elsewhere, and asks the service how it stands now.

import type { Money } from '#lib/money.ts';
import { moneyOf } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import { parseStoredReference } from '#orders/reference.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { TransactionOutcome, TransactionRecord } from '#provider/responses.ts';
import type { OrderStore } from '#store/store.ts';
import type { CheckOrder } from './check-order.ts';
import { paymentFrom } from './record-event.ts';

export type FindResult =
  /** `stale`: the service could not be asked, so this is what was known before, and why. */
  | { readonly status: 'ours'; readonly order: Order; readonly stale?: Failure }
  | { readonly status: 'elsewhere'; readonly elsewhere: Elsewhere }
  | { readonly status: 'none' }
  /** Not ours, and the service could not be asked. */
  | { readonly status: 'unanswered'; readonly failure: Failure };

/** A transaction of the same merchant account that Teller did not make. */
export type Elsewhere = {
  readonly reference: string;
  readonly trackingId: string;
  readonly outcome: TransactionOutcome;
  readonly money: Money;
  readonly payment: Payment | undefined;
  readonly serviceMessage: string;
  readonly createdAt: number | undefined;
};

export type Finder = {
  /** `text` is a merchant reference or a tracking id. Never rejects for the service's sake. */
  findPayment(text: string): Promise<FindResult>;
  /** Which of the words in a text name an order of ours, the first one first; asks nobody outside. */
  findOrderIn(words: readonly string[]): Promise<Order | undefined>;
};

/** A tracking id; references of other systems can look the same, so it is tried first and not only. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createFinder(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  orders: OrderStore;
  ask: CheckOrder;
  explain: (error: unknown, about: { reference: string }) => Failure;
}): Finder {
  const { client, orders, ask, explain } = deps;

  async function ours(text: string): Promise<Order | undefined> {
    const byTrackingId = UUID.test(text) ? await orders.findByTrackingId(text.toLowerCase()) : undefined;
    const reference = byTrackingId ? undefined : parseStoredReference(text);
    return reference ? orders.get(reference) : byTrackingId;
  }

  async function atService(text: string): Promise<TransactionRecord | undefined> {
    const byTrackingId = UUID.test(text) ? await client.getTransactionStatus(text) : undefined;
    return byTrackingId ?? (await client.getTransactionByMerchantReference(text));
  }

  async function findPayment(text: string): Promise<FindResult> {
    const order = await ours(text);
    if (order) return freshened(order);
    try {
      const record = await atService(text);
      return record ? { status: 'elsewhere', elsewhere: elsewhereOf(record) } : { status: 'none' };
    } catch (error) {
      return { status: 'unanswered', failure: explain(error, { reference: text }) };
    }
  }

  async function freshened(order: Order): Promise<FindResult> {
    // Before the call there is nothing to ask about, and a refused order is not at the service.
    if (order.requestedAt === undefined || order.state === 'not_sent') return { status: 'ours', order };
    try {
      return { status: 'ours', order: await ask(order) };
    } catch (error) {
      return { status: 'ours', order, stale: explain(error, order) };
    }
  }

  return {
    findPayment,
    async findOrderIn(words) {
      for (const word of words) {
        const order = await ours(word);
        if (order) return order;
      }
      return undefined;
    },
  };
}

function elsewhereOf(record: TransactionRecord): Elsewhere {
  const isPaid = record.outcome === 'completed' || record.outcome === 'reversed';
  return {
    reference: record.merchant_reference,
    trackingId: record.order_tracking_id,
    outcome: record.outcome,
    money: moneyOf(record.amount, record.currency),
    payment: isPaid ? paymentFrom(record) : undefined,
    serviceMessage: record.payment_status_code || record.description,
    createdAt: record.created_at,
  };
}
