// The two ways to make an order: SubmitOrderRequest (hosted page) and stk (PIN prompt). They share ids, checks and
// the rule that a used id gives the original order back.

import { type Answer, apiError, type ErrorObject, errorEnvelope, modelState } from './answers.ts';
import type { Call } from './gate.ts';
import { type Complaint, missingFields, readOrderRequest, wrongFields } from './order-request.ts';
import type { OrderBook, SandboxOrder } from './orders.ts';

/** A PIN prompt as it rings on a phone. */
export type Prompt = {
  msisdn: string;
  payment_method: string;
  amount: number;
  currency: string;
  description: string;
  order_tracking_id: string;
  id: string;
  at: number;
};

const BUSINESS_NUMBERS: Readonly<Record<string, string>> = {
  MpesaKE: '220222',
  AirtelKE: 'AIRTELKE',
  AirtelUG: 'AIRTELUG',
};
const NO_ORDER = { order_tracking_id: null, merchant_reference: null, redirect_url: null };
const NO_PUSH = { business_number: null, account_number: null, payment_message: null, ...NO_ORDER };

export function createOrdering(deps: {
  orders: OrderBook;
  prompts: Prompt[];
  isRegistered: (ipnId: string) => boolean;
  pageUrlOf: (order: SandboxOrder) => string;
  /** Runs before the answer leaves, once for each new order. */
  onNewOrder: (order: SandboxOrder) => Promise<void>;
  now: () => number;
}) {
  const { orders, prompts, pageUrlOf, onNewOrder, now } = deps;

  return {
    /** POST /Transactions/SubmitOrderRequest */
    async submitOrder(call: Call): Promise<Answer> {
      const missing = missingFields(call.fields, 'order').map(
        (path): Complaint => ({
          code: 'invalid_api_request_parameters',
          message: `The ${path} field is required`,
        }),
      );
      const problem = problemOf([...missing, ...wrong(call, 'order')], call);
      if (problem) return errorEnvelope(problem, NO_ORDER);
      const { order } = await orderFor(call, 'link');
      return {
        status: 200,
        body: {
          order_tracking_id: order.order_tracking_id,
          merchant_reference: order.id,
          redirect_url: pageUrlOf(order),
          error: null,
          status: '200',
        },
      };
    },

    /** POST /transactions/stk */
    async push(call: Call): Promise<Answer> {
      const missing = missingFields(call.fields, 'push');
      if (missing.length > 0) return modelState(missing);
      const problem = problemOf(wrong(call, 'push'), call);
      if (problem) return errorEnvelope(problem, NO_PUSH);
      const { order, request } = await orderFor(call, 'push');
      const method = order.payment_method ?? request.payment_method ?? '';
      return {
        status: 200,
        body: {
          business_number: BUSINESS_NUMBERS[method],
          account_number: order.push_account,
          payment_message: `Enter your PIN to pay ${order.currency} ${order.amount}`,
          order_tracking_id: order.order_tracking_id,
          // Does not echo the id: that is where the order is stored all the same.
          merchant_reference: order.push_reference,
          redirect_url: null,
          error: null,
          status: '200',
        },
      };
    },
  };

  function wrong(call: Call, kind: 'order' | 'push'): Complaint[] {
    return wrongFields(call.fields, kind, { now: now(), isRegistered: deps.isRegistered });
  }

  async function orderFor(call: Call, kind: 'link' | 'push') {
    const request = readOrderRequest(call.fields, kind === 'push' ? 'push' : 'order');
    const original = orders.madeUnder(request.id);
    if (original) return { order: original, request };
    const order = orders.add(request, kind);
    if (kind === 'push') ring(order);
    await onNewOrder(order);
    return { order, request };
  }

  function ring(order: SandboxOrder): void {
    const { msisdn = '', payment_method = '', amount, currency, description, order_tracking_id, id } = order;
    prompts.push({
      msisdn,
      payment_method,
      amount,
      currency,
      description,
      order_tracking_id,
      id,
      at: now(),
    });
  }
}

/** One error object for everything that is wrong: several messages are joined by pipes. */
function problemOf(complaints: readonly Complaint[], call: Call): ErrorObject | undefined {
  const [first] = complaints;
  if (first) {
    const sameCode = complaints.every(({ code }) => code === first.code);
    const messages = [...(call.malformedJson ? ['', ''] : []), ...complaints.map(({ message }) => message)];
    return apiError(sameCode ? first.code : 'invalid_api_request_parameters', messages.join('|'));
  }
  const id = String(call.fields.id);
  if (id.length <= 50) return undefined;
  return apiError('invalid_api_request_parameters', 'Your request was declined. Please contact support');
}
