// Whether a customer may still be sent to an order's payment page.
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';

/**
 * The address of the payment page while the order can be paid there and is meant to be: not once it is being cancelled, and not
 * once another order was made in its place. Undefined for orders without such a page.
 */
export function paymentPageOf(
  order: Pick<Order, 'state' | 'service' | 'cancelRequestedAt' | 'successor'>,
): string | undefined {
  const { state, service, cancelRequestedAt, successor } = order;
  return isOpen(state) && cancelRequestedAt === undefined && successor === undefined
    ? service.redirectUrl
    : undefined;
}
