// The sentences of tasks: cancelling, finding a payment, sending again, help. Exhaustive by type.
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
  too_late: 'Too late to cancel: money has already arrived. The card shows how it stands.',
  never_sent: 'This order was never sent, so there is nothing to cancel.',
  waits:
    'This order waits for approval, and nothing has been sent. Whoever asked for it can withdraw the request.',
  not_yet:
    'The payment service has not confirmed this order yet, so it cannot be cancelled yet. Try again in a minute.',
  being_cancelled:
    'This order is being cancelled, and the payment service has not answered yet. If its card does not say in a minute that it is cancelled, cancel it again; that does no harm.',
  refused: 'The payment service did not cancel it. Press Check now on its card, then try again.',
  unknown_order:
    'Teller has no order with this reference. Only orders made with Teller can be cancelled here.',
} satisfies Record<CancelResult['status'], string>;

/** In the place of `waits`. */
const APPROVED_LATE = 'This order was approved, and is not sent yet. Whoever asked for it can withdraw it.';

/** How cancelling ended; when the service refused, with its own explanation. */
export function describeCancel(result: CancelResult): string {
  const serviceText = result.status === 'refused' ? serviceWords(result.serviceMessage, 200) : '';
  const successor = 'order' in result ? result.order.successor : undefined;
  return [
    result.status === 'waits' && waitsToBeSent(result.order) ? APPROVED_LATE : CANCELLED[result.status],
    ...(serviceText ? [serviceSays(serviceText)] : []),
    ...(successor && canStillBePaid(successor)
      ? [`${successor.reference}, made from this order, can still be paid.`]
      : []),
  ].join(' ');
}

export const OUTCOMES = {
  pending: 'Waiting for payment',
  completed: 'Paid',
  failed: 'Not paid',
  reversed: 'Paid back to the customer',
  unknown: 'The payment service does not say how it stands',
} satisfies Record<OtherTransaction['outcome'], string>;

export const CANCEL_TEXT = {
  wait: WAIT,
  notKnown:
    'It is not certain that the order is cancelled. If its card does not say so in a minute, cancel it again; that does no harm.',
  /** Before a cancel is confirmed. */
  tellCustomer:
    'Tell the customer not to pay it any more. If it is paid all the same, you will hear of it in the card’s thread.',
  notAReference:
    'A reference has at most 50 letters, digits, - _ . or :, without spaces. “find” lists the orders that fit other words.',
  noneOpen: 'You have no open orders to cancel.',
  open: 'Which of your open orders do you want to cancel?',
} as const;

export const WORDS_TEXT = {
  /** A message gives Teller no way to open a form by itself. */
  formOffer: 'Press the button to open the form. For 15 minutes it comes filled in with your words.',
  emptyFormOffer: 'Press the button to open the form.',
  open: { prompt: 'Send a PIN prompt', link: 'Create a payment link' },
  gone: 'Teller keeps the words of a message for 15 minutes, and they are over. Please fill in the form.',
  lookUp: 'Look it up',
  unknown: (word: string) => `“${shorten(plain(word), 40)}” is not one of Teller’s words.`,
  nearest: (word: string) => `Did you mean “${word}”?`,
  /** `help`: what to type for help here, such as "/pay help". */
  help: (help: string) => `“${help}” shows what Teller can do.`,
} as const;

/** To make one takes longer than all else in an answer of help. */
const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What a screen reader hears of help. `command`: what the merchant calls it, such as "/pay"; '' where words work without it. */
export function helpSentence(help: {
  words: readonly string[];
  command: string;
  buttons: readonly string[];
}): string {
  const { words, command, buttons } = help;
  const behind = command && ` after ${command}`;
  const [all, presses] = [AND.format(words), OR.format(buttons)];
  return `Teller knows ${words.length} words: ${all}. Type one${behind}, or press a button: ${presses}.`;
}

/** Why a workflow's step that should hand on a link fails. */
export function noLinkForStep(reference: Reference): string {
  return `The payment service has given no link for ${reference}. The order’s card shows how it stands.`;
}
