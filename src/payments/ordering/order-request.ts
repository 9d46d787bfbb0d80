// A payment link, once or recurring, in the service's words (SPEC.md, Create an order).

import { toNumber } from '#lib/money.ts';
import type { Order, ServiceSide } from '#orders/order.ts';
import { toServiceDay } from '#provider/dates.ts';
import type { OrderRequest } from '#provider/requests.ts';
import type { OrderCreated } from '#provider/responses.ts';

export type OrderSettings = { publicUrl: string; branch: string | undefined };

/** The order request; fields that nobody filled in are not sent. `notificationId` is the registered ipn_id. */
export function orderRequest(order: Order, settings: OrderSettings, notificationId: string): OrderRequest {
  const { customer, recurring } = order;
  return {
    id: order.reference,
    currency: order.amount.currency as OrderRequest['currency'],
    amount: toNumber(order.amount),
    description: order.description,
    callback_url: `${settings.publicUrl}/paid`,
    cancellation_url: `${settings.publicUrl}/cancelled`,
    notification_id: notificationId,
    billing_address: {
      ...(customer.email ? { email_address: customer.email } : {}),
      ...(customer.phone ? { phone_number: customer.phone } : {}),
      ...(customer.firstName ? { first_name: customer.firstName } : {}),
      ...(customer.lastName ? { last_name: customer.lastName } : {}),
    },
    ...(settings.branch ? { branch: settings.branch } : {}),
    ...(recurring
      ? {
          account_number: recurring.accountNumber,
          subscription_details: {
            start_date: toServiceDay(recurring.startDay),
            end_date: toServiceDay(recurring.endDay),
            frequency: recurring.frequency,
          },
        }
      : {}),
  };
}

/** What to keep of the answer. */
export function detailsFromOrder(answer: OrderCreated): ServiceSide {
  return { trackingId: answer.order_tracking_id, redirectUrl: answer.redirect_url };
}
