// Writes down a payment that was made without Teller, so that it can be paid back: as an order of kind `elsewhere`, which is paid
// from the beginning and of which only the refund is in the books. Called by slack/ for approvers.
import { createHash } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { erasureTime } from '#orders/forgetting.ts';
import { FORMAT, type Order } from '#orders/order.ts';
import { type Failure, isAsShown, isStated, type ShownPayment } from '#orders/payment.ts';
import { paymentWith } from '#orders/payments.ts';
import { makeReference, parseReference, type Reference } from '#orders/reference.ts';
import type { Finder, OtherTransaction } from '#payments/status/find.ts';
import type { OrderSaves } from '#payments/status/order-saves.ts';
import type { OrderStore } from '#store/store.ts';

/**
 * `written`: now, by this call. `ours`: the order that Teller has of it, made with it or written down before. `not_paid`: or paid
 * back since. `no_code`: the provider takes no refund without it. `changed`: it is not the one that the form showed. `no_name`: the
 * provider’s record has neither a tracking id nor a reference under which it could be asked for again. `none`: the provider does
 * not know it.
 */
export type ExternalPaymentResult =
  | { readonly status: 'written' | 'ours'; readonly order: Order }
  | { readonly status: 'not_paid' | 'no_code' | 'changed' | 'no_name' | 'none' }
  | { readonly status: 'unanswered'; readonly failure: Failure };

/**
 * `text`: a reference or tracking id. `by`: the Slack id of the approver; `channel`: where the card is posted; `shown`: what the
 * approver read of the payment, because several may have one reference. Asks the provider for the payment. Rejects when the store
 * is down.
 */
export type RecordExternal = (
  text: string,
  about: {
    readonly by: string;
    readonly channel: string;
    readonly description: string;
    readonly shown: ShownPayment;
  },
) => Promise<ExternalPaymentResult>;

export function createRecordExternal(deps: {
  orders: Pick<OrderStore, 'get' | 'findByTrackingId'>;
  saves: Pick<OrderSaves, 'insert'>;
  finder: Pick<Finder, 'findPayment'>;
  clock: Clock;
  /** Nothing else is due for it before somebody asks for its refund. */
  retentionDays: number | undefined;
}): RecordExternal {
  const { orders, saves, finder, clock } = deps;

  return async (text, { by, channel, description, shown }) => {
    const found = await finder.findPayment(text);
    if (found.status === 'ours') {
      const { order } = found;
      if (!order.payments) return { status: 'not_paid' };
      const isShown = order.payments.some((payment) => isAsShown(payment, shown));
      return isShown ? { status: 'ours', order } : { status: 'changed' };
    }
    if (found.status !== 'external') return found;
    const { transaction } = found;
    const { payment, outcome, trackingId } = transaction;
    if (outcome !== 'completed' || !payment) return { status: 'not_paid' };
    if (payment.confirmationCode === '' || !isStated(payment)) return { status: 'no_code' };
    if (!isAsShown(payment, shown)) return { status: 'changed' };
    const before = trackingId === undefined ? undefined : await orders.findByTrackingId(trackingId);
    if (before) return { status: 'ours', order: before };
    const now = clock.now();
    const orderOf = (reference: Reference): Order => ({
      schemaVersion: FORMAT,
      version: 0,
      reference,
      kind: 'elsewhere',
      state: 'paid',
      amount: payment.paid,
      description,
      customer: {},
      agent: by,
      channel,
      formId: '',
      typedReference: reference === transaction.reference,
      createdAt: now,
      changedAt: now,
      provider: trackingId === undefined ? {} : { trackingId },
      payments: [payment],
      announcements: [],
    });
    // Decided by the insert: somebody else may be writing down this payment, or another one of the same reference.
    for (const reference of referencesFor(transaction)) {
      const order = orderOf(reference);
      const erasureAt = erasureTime(order, deps.retentionDays);
      const trigger = { deliver: now, ...(erasureAt === undefined ? {} : { check: erasureAt }) };
      if (await saves.insert(order, trigger)) return { status: 'written', order };
      const other = await orders.get(reference);
      if (other && paymentWith(other, payment.confirmationCode)) return { status: 'ours', order: other };
    }
    return { status: 'no_name' };
  };
}

/**
 * Its own, and one made from the tracking id for when another order has its own: merchant references are not guaranteed unique
 * across an account (SPEC.md, Get a transaction by merchant reference).
 */
function referencesFor({ reference, trackingId }: OtherTransaction): Reference[] {
  const own = parseReference(reference);
  const made =
    trackingId === undefined ? undefined : makeReference(createHash('sha256').update(trackingId).digest());
  return [own, made].filter((reference) => reference !== undefined);
}
