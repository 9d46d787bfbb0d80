// The customer's side: pays, declines, is charged again for a subscription, gets the money back. Each changes the
// order first and then has the merchant notified. Ignoring a prompt needs no function.

import type { createNotifier, NotificationResult, NotificationType } from './notifications.ts';
import {
  digits,
  isPaid,
  isRecurring,
  type OrderBook,
  paymentWith,
  type SandboxOrder,
  type SandboxPayment,
} from './orders.ts';

export type PayDetails = {
  amount?: number;
  currency?: string;
  /** A mobile money method (Mpesa…, Airtel…) or the name of a card. */
  payment_method?: string;
  /** Default: a new one. '': the record has none. */
  confirmation_code?: string;
  /** false: no notification is sent. */
  notify?: boolean;
};

type ChargeDetails = PayDetails & {
  merchant_reference?: string;
  correlation_id?: number | string;
  /** True when the bank says no, as it may each time. */
  declined?: boolean;
};

/** A code that looks like a receipt and an amount leave it in doubt whether money came (PROVIDER-FACTS, Several payments). */
type DeclineDetails = Pick<PayDetails, 'amount' | 'confirmation_code' | 'payment_method' | 'notify'> & {
  payment_status_code?: string;
  description?: string;
};

export type Customer = {
  /**
   * Pays an order that is not paid yet, a cancelled or failed one too; with `again` also one that was paid: the record then shows
   * only this payment. Resolves once the first notification was tried.
   */
  pay(idOrTrackingId: string, how?: PayDetails & { again?: boolean }): Promise<SandboxPayment>;
  /** The payment fails: by default the customer said no to the prompt, or the bank to the card. */
  decline(idOrTrackingId: string, why?: DeclineDetails): Promise<void>;
  /** The next charge of a subscription: a transaction of its own, notified under the account_number. */
  charge(idOrTrackingId: string, how?: ChargeDetails): Promise<{ order_tracking_id: string }>;
  /** The money of a payment goes back: of the newest, or of the one with this code. `isNamed: false`: the record does not say which. */
  reverse(
    idOrTrackingId: string,
    how?: { confirmation_code?: string; isNamed?: boolean; notify?: boolean },
  ): Promise<void>;
};

