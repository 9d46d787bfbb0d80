// What an order is found by, apart from its reference. Every driver keeps these beside the document and no others.
import { hasMoney, isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';

export type FoundBy = {
  readonly trackingId: string | undefined;
  /** The subscriber's number of a recurring order; the number in `service` is only what a customer types at the till. */
  readonly accountNumber: string | undefined;
  /** Whose lists it is in; nobody's for a charge, which nobody asked for. */
  readonly agent: string | undefined;
  /** In which of the agent's two lists. */
  readonly open: boolean;
  /** The order of the open list, and of orders that share a tracking id or an account number. */
  readonly createdAt: number;
  /** The order of the list of finished ones. */
  readonly changedAt: number;
  /** When the money came (ms); undefined while none has. */
  readonly paidAt: number | undefined;
};

export function foundBy(order: Order): FoundBy {
  return {
    trackingId: order.service.trackingId,
    accountNumber: order.recurring?.accountNumber,
    agent: order.kind === 'charge' ? undefined : order.agent,
    open: isOpen(order.state),
    createdAt: order.createdAt,
    changedAt: order.changedAt,
    paidAt: hasMoney(order.state) ? (order.payment?.paidAt ?? order.changedAt) : undefined,
  };
}
