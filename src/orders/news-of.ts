// The news that an event makes, told once in the order's thread. Part of events.ts. Pure.
import { sameMoney } from '#lib/money.ts';
import type { News } from './announcement.ts';
import { requestAfter } from './approval.ts';
import { changedIn, isOf } from './money-events.ts';
import type { Order } from './order.ts';
import type { OrderEvent } from './order-event.ts';
import { isStated, type Payment } from './payment.ts';
import { excessOf, paidFor, refundedOf, standing } from './payments.ts';

/** `before` and `after` the event, which happened at `at` (ms). Undefined when nobody need be told. */
export function newsOf(before: Order, after: Order, event: OrderEvent, at: number): News | undefined {
  const { kind, state: previousState } = before;
  switch (event.event) {
    case 'completed':
      return paymentNews(before, after);
    case 'reversed':
    case 'paid_back': {
      const payment = changedIn(before, after);
      const refunded = payment && refundedOf(before, payment);
      return {
        kind: 'reversed',
        payment,
        ...othersOf(after, payment),
        ...(payment ? {} : { isUnclear: true }),
        ...(refunded ? { refunded } : {}),
        ...(isOf(before.refund, payment) && before.refund.status === 'not_paid_back'
          ? { isUnexpected: true }
          : {}),
        ...(event.event === 'paid_back' ? { by: event.by } : {}),
      };
    }
    case 'approved':
    case 'approval_declined':
    case 'approval_withdrawn':
    case 'approval_ran_out': {
      const approval = before.approval && requestAfter(before.approval, event, at);
      return approval && { kind: 'approval_decided', approval };
    }
    case 'sent_now':
      return undefined;
    case 'failed':
      return { kind: 'failed', failure: event.failure };
    case 'refused':
      // Teller creates a charge when a notification names one, so no agent waits for it.
      return kind === 'charge' ? undefined : { kind: 'not_sent', failure: event.failure };
    case 'cancelled':
      return { kind: 'cancelled', by: event.by };
    case 'accepted_as_paid': {
      const paid = paidFor(before);
      return { kind: 'accepted_as_paid', by: event.by, ...(paid ? { paid } : {}) };
    }
    case 'balance_paid': {
      const tooMuch = excessOf(after);
      if (after.state === previousState && !tooMuch) return undefined;
      const { by, brought, balancePayment: payment } = event;
      return { kind: 'balance_paid', by, payment, brought, ...(tooMuch ? { tooMuch } : {}) };
    }
    case 'balance_returned':
      if (after.state === previousState) return undefined;
      return {
        kind: 'balance_returned',
        by: event.by,
        ...(after.state === 'paid' ? { isEnough: true } : {}),
      };
    case 'accepted':
    case 'pending':
      // The card already shows pending, so post nothing, unless the submit response was lost or the order was marked
      // not_sent. Never for charges.
      if (kind === 'charge') return undefined;
      return before.outcomeUnknownAt === undefined && previousState === 'sending'
        ? undefined
        : { kind: 'order_found' };
  }
}

/** Undefined when only the code of a known payment is new. */
function paymentNews(before: Order, after: Order): News | undefined {
  const payment = changedIn(before, after);
  const known = payment && before.payments?.[after.payments?.indexOf(payment) ?? -1];
  if (!payment || (known && sameMoney(known.paid, payment.paid) && known.isDoubtful === payment.isDoubtful))
    return undefined;
  const about = {
    previousState: before.state,
    ...othersOf(after, payment),
    ...(known?.paid && !known.isDoubtful ? { before: known.paid } : {}),
  };
  return after.state === 'paid' && isStated(payment)
    ? { kind: 'paid', payment, ...about }
    : { kind: 'review', payment, ...about };
}

/** The other payments that stand beside it; none where it is the only one. */
function othersOf(order: Order, payment: Payment | undefined): { others?: readonly Payment[] } {
  const others = standing(order).filter((other) => other !== payment);
  return others.length > 0 ? { others } : {};
}
