// What people read about erasing a customer's data.
import { counted } from '#lib/counted.ts';
import type { KeptBecause } from '#orders/forgetting.ts';

/** What an order has to wait for. */
const REASONS = {
  open: 'can still be paid',
  waiting: 'waits for approval or to be sent: decline or withdraw it first',
  review: 'is under review: accept it as paid, or pay it back',
  refund: 'is being paid back',
  recurring: 'recurs, and so do its charges',
  bulk: 'belongs to a file that is still being sent',
} as const satisfies Record<KeptBecause, string>;

export function keptReason(because: KeptBecause): string {
  return REASONS[because];
}

/** `kept`, `files`: how many orders, and files of many customers, have to wait. */
export function forgottenSentence(erased: number, kept: number, files: number): string {
  const done =
    erased === 0
      ? 'Nothing was erased.'
      : `The customer’s data was erased from ${counted(erased, 'order')}. ${erased === 1 ? 'Its' : 'Their'} money stays in reports.`;
  if (kept + files === 0) return done;
  const all =
    kept === 0 ? 'Rows of a file' : counted(kept, 'order') + (files === 0 ? '' : ' and rows of a file');
  const they = kept === 1 && files === 0 ? 'it' : 'they';
  return `${done} ${all} cannot be erased yet. Do it again when ${they} can go:`;
}

/** When nothing of the customer can be erased now; as above. */
export function nothingYet(kept: number, files: number): string {
  if (kept + files === 0) return FORGET_TEXT.nothing;
  return kept === 0 ? FORGET_TEXT.rowsOnly : FORGET_TEXT.noneYet;
}

/** `first`, `last`: days, as people read them. */
export function whatWillBeErased(count: number, first: string, last: string): string {
  const days = first === last ? `of ${first}` : `of ${first} to ${last}`;
  return `The customer’s name, number and email address, the description and a subscriber’s account number are erased from ${counted(count, 'order')} ${days}: in Teller, on the cards and in Teller’s replies. The receipts’ pages go. This cannot be undone.`;
}

export const FORGET_TEXT = {
  title: 'Forget a customer',
  submit: 'Erase',
  close: 'Go back',
  open: 'Forget the customer',
  offer: 'Teller first shows what would be erased.',
  which: 'Write the customer’s phone number or email address after the word forget.',
  notRead:
    'This is no phone number and no email address. Write one of them after the word forget, and nothing else.',
  whichCountry:
    'Numbers of several countries are written like this. Write it with its country code, such as +254 or +256.',
  nothing:
    'Teller has nothing left about this number or address. If the customer is known by another one, try that as well.',
  stillIndexing:
    'Teller is still indexing older orders, and may not have found all. Do it again when the log says that they are indexed.',
  stays: 'Amounts, days, codes and references stay, so that reports remain as they were.',
  notYet: 'These cannot be erased yet:',
  noneYet: 'None of the customer’s orders can be erased yet:',
  rowsOnly: 'Only rows of a file name the customer, and these cannot be erased yet:',
  until: 'until',
  untilSent: 'is being sent, until that is done or stopped',
  untilConfirmed: 'waits to be confirmed, until',
  moreKept: (count: number) => `and ${count.toLocaleString('en')} more`,
  begun: 'The data is being erased. Teller tells you in your direct messages with it when that is done.',
  wait: 'One moment…',
  gone: 'This form was sent before, or is older than 15 minutes. If nothing was erased, write the word forget and the number or address again.',
  cannot:
    'What Teller cannot erase: files in Slack, what people have written or posted themselves, look-ups and lists in other threads and in direct messages, backups of the store, on Redis its append-only file until it is rewritten, and the payment service’s own record.',
} as const;
