// The sentences of cancelling, help and words that are no subcommand. Exhaustive by type.

import { maskNumbers } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Reference } from '#orders/reference.ts';
import { canStillBePaid } from '#orders/successor.ts';
import type { CancelResult } from '#payments/ordering/cancel.ts';
import type { OtherTransaction } from '#payments/status/find.ts';
import { plain, serviceWords, shorten } from './escape.ts';
import { serviceSays } from './orders.ts';

/** In a form's place until its outcome is there. */
const WAIT = 'One moment…';

const CANCELLED = {
  cancelled: 'Cancelled.',
  already_cancelled: 'This order is already cancelled.',
  too_late: 'Too late to cancel: money has already arrived. See the card.',
  never_sent: 'This order was never sent, so there’s nothing to cancel.',
  waits: 'This order needs approval and isn’t sent yet. Its requester can withdraw it.',
  not_yet: 'Pesapal hasn’t confirmed this order yet. Try again in a minute.',
  being_cancelled:
    'This order is being cancelled. If its card doesn’t show that in a minute, cancel it again.',
  refused: 'Pesapal didn’t cancel this order. Press Check now on its card, then try again.',
  unknown_order: 'There’s no order with this reference. You can only cancel orders made in Slack.',
} satisfies Record<CancelResult['status'], string>;

/** In the place of `waits`. */
const APPROVED_LATE = 'This order is approved and not sent yet. Its requester can withdraw it.';

/** How cancelling ended; when the service refused, with its own explanation. */
export function describeCancel(result: CancelResult): string {
  const serviceText = result.status === 'refused' ? serviceWords(result.serviceMessage, 200) : '';
  const successor = 'order' in result ? result.order.successor : undefined;
  return [
    result.status === 'waits' && waitsToBeSent(result.order) ? APPROVED_LATE : CANCELLED[result.status],
    ...(serviceText ? [serviceSays(serviceText)] : []),
    ...(successor && canStillBePaid(successor)
      ? [`Its resend ${successor.reference} can still be paid.`]
      : []),
  ].join(' ');
}

export const OUTCOMES = {
  pending: 'Waiting for payment',
  completed: 'Paid',
  failed: 'Not paid',
  reversed: 'Refunded',
  unknown: 'Pesapal doesn’t say whether it’s paid',
} satisfies Record<OtherTransaction['outcome'], string>;

export const CANCEL_TEXT = {
  wait: WAIT,
  notKnown: 'Couldn’t confirm the cancellation. If its card doesn’t show it in a minute, cancel it again.',
  /** Before a cancel is confirmed. */
  tellCustomer:
    'Ask the customer not to pay it. If a payment still arrives, you’ll see it in the card’s thread.',
  notAReference:
    'A reference has at most 50 letters, digits, - _ . or :, without spaces. Use “find” to search for anything else.',
  noneOpen: 'You have no open orders to cancel.',
  open: 'Which order do you want to cancel?',
} as const;

export const HELP_TEXT = {
  start: 'What would you like to do? Press a button or type:',
  more: 'More',
  inThreads: 'In a thread, mention me instead: `@Teller status`. In a direct message, just type the words.',
} as const;

export const WORDS_TEXT = {
  /** A message gives Teller no way to open a form by itself. */
  formOffer: 'Press the button within 15 minutes to open the form, filled in with your words.',
  emptyFormOffer: 'Press the button to open the form.',
  gone: 'Your words were only kept for 15 minutes. Please enter them again.',
  unknown: (word: string) => `I don’t know “${shorten(plain(word), 40)}”.`,
  /** Shows the first word alone, because others may read the button, and the rest may name a customer. */
  search(typed: string): string {
    const [first = '', ...others] = maskNumbers(plain(typed)).split(' ');
    return `Search for “${shorten(first, 40)}${others.length > 0 ? ' …' : ''}”`;
  },
} as const;

/** Why a workflow's step that should hand on a link fails. */
export function noLinkForStep(reference: Reference): string {
  return `Pesapal gave no link for ${reference}. See the order’s card.`;
}
