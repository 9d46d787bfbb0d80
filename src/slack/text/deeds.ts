// The lines of an order's history: what people did, by the names of the audit record, and what happened to the money.
import { counted } from '#lib/text.ts';
import { type AuditLine, type DeedName, TELLER } from '#orders/audit-line.ts';

/** What follows "@amina"; a line of Teller's begins with it. */
const DEED_TEXT = {
  asked: 'requested this payment',
  sent_again: 'sent this again after an earlier order',
  asked_for_rest: 'requested the remaining amount of an earlier order',
  written_down: 'recorded an external payment',
  cancelled: 'cancelled this',
  cancelled_at_deadline: 'cancelled this at its deadline',
  accepted_as_paid: 'accepted this as paid',
  approved: 'approved this',
  declined: 'declined this',
  withdrawn: 'withdrew the request',
  ran_out: 'closed the request: not approved and sent in time',
  lapsed: 'closed the request: nothing left to approve',
  sent_now: 'sent this after a late approval',
  refund_asked: 'requested a refund',
  refund_requested: 'requested the refund from Pesapal',
  refund_answered: 'received Pesapal’s answer to the refund request',
  refund_ended: 'closed the refund',
  forgotten: 'erased the customer’s data',
  searched: 'searched by a customer’s data',
  exported_report: 'exported a report',
  exported_audit: 'exported the audit record',
  posted_report: 'posted a report',
  posted_payment: 'posted this',
  shared: 'shared the link',
  receipt: 'opened the receipt to send it',
  checked: 'checked this',
  switched_alerts: 'changed alerts',
  switched_digest: 'changed the digest',
  begun_bulk: 'started bulk requests',
  stopped_bulk: 'stopped bulk requests',
  changed_settings: 'changed the channel defaults',
  refused: 'was refused: no permission',
} as const satisfies Record<DeedName, string>;

/** The same where the request is for a refund. */
const REFUND_TEXT: Readonly<Record<string, string>> = {
  approved: 'approved the refund',
  declined: 'declined the refund',
  withdrawn: 'withdrew the refund request',
  ran_out: 'closed the refund request: not approved in time',
  lapsed: 'closed the refund request: nothing left to refund',
};

/** The same where the outcome says more, by event and outcome. */
const OUTCOME_TEXT: Readonly<Record<string, string>> = {
  'shared whatsapp': 'shared the link by WhatsApp',
  'shared qr': 'shared the link as a QR code',
  'refund_requested once more': 'requested the refund from Pesapal again, because the first answer was lost',
  'refund_answered received': 'Pesapal received the refund request',
  'refund_answered received_before': 'someone already requested this refund outside Teller',
  'refund_answered refused': 'Pesapal refused the refund',
  'refund_answered unknown': 'no answer from Pesapal about the refund',
  'refund_ended paid_back': 'marked this as refunded',
  'refund_ended not_paid_back': 'marked this as not refunded',
};

export function describeDeed({ who, deed, outcome }: Pick<AuditLine, 'who' | 'deed' | 'outcome'>): string {
  const aboutRefund = outcome.startsWith('refund ') ? entryOf(REFUND_TEXT, deed) : undefined;
  const text = aboutRefund ?? entryOf(OUTCOME_TEXT, `${deed} ${outcome}`) ?? DEED_TEXT[deed];
  return who === TELLER ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function entryOf(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

export const HISTORY_TEXT = {
  operator: 'Whoever runs Teller',
  title: (reference: string) => `History of ${reference}`,
  /** For screen readers and notifications. */
  sentence: (reference: string, count: number, last: string) =>
    count === 0
      ? `Nothing has happened to ${reference} yet.`
      : `History of ${reference}: ${counted(count, 'line')}. Latest: ${last}.`,
  promptSent: (number: string, method: string) => `Prompt sent to ${number} by ${method}`,
  linkCreated: 'Payment link created',
  noAnswer: 'No answer from Pesapal',
  noPin: 'No PIN yet',
  notPaid: 'Not paid:',
  notSent: 'Not sent:',
  paid: (money: string, method: string) => `Paid ${money} by ${method}`,
  doubtful: (money: string, method: string) => `Failed with a receipt for ${money} by ${method}`,
  unstated: 'An unstated amount',
  refunded: (money: string) => `Refunded ${money}`,
  resentAs: 'sent this again as',
  balanceRequestedAs: 'requested the remaining amount as',
  charges: (count: number, total: string) => `${counted(count, 'later charge')} paid, ${total} in all`,
  checksEnded: 'Checks ended without a payment',
  checked: (count: number) => `Checked ${count} times, last`,
  earlier: (count: number) => `${counted(count, 'earlier line')} ${count === 1 ? 'isn’t' : 'aren’t'} shown.`,
  damaged: 'Part of this history can’t be read. Contact whoever runs Teller.',
  unknown: 'There’s no order with this reference. Check it, or search for something else with “find”.',
  noWords: 'Add the order’s reference after “history”, or choose History in the menu of its card.',
} as const;
