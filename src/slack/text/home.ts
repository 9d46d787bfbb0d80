// The sentences of Home and of the lists of one's own orders.
import type { OrderState } from '#orders/lifecycle.ts';

export const HOME_TEXT = {
  start: 'What would you like to do?',
  open: 'Your open orders',
  recent: 'How your last orders ended',
  noneOpen: 'You have no open orders. What you send next stands here until it is paid.',
  noneRecent: 'Nothing has ended yet. Once an order is paid or cancelled, you will see it here.',
  sendPrompt: 'Send a PIN prompt',
  createLink: 'Create a payment link',
  lookUp: 'Look up a payment',
  more: 'More',
  noMore: 'There are no more open orders: the others have ended since.',
} as const;

/** The emoji before an ended order in a list. */
export const OUTCOME_MARKS = {
  sending: '',
  pending: '',
  failed: '',
  paid: ':white_check_mark: ',
  review: ':warning: ',
  reversed: ':warning: ',
  cancelled: '',
  not_sent: '',
} satisfies Record<OrderState, string>;

/** `isCounted`: false when the store was not asked for all of them, so there may be more. */
export function moreOpen(count: number, isCounted: boolean): string {
  return `… and ${isCounted ? '' : 'at least '}${count} more.`;
}
