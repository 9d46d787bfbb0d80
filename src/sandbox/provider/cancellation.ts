// Cancellation and refund: the two operations whose answers have a status and a message and never an error key
// (SPEC.md, Cancellation response; PROVIDER-FACTS.md, Refund).

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

    /** POST /Transactions/RefundRequest. Only files the request: an operator approves it later, which is `customer.reverse`. */
    refund({ fields }: Call): Answer {
      const { confirmation_code, amount, username, remarks } = fields;
      const order = orders.paidWith(String(confirmation_code));
      const payment = order?.payment;
      if (!order || !payment || payment.status_code === 2 || !username || !remarks)
        return failed('Invalid refund request. Please check your transaction details');
      if (order.refundRequestedAt !== undefined) return failed('Refund request has been received already');
      // Mobile money is refunded in full only.
      const isMobile = /^(Mpesa|Airtel)/.test(payment.payment_method);
      const isPossible = typeof amount === 'number' && amount > 0 && amount <= payment.amount;
      if (!isPossible || (isMobile && amount !== payment.amount))
        return failed('Invalid amount provided. Please check your transaction details');
      order.refundRequestedAt = now();
      return cancellationShape('200', 'Refund request successfully');
    },
  };
}

function failed(message: string): Answer {
  return cancellationShape('500', message);
}
