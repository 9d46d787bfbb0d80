// Which deeds a change of an order is: one line of the audit record for each thing that a person did, or that Teller did by
// itself. Derived from the order before and after, as money entries are, so that whatever saves an order cannot forget its
// line. Pure. Called for every save, by payments/status/order-saves.ts.
import type { Deed, OrderDeedName } from './audit-line.ts';
import type { Order } from './order.ts';

type OrderDeed = Deed<OrderDeedName>;

/**
 * Oldest first; none when the payment service alone changed the order, or nothing that a line is about. `before`: the stored
 * order that `after` is made from; undefined for a new one.
 */
export function deedsOf(after: Order, before: Order | undefined): readonly OrderDeed[] {
  return [...creation(after, before), ...endings(after, before)];
}

/** Teller makes a charge when the payment service names one, so nobody asked for it. */
function creation(order: Order, before: Order | undefined): OrderDeed[] {
  if (before || order.kind === 'charge') return [];
  // What asks for a rest may follow an order that was sent again, so it is asked first.
  const deed = order.restOf ? 'asked_for_rest' : order.resendOf ? 'sent_again' : 'asked';
  return [deedOf(order, deed, order.agent, order.createdAt)];
}

function endings(after: Order, before: Order | undefined): OrderDeed[] {
  const { cancelledBy, acceptedBy, changedAt } = after;
  return [
    ...(cancelledBy && cancelledBy !== before?.cancelledBy
      ? [deedOf(after, 'cancelled', cancelledBy, changedAt)]
      : []),
    ...(acceptedBy && acceptedBy !== before?.acceptedBy
      ? [deedOf(after, 'accepted_as_paid', acceptedBy, changedAt)]
      : []),
  ];
}

function deedOf(order: Order, deed: OrderDeedName, who: string, at: number): OrderDeed {
  return { at, who, deed, order: order.reference, outcome: order.state };
}
