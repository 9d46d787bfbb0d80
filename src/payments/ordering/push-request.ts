// A PIN prompt in the service's words (SPEC.md, Take a payment by mobile money push).
import type { Order, ServiceSide } from '#orders/order.ts';
import type { PushRequest } from '#provider/requests.ts';
import type { PushAccepted } from '#provider/responses.ts';
import { type OrderSettings, orderRequest } from './order-request.ts';

/** The push request for an order; throws when the order is no prompt. */
export function pushRequest(order: Order, settings: OrderSettings, notificationId: string): PushRequest {
  if (!order.prompt) throw new Error(`order ${order.reference} has no phone to prompt`);
  return {
    ...orderRequest(order, settings, notificationId),
    msisdn: order.prompt.msisdn,
    payment_method: order.prompt.method,
  };
}

/** What to keep of the answer. Its merchant_reference does not echo ours and is left alone. */
export function detailsFromPush(answer: PushAccepted): ServiceSide {
  return {
    businessNumber: answer.business_number,
    ...(answer.account_number ? { accountNumber: answer.account_number } : {}),
    ...(answer.order_tracking_id ? { trackingId: answer.order_tracking_id } : {}),
  };
}