export function createCustomer(deps: {
  orders: OrderBook;
  notifier: ReturnType<typeof createNotifier>;
  now: () => number;
  random: () => number;
}) {
  const { orders, notifier, now, random } = deps;
  const find = (idOrTrackingId: string) =>
    orders.withTrackingId(idOrTrackingId) ?? orders.withReference(idOrTrackingId);
  let receipts = 0;

  const customer: Customer = {
    async pay(idOrTrackingId, how = {}) {
      const order = how.again ? existing(idOrTrackingId) : unpaid(idOrTrackingId);
      const payment = paymentOf(order, how);
      await record(order, payment, how);
      return payment;
    },

    async decline(idOrTrackingId, why = {}) {
      const order = unpaid(idOrTrackingId);
      await record(order, declinedPaymentOf(order, why), why);
    },

    async charge(idOrTrackingId, how = {}) {
      const parent = existing(idOrTrackingId);
      if (!isRecurring(parent)) throw new Error(`Order ${parent.id} is not recurring`);
      const id = how.merchant_reference ?? digits(random, 10);
      const charge = orders.add({ ...asOrdered(parent), id, amount: how.amount ?? parent.amount }, 'charge');
      const payment = how.declined ? declinedPaymentOf(charge, how) : paymentOf(charge, how);
      charge.subscription_transaction_info = {
        account_reference: parent.account_number ?? '',
        amount: payment.amount,
        first_name: String(parent.billing_address.first_name ?? ''),
        last_name: String(parent.billing_address.last_name ?? ''),
        correlation_id: how.correlation_id ?? Number(digits(random, 6)),
      };
      await record(charge, payment, how);
      return { order_tracking_id: charge.order_tracking_id };
    },

    async reverse(idOrTrackingId, how = {}) {
      const order = existing(idOrTrackingId);
      const payment = paymentWith(order, how.confirmation_code ?? order.payment?.confirmation_code ?? '');
      if (payment?.status_code !== 1) throw new Error(`Order ${order.id} is not paid`);
      await record(order, { ...payment, status_code: 3 }, how);
    },
  };

  return {
    customer,
    find,
    notify: async (
      idOrTrackingId: string,
      how?: { type?: NotificationType; copies?: number },
    ): Promise<NotificationResult[]> => notifier.notify(existing(idOrTrackingId), how),
  };

  async function record(
    order: SandboxOrder,
    payment: SandboxPayment,
    { isNamed = true, notify = true }: { isNamed?: boolean; notify?: boolean },
  ): Promise<void> {
    const others = order.payments.filter((other) => other.confirmation_code !== payment.confirmation_code);
    if (payment.status_code !== 2) order.payments = [...others, payment];
    order.payment = isNamed ? payment : { ...payment, confirmation_code: '' };
    if (notify) await notifier.changed(order);
  }

  function existing(idOrTrackingId: string): SandboxOrder {
    const order = find(idOrTrackingId);
    if (!order) throw new Error(`There is no order ${idOrTrackingId}`);
    return order;
  }

  function unpaid(idOrTrackingId: string): SandboxOrder {
    const order = existing(idOrTrackingId);
    if (isPaid(order)) throw new Error(`Order ${order.id} is paid already`);
    return order;
  }

  /** A completed payment of the order; the amount can differ from the order's. */
  function paymentOf(order: SandboxOrder, how: PayDetails): SandboxPayment {
    const method = how.payment_method ?? usualMethod(order);
    const amount = how.amount ?? order.amount;
    const phone = order.msisdn ?? String(order.billing_address.phone_number || '254712356689');
    receipts += 1;
    return {
      status_code: 1,
      // M-PESA moves whole shillings only: cents that were asked for are not paid.
      amount: method.startsWith('Mpesa') && amount > 0 ? Math.max(1, Math.floor(amount)) : amount,
      currency: how.currency ?? order.currency,
      payment_method: method,
      payment_account: isMobile(method) ? masked(phone) : '476173xxxxxx0010',
      confirmation_code:
        how.confirmation_code ??
        (isMobile(method) ? mobileReceipt(receipts) : `${digits(random, 14)}${serial(receipts)}`),
      description: isMobile(method) ? null : 'Transaction approved',
      payment_status_code: '',
      at: now(),
    };
  }

  function declinedPaymentOf(order: SandboxOrder, why: DeclineDetails): SandboxPayment {
    const method = why.payment_method ?? usualMethod(order);
    const onCard = !isMobile(method);
    return {
      ...paymentOf(order, { payment_method: method }),
      status_code: 2,
      amount: why.amount ?? order.amount,
      confirmation_code: why.confirmation_code ?? digits(random, 4),
      description: why.description ?? (onCard ? 'Unable to authorize transaction. Contact your bank' : null),
      payment_status_code: why.payment_status_code ?? (onCard ? '' : 'request_terminated_by_user'),
    };
  }

  function mobileReceipt(number: number): string {
    return `S${digits(random, 4)}K${number.toString(36).toUpperCase().padStart(4, '0')}`;
  }
}

function serial(number: number): string {
  return String(number).padStart(8, '0');
}

export function isMobile(method: string): boolean {
  return /^(Mpesa|Airtel)/.test(method);
}

/** What a customer of this order would pay with. */
export function usualMethod({ payment_method, currency }: SandboxOrder): string {
  return payment_method ?? ({ KES: 'MpesaKE', UGX: 'AirtelUG' }[currency] || 'Visa');
}

function masked(phone: string): string {
  const number = phone.replace(/\D/g, '');
  return `${number.slice(0, 4)}xxx${number.slice(-5)}`;
}

/** The order without what became of it, which its charges do not inherit. */
function asOrdered({ payment, cancelledAt, ...order }: SandboxOrder) {
  return order;
}
