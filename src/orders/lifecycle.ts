// The table of what may follow what. Everything that changes an order's state goes through `nextState`.

/**
 * `sending`: written down, and the service's answer not known yet. `not_sent`: the service refused it or never had it.
 * `review`: money arrived, but not the amount or currency that was asked. `cancelled` is known here only:
 * the service goes on reporting pending (SPEC.md, States).
 */
export const ORDER_STATES = [
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
 * `accepted`, `refused`: how the service answered the order. `pending` to `reversed`: what its status record says now.
 * `cancelled`: it took our cancellation.
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
] as const;
export type OrderEventName = (typeof ORDER_EVENT_NAMES)[number];

const MONEY_IN = { completed: 'paid', completed_differently: 'review', reversed: 'reversed' } as const;

/** What is not named here changes nothing: paid is never undone by pending or failed. */
const TABLE: Record<OrderState, Partial<Record<OrderEventName, OrderState>>> = {
  sending: {
    ...MONEY_IN,
    accepted: 'pending',
    pending: 'pending',
    refused: 'not_sent',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  pending: { ...MONEY_IN, failed: 'failed', cancelled: 'cancelled' },
  // A failed order can still be paid later, and a cancelled one too, by a customer who was faster or stubborn.
  failed: { ...MONEY_IN, cancelled: 'cancelled' },
  cancelled: MONEY_IN,
  // The service has it after all: an answer that came too late to be heard.
  not_sent: { ...MONEY_IN, accepted: 'pending', pending: 'pending', failed: 'failed' },
  paid: { reversed: 'reversed' },
  review: { reversed: 'reversed', completed: 'paid' },
  reversed: {},
};

/** The state after `event`; the same state when the event changes nothing. */
export function nextState(state: OrderState, event: OrderEventName): OrderState {
  return TABLE[state][event] ?? state;
}

/** True while a payment may still be expected, so that the order is worth watching and can be cancelled. */
export function isOpen(state: OrderState): boolean {
  return state === 'sending' || state === 'pending' || state === 'failed';
}

/** True once money has arrived (and perhaps gone again). */
export function hasMoney(state: OrderState): boolean {
  return state === 'paid' || state === 'review' || state === 'reversed';
}
