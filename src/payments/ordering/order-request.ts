// Makes the requests that submit.ts sends to the provider from an order: a payment link, once or recurring (SPEC.md,
// Create an order), and a PIN prompt (SPEC.md, Take a payment by mobile money push). Empty fields are left out.
import { toNumber } from '#lib/money.ts';
import type { Order, ProviderDetails } from '#orders/order.ts';
import { toProviderDay } from '#provider/dates.ts';
import type { OrderRequest, PushRequest } from '#provider/requests.ts';
import type { OrderCreated, PushAccepted } from '#provider/responses.ts';

/** `publicUrl`: where customers reach Teller. `branch`: the merchant's (docs/operations.md, Settings), for orders without their own. */
export type OrderSettings = { readonly publicUrl: string; readonly branch: string | undefined };

/** `ipnId` is the id of the registered notification URL. */
export function orderRequest(order: Order, settings: OrderSettings, ipnId: string): OrderRequest {
  const { customer, recurring, branch = settings.branch } = order;
  return {
    id: order.reference,
    currency: order.amount.currency as OrderRequest['currency'],
    amount: toNumber(order.amount),
    description: order.description,
    callback_url: `${settings.publicUrl}/paid`,
    cancellation_url: `${settings.publicUrl}/cancelled`,
    notification_id: ipnId,
    billing_address: {
      ...(customer.email ? { email_address: customer.email } : {}),
      ...(customer.phone ? { phone_number: customer.phone } : {}),
      ...(customer.firstName ? { first_name: customer.firstName } : {}),
      ...(customer.lastName ? { last_name: customer.lastName } : {}),
    },
    ...(branch ? { branch } : {}),
    ...(recurring
      ? {
          account_number: recurring.accountNumber,
          subscription_details: {
            start_date: toProviderDay(recurring.startDay),
            end_date: toProviderDay(recurring.endDay),
            frequency: recurring.frequency,
          },
        }
      : {}),
  };
}

/** Throws when the order is not a prompt. */
export function pushRequest(order: Order, settings: OrderSettings, ipnId: string): PushRequest {
  if (!order.prompt?.msisdn) throw new Error(`order ${order.reference} has no phone to prompt`);
  return {
    ...orderRequest(order, settings, ipnId),
    msisdn: order.prompt.msisdn,
    payment_method: order.prompt.method,
  };
}

/** What is kept of the answer to an order request. */
export function detailsFromOrder(answer: OrderCreated): ProviderDetails {
  return { trackingId: answer.order_tracking_id, redirectUrl: answer.redirect_url };
}

/** What is kept of the answer to a push request. Its merchant_reference is not ours (SPEC.md) and is dropped. */
export function detailsFromPush(answer: PushAccepted): ProviderDetails {
  return {
    businessNumber: answer.business_number,
    ...(answer.account_number ? { accountNumber: answer.account_number } : {}),
    ...(answer.order_tracking_id ? { trackingId: answer.order_tracking_id } : {}),
  };
}
