// What the lines of the audit record are called, in the history of an order. Exhaustive by type.
import { counted } from '#lib/counted.ts';
import type { AuditLine, DeedName } from '#orders/audit-line.ts';

/** What follows "@amina", or "Teller". */
const DEED_TEXT = {
  asked: 'asked for the payment',
  sent_again: 'asked again, after an earlier order',
  asked_for_rest: 'asked for the rest of an earlier order',
  written_down: 'wrote down a payment made elsewhere',
  cancelled: 'cancelled it',
  cancelled_at_deadline: 'cancelled it, because its deadline was over',
  accepted_as_paid: 'accepted it as paid',
  approved: 'approved it',
  declined: 'declined it',
  withdrawn: 'withdrew the request',
  ran_out: 'ended the request, which was not approved and sent in time',
  lapsed: 'ended the request, which came to nothing',
  sent_now: 'sent it after a late approval',
  refund_asked: 'asked to pay it back',
  refund_requested: 'asked the payment service to pay it back',
  refund_answered: 'heard from the payment service',
  refund_ended: 'said what became of the refund',
  forgotten: 'erased the customer’s data',
  searched: 'searched by a customer’s data',
  exported_report: 'took a report',
  exported_audit: 'took the audit record',
  posted_report: 'posted a report',
  posted_payment: 'posted it in a channel',
  shared: 'took the link for the customer',
  receipt: 'took the receipt for the customer',
  switched_alerts: 'switched alerts',
  switched_digest: 'switched the digest',
  begun_bulk: 'asked for many payments with one file',
  stopped_bulk: 'stopped many payments of one file',
  changed_settings: 'changed the settings of a channel',
  refused: 'was refused',
} as const satisfies Record<DeedName, string>;

/** The same where the request was for a refund. */
const REFUND_TEXT: Readonly<Record<string, string>> = {
  approved: 'approved the refund',
  declined: 'declined the refund',
  withdrawn: 'withdrew the request to pay it back',
  ran_out: 'ended the request to pay it back, which nobody decided in time',
  lapsed: 'ended the request to pay it back, which came to nothing',
};

/** What came of a refund. */
const REFUND_OUTCOMES: Readonly<Record<string, string>> = {
  'once more': 'once more, because the answer was lost',
  received: 'it has received the request',
  received_before: 'somebody had asked for this before, not through Teller',
  refused: 'it refused',
  unknown: 'no answer settled it',
  paid_back: 'it was paid back',
  not_paid_back: 'it was not paid back',
};

/** What a link was taken as. */
const SHARED_AS: Readonly<Record<string, string>> = {
  whatsapp: 'as a text for WhatsApp',
  qr: 'as a QR code',
};

/** A later version of Teller may have written a deed that this one does not know. */
export function describeDeed({ deed, outcome }: Pick<AuditLine, 'deed' | 'outcome'>): string {
  const aboutRefund = outcome.startsWith('refund ') ? entryOf(REFUND_TEXT, deed) : undefined;
  const text = aboutRefund ?? entryOf(DEED_TEXT, deed) ?? deed.replaceAll('_', ' ');
  const as = deed === 'shared' ? entryOf(SHARED_AS, outcome) : undefined;
  if (as) return `${text} ${as}`;
  const result = deed.startsWith('refund_') ? entryOf(REFUND_OUTCOMES, outcome) : undefined;
  return result ? `${text}: ${result}` : text;
}

function entryOf(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

export const HISTORY_TEXT = {
  teller: 'Teller',
  operator: 'Whoever runs Teller',
  title: (reference: string) => `History of ${reference}`,
  /** What a screen reader hears, and a notification shows. */
  sentence: (reference: string, count: number, last: string) =>
    count === 0
      ? `The record has nothing about ${reference}.`
      : `History of ${reference}: ${counted(count, 'line')}; the last is “${last}”.`,
  charge:
    'The payment service reported this charge of a recurring link. Nobody at your place has done anything with it.',
  /** The order is older than the record. */
  before: 'What was done before Teller kept a record is not in it.',
  later: (count: number) =>
    `${counted(count, 'older line')} ${count === 1 ? 'is' : 'are'} left out. The audit report has all.`,
  damaged:
    'The record of this order cannot be read completely. Tell whoever runs Teller: npm run store -- verify says what is wrong.',
  unknown: 'Teller has no order with this reference. Check it, or search with the word find.',
  noWords: 'Write the reference of an order after the word history, or use History in the menu of its card.',
} as const;
