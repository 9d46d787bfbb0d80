// Deciding requests for approval (orders/decisions.ts): each decision is one save, which also makes the order due in the queue
// `check`; its worker then submits the order, or requests the refund from the provider.
import type { Clock } from '#lib/clock.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { type Decided, type Decision, decide, sendNow } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';

/** As Decided; `order` is as it is saved. */
export type ApprovalResult = Decided | { readonly status: 'unknown_order' };

/**
 * `number`: of the request, from the button. `by`: the Slack id of the person, who may approve, or decline (that was asked
 * before). All reject when the store is down, with NothingDecided where that is certain.
 */
export type Approvals = {
  approve(reference: Reference, number: number, by: string): Promise<ApprovalResult>;
  decline(reference: Reference, number: number, by: string, reason: string): Promise<ApprovalResult>;
  /** By who asked. */
  withdraw(reference: Reference, number: number, by: string): Promise<ApprovalResult>;
  /** Sends a prompt that was approved late; by who asked for it. */
  sendNow(reference: Reference, by: string): Promise<ApprovalResult>;
};

/** The store gave no answer before anything was saved, so nothing was decided. */
export class NothingDecided extends Error {
  override readonly name = 'NothingDecided';
}

export function createApprovals(deps: {
  orders: Pick<OrderStore, 'get'>;
  updates: Pick<OrderUpdates, 'updateWith'>;
  clock: Clock;
  triggerChecks: () => void;
}): Approvals {
  const { orders, updates, clock, triggerChecks } = deps;

  async function save(
    reference: Reference,
    decideOn: (order: Order, at: number) => Decided,
  ): Promise<ApprovalResult> {
    const known = await orders.get(reference).catch((cause: unknown) => {
      throw new NothingDecided(`the order ${reference} could not be read`, { cause });
    });
    if (!known) return { status: 'unknown_order' };
    const decided = await updates.updateWith(
      reference,
      (newest) => decideOn(newest, clock.now()),
      (changed) => (changed.state === 'sending' ? clock.now() : nextCheck(changed, clock.now())),
    );
    triggerChecks();
    return decided;
  }

  function saveDecision(reference: Reference, number: number, decision: Decision, by: string) {
    return save(reference, (order, at) => decide(order, number, decision, { by, at }));
  }

  return {
    approve: (reference, number, by) => saveDecision(reference, number, { decision: 'approve' }, by),
    decline: (reference, number, by, reason) =>
      saveDecision(reference, number, { decision: 'decline', reason }, by),
    withdraw: (reference, number, by) => saveDecision(reference, number, { decision: 'withdraw' }, by),
    sendNow: (reference, by) => save(reference, (order, at) => sendNow(order, by, at)),
  };
}
