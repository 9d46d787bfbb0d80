// The provider's orders as the customer sees them: prompts on the phone, pages to pay on, what was paid. And what its
// operator sees: requests for refunds.

import type { Environment } from '#sandbox/environment/environment.ts';
import { PAGE_PATH } from '#sandbox/provider/hosted-page.ts';
import { isRecurring, type SandboxOrder } from '#sandbox/provider/orders.ts';
import type { CustomerOrder, OrderState, RefundRequest } from './screen.ts';

/** How long a prompt stays on a phone's screen when the customer does nothing. */
const RINGS_FOR_MS = 60_000;

/** Oldest first. `ignored`: the tracking ids of prompts that the customer does not answer. */
export function customerOrders(
  { provider, now }: Pick<Environment, 'provider' | 'now'>,
  ignored: ReadonlySet<string>,
): CustomerOrder[] {
  const origin = new URL(provider.baseUrl).origin;
  return provider.orders().map((order): CustomerOrder => {
    const { order_tracking_id: trackingId, id, kind, amount, description, createdAt, payment } = order;
    const state = stateOf(order);
    return {
      trackingId,
      reference: id,
      kind,
      money: moneyOf(order.currency, amount),
      amount,
      currency: order.currency,
      description,
      state,
      isRecurring: kind !== 'charge' && isRecurring(order),
      method: order.payment_method ?? '',
      isRinging: isRinging(order, now(), ignored),
      at: createdAt,
      ...(kind === 'push' && { phone: order.msisdn ?? '' }),
      ...(kind === 'link' && { page: `${origin}${PAGE_PATH}${trackingId}` }),
      ...(payment &&
        payment.status_code !== 2 && {
          paid: { money: moneyOf(payment.currency, payment.amount), code: payment.confirmation_code },
        }),
    };
  });
}

/** Oldest first. */
export function refundRequests({ provider }: Pick<Environment, 'provider'>): RefundRequest[] {
  return provider.refunds().map(({ confirmation_code, id, currency, amount, username, remarks, state }) => ({
    code: confirmation_code,
    reference: id,
    money: moneyOf(currency, amount),
    username,
    remarks,
    state,
  }));
}

/** Whether the prompt of this order is on a phone's screen, at `now` in milliseconds. */
export function isRinging(order: Readonly<SandboxOrder>, now: number, ignored: ReadonlySet<string>): boolean {
  const { kind, order_tracking_id: trackingId, createdAt } = order;
  const isAnswered = ignored.has(trackingId) || stateOf(order) !== 'open';
  return kind === 'push' && !isAnswered && now - createdAt < RINGS_FOR_MS;
}

function stateOf({ payment, cancelledAt }: Readonly<SandboxOrder>): OrderState {
  if (payment?.status_code === 1) return 'paid';
  if (payment?.status_code === 3) return 'reversed';
  if (cancelledAt !== undefined) return 'cancelled';
  return payment ? 'failed' : 'open';
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function moneyOf(currency: string, amount: number): string {
  return `${currency} ${AMOUNT.format(amount)}`;
}
