// An order's states, and the table of which event leads from which state to which. Every change of an order's state goes
// through `nextState` (orders/events.ts).

/**
 * `waiting`: for approval; the service has heard nothing. `sending`: saved, and not answered by the service yet. `not_sent`: it
 * was not approved, or the service refused it or never had it. `review`: money arrived, but in another amount or currency than
 * the order's. `cancelled`: by us; the service goes on reporting such an order as pending (SPEC.md, States).
 */
export const ORDER_STATES = [
  'waiting',
  'sending',
  'pending',
  'paid',
  'review',
  'failed',
  'cancelled',
  'reversed',
  'not_sent',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * `accepted`, `refused`: the service's answer to the order's request. `pending` to `reversed`: what its transaction
 * record says; `completed_differently`: with another amount or currency. `cancelled`: it accepted our cancellation.
 * `accepted_as_paid`: a person took another amount as payment in full. `rest_paid`: another order brought the rest.
 * `rest_gone_back`: what that one brought went back.
 * `approved` to `approval_ran_out`: what became of the request to approve the order. `sent_now`: its asker sends a prompt that
 * was approved late. `paid_back`: an approver says that a refund was carried out.
 */
export const ORDER_EVENT_NAMES = [
  'accepted',
  'refused',
  'pending',
  'completed',
  'completed_differently',
  'failed',
  'reversed',
  'cancelled',
  'accepted_as_paid',
  'rest_paid',
  'rest_gone_back',
  'approved',
  'approval_declined',
  'approval_withdrawn',
  'approval_ran_out',
  'sent_now',
  'paid_back',
] as const;
export type OrderEventName = (typeof ORDER_EVENT_NAMES)[number];

const MONEY_EVENTS = { completed: 'paid', completed_differently: 'review', reversed: 'reversed' } as const;

/** An event that is missing for a state changes nothing there: a paid order stays paid after pending or failed. */
const TABLE: Record<OrderState, Partial<Record<OrderEventName, OrderState>>> = {
  // What the service says under this order's reference cannot be about it.
  waiting: {
    approved: 'sending',
    sent_now: 'sending',
    refused: 'not_sent',
    approval_declined: 'not_sent',
    approval_withdrawn: 'not_sent',
    approval_ran_out: 'not_sent',
  },
  sending: {
    ...MONEY_EVENTS,
    accepted: 'pending',
    pending: 'pending',
    refused: 'not_sent',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  pending: { ...MONEY_EVENTS, failed: 'failed', cancelled: 'cancelled' },
  // The service lets customers pay a failed order on a second try, and a cancelled one if they were faster.
  failed: { ...MONEY_EVENTS, cancelled: 'cancelled' },
  cancelled: MONEY_EVENTS,
  // The service has it after all: its answer was lost and a later check found the order.
  not_sent: { ...MONEY_EVENTS, accepted: 'pending', pending: 'pending', failed: 'failed' },
  paid: { reversed: 'reversed', paid_back: 'reversed', rest_gone_back: 'review' },
  review: {
    reversed: 'reversed',
    paid_back: 'reversed',
    completed: 'paid',
    accepted_as_paid: 'paid',
    rest_paid: 'paid',
  },
  reversed: {},
};

/** The state after `event`; the same state when the event changes nothing there. */
export function nextState(state: OrderState, event: OrderEventName): OrderState {
  return TABLE[state][event] ?? state;
}

/** The events that lead from one state to the other; none when no event does. */
export function eventsBetween(from: OrderState, to: OrderState): OrderEventName[] {
  return ORDER_EVENT_NAMES.filter((event) => TABLE[from][event] === to);
}

/** True while the customer may still pay and the order can be cancelled. */
export function isOpen(state: OrderState): boolean {
  return state === 'sending' || state === 'pending' || state === 'failed';
}

/** True while somebody may still have to do with it: it waits for approval, or is open. */
export function isUnderWay(state: OrderState): boolean {
  return state === 'waiting' || isOpen(state);
}

/**
 * True when the customer has not answered a prompt while the phone asked for the PIN, or an order for as long as Teller
 * checks by itself, or when the service has not answered its request for as long. It can still be paid.
 */
export function isUnanswered(order: {
  readonly state: OrderState;
  readonly noPinAt?: number;
  readonly checksEndedAt?: number;
}): boolean {
  const { state, noPinAt, checksEndedAt } = order;
  if (state === 'sending') return checksEndedAt !== undefined;
  return state === 'pending' && (noPinAt !== undefined || checksEndedAt !== undefined);
}

/** True once money has arrived, even if it was paid back since. Reports find orders by it (store/found-by.ts). */
export function wasPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'review' || state === 'reversed';
}
