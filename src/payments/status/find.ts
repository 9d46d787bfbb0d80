// Finds a payment by reference or tracking id, one of Teller's orders or one made elsewhere, and checks how it stands
// now. Called by slack/ for /pay status, Check now, mentions and messages.
import { type Money, moneyOf } from '#lib/money.ts';
import { mayBeAtProvider } from '#orders/at-provider.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import { paymentWith } from '#orders/payments.ts';
import { canonicalTrackingId, isTrackingId, parseReference } from '#orders/reference.ts';
import { codeTerm } from '#orders/search-terms.ts';
import type { ProviderClient } from '#provider/client.ts';
import { isMissing } from '#provider/errors.ts';
import type { TransactionOutcome, TransactionRecord } from '#provider/read-transaction.ts';
import type { OrderStore } from '#store/store.ts';
import type { CheckOrder } from './check-order.ts';
import { paymentFrom } from './from-record.ts';
import type { LogFailure } from './log-failure.ts';
import type { Notifications } from './notifications.ts';

export type FindResult =
  /** `stale`: why the provider could not be asked; the order is then as it was last saved. */
  | { readonly status: 'ours'; readonly order: Order; readonly stale?: Failure }
  | { readonly status: 'external'; readonly transaction: OtherTransaction }
  | { readonly status: 'none' }
  /** Not in our store, and the provider could not be asked. */
  | { readonly status: 'unanswered'; readonly failure: Failure };

/** A transaction of the same merchant account that Teller did not make. Moments in milliseconds since the epoch. */
export type OtherTransaction = {
  readonly reference: string;
  /** Undefined when the record has none and was asked for by reference. */
  readonly trackingId: string | undefined;
  readonly outcome: TransactionOutcome;
  readonly money: Money;
  readonly payment: Payment | undefined;
  readonly providerMessage: string;
  readonly createdAt: number | undefined;
};

export type Finder = {
  /** `text` is a reference (typed in any spelling, or of a button) or a tracking id. Rejects only when the store is down. */
  findPayment(text: string): Promise<FindResult>;
  /** The order of the first of these words that names one of ours. Does not ask the provider. */
  findOrderIn(words: readonly string[]): Promise<Order | undefined>;
};

export function createFinder(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  orders: OrderStore;
  notifications: Pick<Notifications, 'receiveNotification'>;
  checkOrder: CheckOrder;
  logFailure: LogFailure;
}): Finder {
  const { client, orders, notifications, checkOrder, logFailure } = deps;

  // The reference of another system can have the form of a tracking id, so such a text is searched for as both.
  async function findInStore(text: string): Promise<Order | undefined> {
    const found = isTrackingId(text) ? await orders.findByTrackingId(canonicalTrackingId(text)) : undefined;
    return found ?? orders.findByReference(text);
  }

  async function findAtProvider(text: string): Promise<TransactionRecord | undefined> {
    const byReference = () => client.getTransactionByMerchantReference(text);
    if (!isTrackingId(text)) return byReference();
    try {
      return (await client.getTransactionStatus(text)) ?? (await byReference());
    } catch (error) {
      // SPEC.md does not show getTransactionStatus. What is no reference may still be a tracking id, which nobody has asked about.
      const record = isMissing('getTransactionStatus', error) ? await byReference() : undefined;
      if (!record) throw error;
      return record;
    }
  }

  /** Our order that the provider has under an id which it has not told us: the answer to its request was lost, or lacked it. */
  async function ownOf(record: TransactionRecord): Promise<Order | undefined> {
    const reference = parseReference(record.merchant_reference);
    const order = reference && (await orders.get(reference));
    const isUntold = order?.requestedAt !== undefined && order.provider.trackingId === undefined;
    return isUntold ? order : undefined;
  }

  /** A charge of ours of which no notification came: from here on it is like one that was notified. */
  async function chargeOf(record: TransactionRecord): Promise<Order | undefined> {
    const { order_tracking_id: trackingId, account_number, subscription_transaction_info } = record;
    for (const merchantReference of [account_number, subscription_transaction_info?.account_reference]) {
      if (!merchantReference || trackingId === undefined) continue;
      const [parent] = await orders.findByAccountNumber(merchantReference);
      if (parent?.provider.trackingId === undefined) continue;
      await notifications.receiveNotification({ trackingId, merchantReference });
      return orders.findByTrackingId(trackingId);
    }
    return undefined;
  }

  async function findPayment(text: string): Promise<FindResult> {
    const order = await findInStore(text);
    if (order) return mayBeAtProvider(order) ? checkFound(order) : { status: 'ours', order };
    let record: TransactionRecord | undefined;
    try {
      record = await findAtProvider(text);
    } catch (error) {
      // What a person typed may be a name, so the log does not have it.
      return { status: 'unanswered', failure: logFailure(error, {}) };
    }
    if (!record) return { status: 'none' };
    const own = (await ownOf(record)) ?? (await chargeOf(record));
    return own ? checkFound(own) : { status: 'external', transaction: otherTransaction(record) };
  }

  async function checkFound(order: Order): Promise<FindResult> {
    try {
      return { status: 'ours', order: await checkOrder(order) };
    } catch (error) {
      return { status: 'ours', order, stale: logFailure(error, order) };
    }
  }

  return {
    findPayment,
    async findOrderIn(words) {
      for (const word of words) {
        const order = await findInStore(word);
        if (order) return order;
      }
      return undefined;
    },
  };
}

function otherTransaction(record: TransactionRecord): OtherTransaction {
  const isPaid = record.outcome === 'completed' || record.outcome === 'reversed';
  return {
    reference: record.merchant_reference,
    trackingId: record.order_tracking_id,
    outcome: record.outcome,
    money: moneyOf(record.amount, record.currency),
    payment: isPaid ? paymentFrom(record) : undefined,
    providerMessage: record.payment_status_code || record.description,
    createdAt: record.created_at,
  };
}

/** Enough to know whether there are several. */
const LIMIT = 10;

/** `code` in any case and with any blanks. Newest first. Rejects when the store is down. */
export async function findByCode(orders: Pick<OrderStore, 'search'>, code: string): Promise<Order[]> {
  const page = await orders.search([[codeTerm(code)]], { limit: LIMIT });
  return page.orders.filter((order) => paymentWith(order, code) !== undefined);
}
