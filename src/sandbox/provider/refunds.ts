// Refunds: requests for them, which only wait, and the operator who carries them out or turns them down
// (PROVIDER-FACTS, Refund).

import { type Answer, cancellationShape } from './answers.ts';
import { type Customer, isMobile } from './customer.ts';
import type { Call } from './gate.ts';
import { type OrderBook, paymentWith, type SandboxOrder, type SandboxPayment } from './orders.ts';

export type SandboxRefund = {
  readonly confirmation_code: string;
  /** In the payment's currency. */
  readonly amount: number;
  readonly currency: string;
  readonly username: string;
  readonly remarks: string;
  /** Of the payment that is to be paid back. */
  readonly order_tracking_id: string;
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly state: 'waiting' | 'approved' | 'rejected';
};

/** The operator's side. Each throws when there is no request for this payment, or when it is decided already. */
export type Operator = {
  /**
   * The money goes back: the record becomes REVERSED and the merchant is notified. `isShown: false`: the record stays as it
   * was, which is how a refund in part may end.
   */
  approve(confirmationCode: string, how?: { notify?: boolean; isShown?: boolean }): Promise<void>;
  /** Nothing but the request changes, and nobody is notified. */
  reject(confirmationCode: string): void;
};

export function createRefunds(deps: { orders: OrderBook; customer: Customer; now: () => number }) {
  const { orders, customer, now } = deps;
  const requests = new Map<string, SandboxRefund>();

  /** Money that went back without the operator has carried the request out as well. */
  function asItStands(request: SandboxRefund): SandboxRefund {
    const order = orders.withTrackingId(request.order_tracking_id);
    const isReversed = order && paymentWith(order, request.confirmation_code)?.status_code === 3;
    return isReversed ? { ...request, state: 'approved' } : request;
  }

  function decide(code: string, state: 'approved' | 'rejected'): SandboxRefund {
    const request = requests.get(code);
    if (!request) throw new Error(`Nobody has requested a refund of ${code}`);
    const { state: before } = asItStands(request);
    if (before !== 'waiting') throw new Error(`The refund of ${code} is ${before} already`);
    requests.set(code, { ...request, state });
    return request;
  }

  const operator: Operator = {
    async approve(confirmationCode, { notify = true, isShown = true } = {}) {
      const { order_tracking_id } = decide(confirmationCode, 'approved');
      if (isShown) await customer.reverse(order_tracking_id, { confirmation_code: confirmationCode, notify });
    },
    reject(confirmationCode) {
      decide(confirmationCode, 'rejected');
    },
  };

  return {
    operator,
    /** Oldest first. */
    refunds: (): readonly SandboxRefund[] => [...requests.values()].map(asItStands),

    /** POST /Transactions/RefundRequest. One request for each payment, whatever becomes of it. */
    requestRefund({ fields }: Call): Answer {
      const code = String(fields.confirmation_code);
      const order = orders.paidWith(code);
      if (requests.has(code)) return refused('Refund request has been received already');
      const payment = order && paymentWith(order, code);
      const [username, remarks] = [textIn(fields.username), textIn(fields.remarks)];
      if (!order || payment?.status_code !== 1 || !username || !remarks)
        return refused('Invalid refund request. Please check your transaction details');
      const amount = amountIn(fields.amount);
      if (amount === undefined || !isPossible(amount, payment))
        return refused('Invalid amount provided. Please check your transaction details');
      requests.set(code, {
        ...asPaid(order, payment),
        amount,
        username,
        remarks,
        at: now(),
        state: 'waiting',
      });
      return cancellationShape('200', 'Refund request successfully');
    },
  };
}

function asPaid({ order_tracking_id, id }: SandboxOrder, { confirmation_code, currency }: SandboxPayment) {
  return { order_tracking_id, id, confirmation_code, currency };
}

/** Never more than was paid; mobile money in full only. */
function isPossible(amount: number, payment: SandboxPayment): boolean {
  if (isMobile(payment.payment_method)) return amount === payment.amount;
  return amount > 0 && amount <= payment.amount;
}

/** A number, as it is documented, or a decimal in text, as it is shown. */
function amountIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function refused(message: string): Answer {
  return cancellationShape('500', message);
}
