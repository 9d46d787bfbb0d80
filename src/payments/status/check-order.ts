// Checks an order: asks the provider for its transaction record and saves what that says. Called by
// payments/: on schedule and after notifications (due-check.ts), when somebody asks (find.ts), and before and after what is done.
import type { Clock } from '#lib/clock.ts';
import { NOT_SENT_AFTER_MS, nextCheck } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import type { ProviderClient } from '#provider/client.ts';
import { isMissing } from '#provider/errors.ts';
import type { TransactionRecord } from '#provider/read-transaction.ts';
import type { OrderStore } from '#store/store.ts';
import { eventFrom, isOfAnother } from './from-record.ts';
import type { OrderUpdates } from './order-updates.ts';

type Unsent = 'not_ours' | 'never_arrived' | 'reference_known';

/** Resolves to the order as saved after the check. Rejects with ProviderError when the provider gives no answer. */
export type CheckOrder = (order: Order) => Promise<Order>;

export function createCheckOrder(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  orders: OrderStore;
  updates: OrderUpdates;
  clock: Clock;
}): CheckOrder {
  const { client, orders, updates, clock } = deps;

  /** Where the provider lacks getTransactionStatus, which SPEC.md does not show, the look-up by reference brings the same record. */
  async function recordOf({ reference, kind, provider }: Order): Promise<TransactionRecord | undefined> {
    const { trackingId } = provider;
    if (!trackingId) return client.getTransactionByMerchantReference(reference);
    try {
      return await client.getTransactionStatus(trackingId);
    } catch (error) {
      // The references of charges, and of what was made elsewhere, are Teller's own.
      const isItsOwn = kind === 'prompt' || kind === 'link';
      if (!isItsOwn || !isMissing('getTransactionStatus', error)) throw error;
      const record = await client.getTransactionByMerchantReference(reference);
      if (record && (record.order_tracking_id ?? trackingId) !== trackingId) throw error;
      return record;
    }
  }

  /** What the provider has is not this order. NOT_SENT_AFTER_MS says when one without an answer counts as not sent. */
  async function afterNoRecord(order: Order, reason: Unsent): Promise<Order> {
    const { requestedAt } = order;
    // What was never asked for is not missing there; due-check.ts decides what becomes of it.
    if (order.state !== 'sending' || requestedAt === undefined) return order;
    if (clock.now() - requestedAt < NOT_SENT_AFTER_MS) return order;
    return markNotSent(order, reason);
  }

  /**
   * Anybody who knows the notification URL can name a charge; it counts only if its record names our recurring order.
   * Undefined when the record names no account at all: it may not be complete yet, so it says nothing about whose it is.
   */
  async function isOurs(charge: Order, record: TransactionRecord): Promise<boolean | undefined> {
    const parent = charge.chargeOf && (await orders.get(charge.chargeOf));
    if (!parent) return false;
    const { account_number, subscription_transaction_info, merchant_reference } = record;
    const accounts = [account_number, subscription_transaction_info?.account_reference].filter(Boolean);
    const ours = [parent.recurring?.accountNumber, parent.reference];
    if ([...accounts, merchant_reference].some((name) => name && ours.includes(name))) return true;
    return accounts.length > 0 ? false : undefined;
  }

  /** Checked on until the schedule is over, or the record is complete. */
  function afterNoAccount(charge: Order, checkedAt: number): Promise<Order> {
    if (nextCheck(charge, checkedAt) === undefined) return markNotSent(charge, 'not_ours', { checkedAt });
    return updates.updateOrder(charge.reference, (newest) => ({ ...newest, checkedAt }));
  }

  function markNotSent(
    order: Order,
    reason: Unsent,
    times?: Pick<Order, 'checkedAt' | 'checksEndedAt'>,
  ): Promise<Order> {
    // An answer with an error may be the provider's reason for not having it.
    const { providerMessage = '' } = reason === 'never_arrived' ? (order.failure ?? {}) : {};
    const failure = { reason, providerMessage };
    return updates.saveEvent(order.reference, { event: 'refused', failure }, times);
  }

  return async (order) => {
    const record = await recordOf(order);
    if (!record) return afterNoRecord(order, order.kind === 'charge' ? 'not_ours' : 'never_arrived');
    if (isOfAnother(order, record)) return markNotSent(order, 'reference_known');
    const checkedAt = clock.now();
    // A charge that was found to be ours stays ours: the record of a reversal may lack the account.
    if (order.kind === 'charge' && (order.state === 'sending' || order.state === 'not_sent')) {
      const ours = await isOurs(order, record);
      // With `checksEndedAt` no later notification of this charge costs a check (isSomebodyElses, orders/charges.ts).
      if (ours === false) return markNotSent(order, 'not_ours', { checkedAt, checksEndedAt: checkedAt });
      if (ours === undefined) return afterNoAccount(order, checkedAt);
    }
    return updates.saveEvent(order.reference, eventFrom(record), { checkedAt, ...whenMade(order, record) });
  };
}

/** Of a charge. Kept from its first record, because the date of a later one may be that of its payment. */
function whenMade({ kind, madeAt }: Order, { created_at }: TransactionRecord): Pick<Order, 'madeAt'> {
  return kind === 'charge' && madeAt === undefined && created_at !== undefined ? { madeAt: created_at } : {};
}
