// What people read about erasing a customer's data.
import { counted } from '#lib/text.ts';
import type { KeptBecause } from '#orders/forgetting.ts';

/** What an order has to wait for. */
const REASONS = {
  open: 'can still be paid',
  waiting: 'needs approval or isn’t sent yet: decline or withdraw it first',
  review: 'needs review: accept it as paid or refund it',
  refund: 'is being refunded',
  recurring: 'is recurring, with further charges',
  bulk: 'belongs to bulk requests that are still being sent',
} as const satisfies Record<KeptBecause, string>;

export function keptReason(because: KeptBecause): string {
  return REASONS[because];
}

/** `kept`, `files`: how many orders, and files of many customers, have to wait. */
export function forgottenSentence(erased: number, kept: number, files: number): string {
  const done =
    erased === 0
      ? 'Nothing was erased.'
      : `Erased the customer’s data from ${counted(erased, 'order')}. ${erased === 1 ? 'Its' : 'Their'} money stays in reports.`;
  if (kept + files === 0) return done;
  const all =
    kept === 0 ? 'Rows of a file' : counted(kept, 'order') + (files === 0 ? '' : ' and rows of a file');
  const they = kept === 1 && files === 0 ? 'it' : 'they';
  return `${done} ${all} can’t be erased yet. Try again when ${they} can:`;
}

/** When nothing of the customer can be erased now; as above. */
export function nothingYet(kept: number, files: number): string {
  if (kept + files === 0) return FORGET_TEXT.nothing;
  return kept === 0 ? FORGET_TEXT.rowsOnly : FORGET_TEXT.noneYet;
}

/** `first`, `last`: days, as people read them. */
export function whatWillBeErased(count: number, first: string, last: string): string {
  const days = first === last ? `of ${first}` : `of ${first} to ${last}`;
  return `This erases the customer’s name, number, email, description and account number from ${counted(count, 'order')} ${days}, from their cards and from Teller’s replies. Their receipt pages are deleted. You can’t undo this.`;
}

export const FORGET_TEXT = {
  title: 'Erase customer data',
  submit: 'Erase',
  close: 'Go back',
  open: 'Erase customer data',
  offer: 'You’ll see what would be erased before you confirm.',
  which: 'Add the customer’s phone number or email after “forget”.',
  notRead: 'That isn’t a phone number or email. Add one of them after “forget”, and nothing else.',
  whichCountry: 'That number fits several countries. Enter it with its country code, such as +254 or +256.',
  nothing: 'Nothing is stored under that number or email. If the customer has another one, try that too.',
  stays: 'Amounts, days, codes and references stay, so reports don’t change.',
  notYet: 'These can’t be erased yet:',
  noneYet: 'None of the customer’s orders can be erased yet:',
  rowsOnly: 'Only rows of a file name the customer. They can’t be erased yet:',
  until: 'until',
  untilSent: 'is being sent, until done or stopped',
  untilConfirmed: 'is unconfirmed, until',
  moreKept: (count: number) => `and ${count.toLocaleString('en')} more`,
  begun: 'Erasing has started. You’ll get a direct message when it’s done.',
  wait: 'One moment…',
  gone: 'This form was already sent, or is older than 15 minutes. If nothing was erased, use “forget” again.',
  cannot:
    'Not erased: files in Slack, people’s own messages and posts, search results in other threads and direct messages, backups (on Redis also the append-only file until it’s rewritten), and Pesapal’s records.',
} as const;
