// What an event about money makes of an order's payments, and of the state that follows from them. Part of events.ts. Pure.
import { sameMoney } from '#lib/money.ts';
import { type Approval, decidedAs } from './approval.ts';
import { nextState } from './lifecycle.ts';
import type { Order } from './order.ts';
import type { OrderEvent } from './order-event.ts';
import { isSameCode, isStated, type Payment } from './payment.ts';
import { moneyState, standing, withoutDoubt, withPaid, withReversal } from './payments.ts';
import { mayBeCarriedOut, needsChecks, type Refund } from './refund.ts';

const MONEY_EVENTS: ReadonlySet<OrderEvent['event']> = new Set([
  'completed',
  'reversed',
  'paid_back',
  'accepted_as_paid',
  'balance_paid',
  'balance_returned',
]);

/** Undefined for an event that is not about money. The same order when nothing changes. */
export function moneyAfter(order: Order, event: OrderEvent, at: number): Order | undefined {
  if (!MONEY_EVENTS.has(event.event)) return undefined;
  const changed = withMoney(order, event, at);
  const transition = moneyState(changed);
  if (changed === order || !transition) return order;
  const state = nextState(order.state, transition);
  // While it waits for approval, what the provider says under its reference cannot be about it.
  return state === transition ? { ...changed, state } : order;
}

function withMoney(order: Order, event: OrderEvent, at: number): Order {
  const { payments = [], refund } = order;
  switch (event.event) {
    case 'completed': {
      const after = withPaid(payments, event.payment);
      return after === payments ? order : withPayments(order, after);
    }
    case 'reversed': {
      const after = withReversal(payments, event.payment, at);
      if (after === payments) return order;
      if (after) return withoutReversed(order, after, at);
      const { acceptedBy: _, ...known } = order;
      return order.unclearReversalAt === undefined ? { ...known, unclearReversalAt: at } : order;
    }
    case 'paid_back': {
      const after = payments.map((payment) =>
        isOf(refund, payment) && payment.reversedAt === undefined ? { ...payment, reversedAt: at } : payment,
      );
      const changed = withoutReversed(order, after, at);
      return { ...changed, ...(changed.refund && { refund: { ...changed.refund, endedBy: event.by } }) };
    }
    case 'accepted_as_paid': {
      if (order.state !== 'review') return order;
      return { ...order, acceptedBy: event.by, payments: withoutDoubt(payments) };
    }
    case 'balance_paid':
    case 'balance_returned': {
      const { balanceBrought, ...rest } = order;
      if (sameMoney(balanceBrought, event.brought) || order.state === 'reversed') return order;
      return event.brought ? { ...order, balanceBrought: event.brought } : rest;
    }
    default:
      return order;
  }
}

/** Whoever accepted something else as paid in full has accepted what had come until then, though it may not have been known how much. */
function withPayments(order: Order, payments: readonly Payment[]): Order {
  const { acceptedBy: _, ...rest } = order;
  const isAsAccepted = payments.every((payment, place) => {
    const known = order.payments?.[place];
    if (!known || known.reversedAt !== payment.reversedAt) return false;
    return !isStated(known) || sameMoney(known.paid, payment.paid);
  });
  const isKept = isAsAccepted || standing({ payments }).length === 0;
  return isKept ? { ...order, payments } : { ...rest, payments };
}

/** `payments`: with one more that was reversed; a refund that was asked for may be that. */
function withoutReversed(order: Order, payments: readonly Payment[], at: number): Order {
  const { unclearReversalAt: _, ...known } = withPayments(order, payments);
  const reversed = changedIn(order, { payments });
  return isOf(order.refund, reversed)
    ? { ...known, ...withoutRequest(order, at), ...refundAfter(order) }
    : known;
}

/** The payment that is new, or not as it was. */
export function changedIn(before: Pick<Order, 'payments'>, { payments = [] }: Pick<Order, 'payments'>) {
  return payments.find((payment, index) => payment !== before.payments?.[index]);
}

export function isOf(refund: Refund | undefined, payment: Payment | undefined): refund is Refund {
  return (
    refund !== undefined &&
    payment !== undefined &&
    isSameCode(refund.confirmationCode, payment.confirmationCode)
  );
}

/** What was to be approved came to nothing. */
export function withoutRequest({ approval }: Order, at: number): { approval?: Approval } {
  return approval?.state === 'open' ? { approval: decidedAs(approval, 'lapsed', at) } : {};
}

/** What becomes of a refund when its payment went back. */
function refundAfter({ refund }: Order): { refund?: Refund } {
  if (!refund) return {};
  if (mayBeCarriedOut(refund) || needsChecks(refund)) {
    // The provider says it now, whatever an approver said before.
    const { endedBy: _by, endedAt: _at, ...carriedOut } = refund;
    return { refund: { ...carriedOut, status: 'paid_back' } };
  }
  const isUnasked = refund.status === 'waiting' || refund.status === 'approved';
  return isUnasked ? { refund: { ...refund, status: 'not_asked' } } : {};
}
