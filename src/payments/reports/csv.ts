// The money entries of a report as a CSV file, for the thread of a report.

import type { Money } from '#lib/money.ts';
import { maskPayer } from '#lib/msisdn.ts';
import { clockFace, shortDay } from '#lib/time.ts';
import { type AuditLine, TELLER } from '#orders/audit-line.ts';
import type { EntryKind, MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { ERASED } from '#orders/order-fields.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Payment } from '#orders/payment.ts';
import { nameOfMethod } from '#provider/methods.ts';
import type { AuditHead } from '#store/audit.ts';
import { type Cell, createCsvFile } from './csv-file.ts';
import { methodOf } from './totals.ts';

/** What a line is made of. */
export type CsvRow = {
  readonly entry: MoneyEntry;
  readonly order: Order;
  /** Only of a charge: the recurring order that it belongs to. */
  readonly parent: Order | undefined;
  /** A person's name by Slack id. */
  readonly nameOf: (person: string) => string;
  readonly cardUrl: string | undefined;
};

/** `timeZone`: in which days and times are written. */
export function createEntriesCsv({ timeZone, maxBytes }: { timeZone: string; maxBytes?: number }) {
  const timeOf = (at: number) => clockFace(at, timeZone);
  const titles = COLUMNS.map(([title, , isTime]) => (isTime ? `${title} (${timeZone})` : title));
  const file = createCsvFile(titles, maxBytes);
  return {
    add: (row: CsvRow) => file.add(COLUMNS.map(([, value]) => value({ ...row, timeOf }))),
    end: () => file.end(),
  };
}

type Row = CsvRow & { readonly timeOf: (at: number) => string };

const COLUMNS: readonly (readonly [title: string, value: (row: Row) => Cell, isTime?: true])[] = [
  ['Day', ({ entry }) => entry.day],
  ['Time', ({ entry, timeOf }) => timeOf(entry.at), true],
  ['Requested at', ({ order, timeOf }) => timeOf(order.createdAt), true],
  ['Currency', ({ entry }) => entry.money.currency],
  ['Requested', ({ entry, order }) => askedIn(entry.money.currency, order.amount)],
  ['Paid', ({ entry }) => entry.money],
  ['Kind', ({ entry }) => kindText(entry)],
  ['Method', ({ entry, order }) => nameOfMethod(methodOf(order, entry))],
  ['Code', (row) => paymentOf(row)?.confirmationCode ?? ''],
  ['Payer', (row) => unlessErased(row, maskPayer(paymentOf(row)?.payer ?? ''))],
  ['Reference', ({ order }) => order.chargeOf ?? order.reference],
  ['Tracking id', ({ order }) => order.provider.trackingId ?? ''],
  ['Account number', accountNumberOf],
  ['Agent', ({ order, nameOf }) => nameOf(order.agent)],
  ['Customer', (row) => unlessErased(row, customerOf(row.parent ?? row.order))],
  ['Description', ({ order }) => withoutOwnNumbers(order.description, order)],
  ['Cancelled or accepted by', ({ order, nameOf }) => namesOfEnding(order, nameOf)],
  ['Card', ({ cardUrl }) => cardUrl ?? ''],
];

function paymentOf({ entry, order }: Row): Payment | undefined {
  return order.payments?.[entry.payment];
}

const KIND_TEXT = {
  payment: 'Payment',
  charge: 'Recurring charge',
  reversal: 'Reversal',
  refund: 'Refund',
  correction: 'Correction',
} satisfies Record<EntryKind, string>;

function kindText({ kind, day, paidDay }: MoneyEntry): string {
  return paidDay === undefined ? KIND_TEXT[kind] : `${KIND_TEXT[kind]}, paid ${shortDay(paidDay, day)}`;
}

/** Amounts of one column are added up, so one of another currency is a text. */
function askedIn(currency: string, asked: Money): Cell {
  return asked.currency === currency ? asked : `${asked.currency} ${asked.amount}`;
}

/**
 * The subscriber's number of a recurring order, masked where it is the customer's phone number; else the number under which a prompt
 * can be paid by hand.
 */
function accountNumberOf({ order, parent }: Row): string {
  // A charge may be erased before the order that it belongs to.
  if (parent && order.erasedAt !== undefined) return parent.reference;
  const asked = parent ?? order;
  return withoutOwnNumbers(asked.recurring?.accountNumber ?? asked.provider.accountNumber ?? '', asked);
}

/** `text` names the customer, whose place stays, so that nobody takes the empty cell for a customer without a name. */
function unlessErased({ order, parent }: Row, text: string): string {
  return (order.erasedAt ?? parent?.erasedAt) === undefined ? text : ERASED;
}

function customerOf(order: Order): string {
  const { firstName, lastName } = order.customer;
  return withoutOwnNumbers([firstName, lastName].filter(Boolean).join(' '), order);
}

/** The Slack ids of who cancelled it and of who accepted another amount as payment in full. */
export function endedBy({ cancelledBy, acceptedBy }: Order): string[] {
  return [cancelledBy, acceptedBy].filter((who) => who !== undefined).filter((who) => who !== TELLER);
}

function namesOfEnding(order: Order, nameOf: (person: string) => string): string {
  const people = endedBy(order).map(nameOf);
  return [...(order.cancelledBy === TELLER ? [DEADLINE] : []), ...people].join(', ');
}

/** Who cancelled an order whose deadline was over. */
const DEADLINE = 'Teller (deadline)';

/** `timeZone`: in which the second column is. The third has the milliseconds that the hashes are made of. */
export function createAuditCsv({ timeZone }: { timeZone: string }) {
  const timeOf = (at: number) => clockFace(at, timeZone);
  const file = createCsvFile([
    'Number',
    `Time (${timeZone})`,
    'Time (ms)',
    'Who',
    'Name',
    'Action',
    'Order',
    'Outcome',
    'Hash',
  ]);
  return {
    /** `nameOf`: a person's name by Slack id. */
    add({ line, nameOf }: { line: AuditLine; nameOf: (person: string) => string }): void {
      const { seq, at, who, event, order = '', outcome, hash } = line;
      file.add([String(seq), timeOf(at), String(at), who, nameOf(who), event, order, outcome, hash]);
    },
    /** `head`: of the record at `now` (ms). */
    end: ({ count, hash }: AuditHead, now: number) =>
      file.end([String(count), timeOf(now), String(now), '', '', 'head', '', '', hash]),
  };
}
