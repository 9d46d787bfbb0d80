// What an order is found by, apart from its reference. Every driver indexes these and no others.
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';

export type FoundBy = {
  readonly trackingId: string | undefined;
  /** The subscriber's number of a recurring order. The one in `service` is another: what a customer types to pay by hand. */
  readonly accountNumber: string | undefined;
  /** Whose lists it is in; undefined for a charge, which no agent asked for. */
  readonly agent: string | undefined;
  /** In which of the agent's two lists. */
  readonly open: boolean;
  /** Sorts the open list, and orders that share a tracking id or an account number (ms). */
  readonly createdAt: number;
  /** Sorts the list of orders that are no longer open (ms). */
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
    paidAt: wasPaid(order.state) ? (order.payment?.paidAt ?? order.changedAt) : undefined,
  };
}
