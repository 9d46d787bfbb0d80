// Finds a payment by whatever people have in hand, ours or made elsewhere, and asks the service how it stands now.
import type { Money } from '#lib/money.ts';
import { moneyOf } from '#lib/money.ts';
import type { Failure, Order, Payment } from '#orders/order.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { TransactionOutcome, TransactionRecord } from '#provider/responses.ts';
import type { Ledger } from '#store/store.ts';
import type { Ask } from './ask.ts';
import { paymentOf } from './happening.ts';

export type Found =
  /** `stale`: the service could not be asked, so this is what was known before, and why. */
  | { readonly found: 'ours'; readonly order: Order; readonly stale?: Failure }
  | { readonly found: 'elsewhere'; readonly elsewhere: Elsewhere }
  | { readonly found: 'none' }
  /** Not ours, and the service could not be asked. */
  | { readonly found: 'unanswered'; readonly failure: Failure };

/** A transaction of the same merchant account that Teller did not make. */
export type Elsewhere = {
  readonly reference: string;
  readonly trackingId: string;
  readonly outcome: TransactionOutcome;
  readonly money: Money;
  readonly payment: Payment | undefined;
  readonly said: string;
  readonly createdAt: number | undefined;
};

export type Lookup = {
  /** `text` is a merchant reference or a tracking id. Never rejects for the service's sake. */
  find(text: string): Promise<Found>;
  /** Which of the words in a text name an order of ours, the first one first; asks nobody outside. */
  oursIn(words: readonly string[]): Promise<Order | undefined>;
};

/** A tracking id; references of other systems can look the same, so it is tried first and not only. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createLookup(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  ledger: Ledger;
  ask: Ask;
  explain: (error: unknown, about: { reference: string }) => Failure;
}): Lookup {
  const { client, ledger, ask, explain } = deps;

  async function ours(text: string): Promise<Order | undefined> {
    const byTrackingId = UUID.test(text) ? await ledger.findByTrackingId(text.toLowerCase()) : undefined;
    return byTrackingId ?? (await ledger.get(text));
  }

  async function atService(text: string): Promise<TransactionRecord | undefined> {
    const byTrackingId = UUID.test(text) ? await client.getTransactionStatus(text) : undefined;
    return byTrackingId ?? (await client.getTransactionByMerchantReference(text));
  }

  async function find(text: string): Promise<Found> {
    const order = await ours(text);
    if (order) return freshened(order);
    try {
      const record = await atService(text);
      return record ? { found: 'elsewhere', elsewhere: elsewhereOf(record) } : { found: 'none' };
    } catch (error) {
      return { found: 'unanswered', failure: explain(error, { reference: text }) };
    }
  }

  async function freshened(order: Order): Promise<Found> {
    // Before the call there is nothing to ask about, and a refused order is not at the service.
    if (order.calledAt === undefined || order.state === 'not_sent') return { found: 'ours', order };
    try {
      return { found: 'ours', order: await ask(order) };
    } catch (error) {
      return { found: 'ours', order, stale: explain(error, order) };
    }
  }

  return {
    find,
    async oursIn(words) {
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
    payment: isPaid ? paymentOf(record) : undefined,
    said: record.payment_status_code || record.description,
    createdAt: record.created_at,
  };
}
