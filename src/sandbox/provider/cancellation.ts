// Cancellation: an answer with a status and a message and never an error key (SPEC.md, Cancellation response).

import { type Answer, cancellationShape } from './answers.ts';
import type { Call } from './gate.ts';
import { isPaid, type OrderBook } from './orders.ts';

export function createCancellation({ orders, now }: { orders: OrderBook; now: () => number }) {
  return {
    /** POST /Transactions/CancelOrder. Not idempotent; lookups go on reporting pending. */
    cancelOrder({ fields }: Call): Answer {
      const order = orders.withTrackingId(String(fields.order_tracking_id));
      if (!order) return failed('Invalid order request.');
      if (order.cancelledAt !== undefined) return failed('Invalid order state. Order cannot be cancelled.');
      if (isPaid(order)) return failed('Invalid order request. Transaction cannot be cancelled');
      order.cancelledAt = now();
      return cancellationShape('200', 'Order successfully cancelled.');
    },
  };
}

function failed(message: string): Answer {
  return cancellationShape('500', message);
}
