// The transaction record and its two lookups (SPEC.md, Transaction record; PROVIDER-FACTS, getTransactionStatus).

import { type Answer, apiError, errorEnvelope } from './answers.ts';
import { eastAfricaTime, withParameters } from './formats.ts';
import type { Call } from './gate.ts';
import type { OrderBook, SandboxOrder, SandboxPayment } from './orders.ts';

const NOT_FOUND = 'payment_details_not_found';
const DESCRIPTIONS = { 1: 'Completed', 2: 'Failed', 3: 'REVERSED' } as const;
const NOTHING = {
  payment_method: null,
  amount: null,
  created_date: null,
  confirmation_code: null,
  order_tracking_id: null,
  payment_status_description: 'INVALID',
  description: null,
  message: null,
  payment_account: null,
  call_back_url: null,
  status_code: 0,
  merchant_reference: null,
  account_number: null,
  payment_status_code: null,
  currency: null,
};

/** The lookup by reference has its own names for the methods. */
const METHODS_BY_REFERENCE: Readonly<Record<string, string>> = {
  MpesaKE: 'Mpesa',
  AirtelKE: 'Airtel Money Kenya',
  AirtelUG: 'Airtel Money Uganda',
  Visa: 'Visa Card',
  MasterCard: 'Master Card',
};

export function createLookups({ orders }: { orders: OrderBook }) {
  return {
    getTransactionByMerchantReference({ query }: Call): Answer {
      const reference = query.get('merchantReference');
      if (!reference) return parameterMissing('merchantReference');
      const order = orders.withReference(reference);
      return order ? answerWith(order, byReferenceName) : transactionNotFound(query);
    },

    getTransactionStatus({ query }: Call): Answer {
      const trackingId = query.get('orderTrackingId');
      if (!trackingId) return parameterMissing('orderTrackingId');
      const order = orders.withTrackingId(trackingId);
      return order ? answerWith(order, (payment) => payment.payment_method) : transactionNotFound(query);
    },
  };
}

/** The answer about an id that nobody ordered under: the same shape with nothing in it but the id that was asked about. */
export function transactionNotFound(query: Call['query'], code = NOT_FOUND): Answer {
  const asked = {
    merchant_reference: query.get('merchantReference'),
    order_tracking_id: query.get('orderTrackingId'),
  };
  return errorEnvelope(apiError(code, 'Transaction not found'), { ...NOTHING, ...asked });
}

function parameterMissing(name: string): Answer {
  const error = apiError('invalid_api_request_parameters', `The ${name} parameter is required`);
  return errorEnvelope(error, NOTHING);
}

function byReferenceName({ payment_method }: SandboxPayment): string {
  return METHODS_BY_REFERENCE[payment_method] ?? `${payment_method} (online)`;
}

function answerWith(order: SandboxOrder, methodName: (payment: SandboxPayment) => string): Answer {
  const callBackUrl = withParameters(order.callback_url, {
    OrderTrackingId: order.order_tracking_id,
    OrderMerchantReference: order.id,
  });
  const { payment } = order;
  return {
    status: 200,
    body: {
      payment_method: payment ? methodName(payment) : '',
      amount: payment ? payment.amount : order.amount,
      created_date: eastAfricaTime(payment ? payment.at : order.createdAt),
      confirmation_code: payment ? payment.confirmation_code : '',
      order_tracking_id: order.order_tracking_id,
      payment_status_description: payment ? DESCRIPTIONS[payment.status_code] : 'INVALID',
      description: payment ? payment.description : null,
      message: 'Request processed successfully',
      payment_account: payment ? payment.payment_account : '',
      call_back_url: callBackUrl,
      status_code: payment ? payment.status_code : 0,
      merchant_reference: order.id,
      account_number: order.account_number ?? null,
      payment_status_code: payment ? payment.payment_status_code : '',
      currency: payment ? payment.currency : order.currency,
      ...(order.subscription_transaction_info && {
        subscription_transaction_info: order.subscription_transaction_info,
      }),
      // A pending payment has an error, any outcome (a failed one too) an error object full of nulls.
      error: payment
        ? { error_type: null, code: null, message: null }
        : { ...apiError(NOT_FOUND, 'Pending Payment'), call_back_url: callBackUrl },
      status: payment ? '200' : '500',
    },
  };
}
