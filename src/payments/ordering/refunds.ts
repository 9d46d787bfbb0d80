// Requesting refunds, and saying what became of a refund of which the provider says nothing. Approving is approvals.ts; the call to the
// provider is refund-calls.ts.
import type { Clock } from '#lib/clock.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { mayBeEnded } from '#orders/refund.ts';
import { askRefund, endUnpaidRefund, type RefundDraft, type WhyNoRefund } from '#orders/refunding.ts';
import { withRefundOfDuplicate } from '#orders/resends.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';

/** `asked`: by this call. Else why not; `order` is as it stands. */
export type AskRefundResult =
  | { readonly status: 'asked' | WhyNoRefund; readonly order: Order }
  | { readonly status: 'unknown_order' };

type EndStatus = 'ended' | 'carried_out' | 'gone' | 'not_needed';

/**
 * `ended`: by this call. `carried_out`: the provider says so. `gone`: of another request. `not_needed`: the provider can still
 * say, or somebody has.
 */
export type EndRefundResult =
  | { readonly status: EndStatus; readonly order: Order }
  | { readonly status: 'unknown_order' };

/** `by` is the Slack id of the person; who may was asked before. All reject when the store is down. */
export type Refunds = {
  askRefund(reference: Reference, draft: RefundDraft, by: string): Promise<AskRefundResult>;
  /**
   * An approver says whether the refund of the request with this number was carried out. The provider is asked first, and what it
   * says counts; if it cannot be asked, the approver's word does.
   */
  endRefund(reference: Reference, number: number, by: string, wasPaidBack: boolean): Promise<EndRefundResult>;
};

export function createRefunds(deps: {
  orders: Pick<OrderStore, 'get'>;
  updates: Pick<OrderUpdates, 'updateBoth' | 'updateWith'>;
  checkOrder: CheckOrder;
  logFailure: LogFailure;
  clock: Clock;
}): Refunds {
  const { orders, updates, checkOrder, logFailure, clock } = deps;

  return {
    async askRefund(reference, draft, by) {
      const known = await orders.get(reference);
      if (!known) return { status: 'unknown_order' };
      const dueAt = (changed: Order) => nextCheck(changed, clock.now());
      const duplicate = known.duplicatePayment?.reference;
      if (!duplicate)
        return updates.updateWith(reference, (newest) => askRefund(newest, draft, by, clock.now()), dueAt);
      // Of two people who request both halves at once, the second one is told of the first.
      return updates.updateBoth(
        reference,
        duplicate,
        (newest, other) => {
          const { status, order } = askRefund(withRefundOfDuplicate(newest, other), draft, by, clock.now());
          return { status, orders: order && [order, withRefundOfDuplicate(other, order)] };
        },
        dueAt,
      );
    },

    async endRefund(reference, number, by, wasPaidBack) {
      const known = await orders.get(reference);
      if (!known) return { status: 'unknown_order' };
      if (endStatus(known, number) === 'ended')
        await checkOrder(known).catch((error: unknown) => logFailure(error, known));
      return updates.updateWith(reference, (newest) => {
        const status = endStatus(newest, number);
        if (status !== 'ended') return { status };
        const at = clock.now();
        const order = wasPaidBack
          ? applyEvent(newest, { event: 'paid_back', by }, at)
          : endUnpaidRefund(newest, by, at);
        return { status, order };
      });
    },
  };
}

function endStatus({ approval, refund, state }: Order, number: number): EndStatus {
  if (!refund || approval?.number !== number) return 'gone';
  if (refund.status === 'paid_back' && refund.endedBy === undefined) return 'carried_out';
  return mayBeEnded(refund) && state !== 'reversed' ? 'ended' : 'not_needed';
}
