// The money entries of a report as a CSV file (RFC 4180), for slack/tasks/report.ts. UTF-8 with a byte order mark, which
// spreadsheets need, and without cells that a spreadsheet would take for a formula.
import { shortDay } from '#lib/days.ts';
import type { Money } from '#lib/money.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import type { EntryKind, MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
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

export type EntriesCsv = {
  /** Adds a line. Once the file is full, this and all further entries are only counted. */
  add(row: CsvRow): void;
  /** The file with its `rows` entries, and how many later ones were `leftOut`. */
  end(): { readonly content: Buffer; readonly rows: number; readonly leftOut: number };
};

/** About a hundred thousand entries, which fit into memory and which Slack accepts in a few seconds. */
const MAX_BYTES = 20 * 1024 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;

/** `timeZone`: in which days and times are written. */
export function createEntriesCsv({
  timeZone,
  maxBytes = MAX_BYTES,
}: {
  timeZone: string;
  maxBytes?: number;
}): EntriesCsv {
  const timeOf = createTimeFormat(timeZone);
  const chunks: Buffer[] = [];
  let unflushed = `\ufeff${csvLine(COLUMNS.map(([title, , isTime]) => (isTime ? `${title} (${timeZone})` : title)))}`;
  let bytes = Buffer.byteLength(unflushed);
  let rows = 0;
  let leftOut = 0;

  function flush(): void {
    chunks.push(Buffer.from(unflushed));
    unflushed = '';
  }

  return {
    add(row) {
      const line = csvLine(COLUMNS.map(([, value]) => value({ ...row, timeOf })));
      const size = Buffer.byteLength(line);
      if (leftOut > 0 || bytes + size > maxBytes) {
        leftOut += 1;
        return;
      }
      rows += 1;
      bytes += size;
      unflushed += line;
      if (unflushed.length > CHUNK_CHARACTERS) flush();
    },
    end() {
      flush();
      return { content: Buffer.concat(chunks), rows, leftOut };
    },
  };
}

/** Text, or an amount, which a spreadsheet may read as a number. */
type Cell = string | Pick<Money, 'amount'>;

/** One line with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${contentOf(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function contentOf(cell: Cell): string {
  return typeof cell === 'string' ? asText(cell.toWellFormed()) : cell.amount;
}

/** The start of a formula in a spreadsheet: also after blanks and invisible characters, and in full-width characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Spreadsheets keep 15 digits of a number; a card's confirmation code has 22 (SPEC.md, Transaction record). */
const LONG_NUMBER = /^\d{16,}$/;

/** A leading apostrophe makes a spreadsheet show the cell as text. */
function asText(cell: string): string {
  return FORMULA.test(cell) || LONG_NUMBER.test(cell) ? `'${cell}` : cell;
}

type Row = CsvRow & { readonly timeOf: (at: number) => string };

const COLUMNS: readonly (readonly [title: string, value: (row: Row) => Cell, isTime?: true])[] = [
  ['Day', ({ entry }) => entry.day],
  ['Time', ({ entry, timeOf }) => timeOf(entry.at), true],
  ['Asked at', ({ order, timeOf }) => timeOf(order.createdAt), true],
  ['Currency', ({ entry }) => entry.money.currency],
  ['Asked', ({ entry, order }) => askedIn(entry.money.currency, order.amount)],
  ['Paid', ({ entry }) => entry.money],
  ['Kind', ({ entry }) => kindText(entry)],
  ['Method', ({ order }) => methodName(methodOf(order))],
  ['Code', ({ entry }) => entry.code],
  ['Payer', ({ order }) => maskNumbers(withoutGaps(order.payment?.payer ?? ''))],
  ['Reference', ({ order }) => order.chargeOf ?? order.reference],
  ['Tracking id', ({ order }) => order.service.trackingId ?? ''],
  ['Account number', ({ order, parent }) => accountNumberOf(parent ?? order)],
  ['Agent', ({ order, nameOf }) => nameOf(order.agent)],
  ['Customer', ({ order, parent }) => customerOf(parent ?? order)],
  ['Description', ({ order }) => order.description],
  ['Cancelled or accepted by', ({ order, nameOf }) => endedBy(order).map(nameOf).join(', ')],
  ['Card', ({ cardUrl }) => cardUrl ?? ''],
];

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

function methodName(method: string): string {
  const known: Readonly<Record<string, { readonly name: string }>> = PAYMENT_METHODS;
  return (Object.hasOwn(known, method) ? known[method]?.name : undefined) ?? method;
}

/** The subscriber's number of a recurring order, else the number under which a prompt can be paid by hand. */
function accountNumberOf({ recurring, service }: Order): string {
  return recurring?.accountNumber ?? service.accountNumber ?? '';
}

function customerOf({ customer }: Order): string {
  return [customer.firstName, customer.lastName].filter(Boolean).join(' ');
}

/** The Slack ids of who cancelled it and of who accepted another amount as payment in full. */
export function endedBy({ cancelledBy, acceptedBy }: Order): string[] {
  return [cancelledBy, acceptedBy].filter((person) => person !== undefined);
}

/** 2026-11-22 14:05:09, which is how Swedish writes it. Call it once per file: it is slow. */
function createTimeFormat(timeZone: string): Row['timeOf'] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/** Takes blanks and dashes out of a number, so that maskNumbers finds it. */
function withoutGaps(payer: string): string {
  return payer.replace(/(?<=\d)[ .()-]+(?=\d)/g, '');
}
