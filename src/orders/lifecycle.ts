// An order's states, and the table of what leads from which state to which. Every change of an order's state goes
// through `nextState` (orders/events.ts).

/**
 * `waiting`: for approval; the provider has heard nothing. `sending`: saved, and not answered by the provider yet. `not_sent`: it
 * was not approved, or the provider refused it or never had it. `review`: money arrived, but in all another amount or currency
 * than the order's. `cancelled`: by us; the provider goes on reporting such an order as pending (SPEC.md, States).
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
 * `accepted`, `refused`: the provider's answer to the order's request. `pending`, `failed`: what its transaction record says.
 * `paid`, `review`, `reversed`: what the order's payments come to (moneyState, payments.ts), whatever happened to them.
 * `cancelled`: it accepted our cancellation. `approved` to `approval_ran_out`: what became of the request to approve the order.
 * `sent_now`: its asker sends a prompt that was approved late.
 */
export const TRANSITIONS = [
  'accepted',
  'refused',
  'pending',
  'failed',
  'paid',
  'review',
  'reversed',
  'cancelled',
  'approved',
  'approval_declined',
  'approval_withdrawn',
  'approval_ran_out',
  'sent_now',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

export function isTransition(name: string): name is Transition {
  return TRANSITIONS.some((known) => known === name);
}

const MONEY = { paid: 'paid', review: 'review', reversed: 'reversed' } as const;

/** What is missing for a state changes nothing there: a paid order stays paid after pending or failed. */
const TABLE: Record<OrderState, Partial<Record<Transition, OrderState>>> = {
  // What the provider says under this order's reference cannot be about it.
  waiting: {
    approved: 'sending',
    sent_now: 'sending',
    refused: 'not_sent',
    approval_declined: 'not_sent',
    approval_withdrawn: 'not_sent',
    approval_ran_out: 'not_sent',
  },
  sending: {
    ...MONEY,
    accepted: 'pending',
    pending: 'pending',
    refused: 'not_sent',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  pending: { ...MONEY, failed: 'failed', cancelled: 'cancelled' },
  // The provider lets customers pay a failed order on a second try, and a cancelled one if they were faster.
  failed: { ...MONEY, cancelled: 'cancelled' },
  cancelled: MONEY,
  // The provider has it after all: its answer was lost and a later check found the order.
  not_sent: { ...MONEY, accepted: 'pending', pending: 'pending', failed: 'failed' },
  paid: MONEY,
  review: MONEY,
  reversed: MONEY,
};

/** The state after `transition`; the same state when it changes nothing there. */
export function nextState(state: OrderState, transition: Transition): OrderState {
  return TABLE[state][transition] ?? state;
}

/** True when something leads from the one state to the other. */
export function leadsTo(from: OrderState, to: OrderState): boolean {
  return Object.values(TABLE[from]).includes(to);
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
 * checks by itself, or when the provider has not answered its request for as long. It can still be paid.
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

/** True once money has arrived, even if it was paid back since. Reports find orders by it (store/orders.ts). */
export function wasPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'review' || state === 'reversed';
}
