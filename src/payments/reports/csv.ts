// The payments of a report as a CSV file (RFC 4180), for slack/tasks/report.ts. UTF-8 with a byte order mark, which
// spreadsheets need, and without cells that a spreadsheet would take for a formula.
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import type { Order, OrderKind } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { methodOf, moneyReceived } from './totals.ts';

export type PaymentsCsv = {
  /** Adds a line. Once the file is full, this and all further payments are only counted. */
  add(order: Order, agentName: string): void;
  /** The file with its `rows` payments, and how many later ones were `leftOut`. */
  end(): { readonly content: Buffer; readonly rows: number; readonly leftOut: number };
};

/** About a hundred thousand payments, which fit into memory and which Slack accepts in a few seconds. */
const MAX_BYTES = 20 * 1024 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;

/** `timeZone`: in which days and times are written. */
export function createPaymentsCsv({
  timeZone,
  maxBytes = MAX_BYTES,
}: {
  timeZone: string;
  maxBytes?: number;
}): PaymentsCsv {
  const timeOf = createTimeFormat(timeZone);
  const chunks: Buffer[] = [];
  let unflushed = `\ufeff${csvLine(COLUMNS.map(([title]) => title))}`;
  let bytes = Buffer.byteLength(unflushed);
  let rows = 0;
  let leftOut = 0;

  function flush(): void {
    chunks.push(Buffer.from(unflushed));
    unflushed = '';
  }

  return {
    add(order, agentName) {
      const line = csvLine(COLUMNS.map(([, value]) => value({ order, agentName, timeOf })));
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

/** One line with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${asText(cell.toWellFormed()).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** The start of a formula in a spreadsheet: also after blanks and invisible characters, and in full-width characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Spreadsheets keep 15 digits of a number; a card's confirmation code has 22 (SPEC.md, Transaction record). */
const LONG_NUMBER = /^\d{16,}$/;

/** A leading apostrophe makes a spreadsheet show the cell as text. */
function asText(cell: string): string {
  return FORMULA.test(cell) || LONG_NUMBER.test(cell) ? `'${cell}` : cell;
}

type Row = {
  readonly order: Order;
  readonly agentName: string;
  readonly timeOf: (at: number) => string;
};

const COLUMNS: readonly (readonly [title: string, value: (row: Row) => string])[] = [
  ['Day', ({ order, timeOf }) => timeOf(paidAt(order)).slice(0, 'yyyy-MM-dd'.length)],
  ['Paid at', ({ order, timeOf }) => timeOf(paidAt(order))],
  ['Amount', ({ order }) => moneyReceived(order).amount],
  ['Currency', ({ order }) => moneyReceived(order).currency],
  ['State', ({ order }) => stateText(order)],
  ['In the totals', ({ order }) => (order.state === 'reversed' ? 'no' : 'yes')],
  ['Amount asked', ({ order }) => order.amount.amount],
  ['Currency asked', ({ order }) => order.amount.currency],
  ['Method', ({ order }) => methodName(methodOf(order))],
  ['Confirmation code', ({ order }) => order.payment?.confirmationCode ?? ''],
  ['Paid from', ({ order }) => maskNumbers(withoutGaps(order.payment?.payer ?? ''))],
  ['Reference', ({ order }) => order.chargeOf ?? order.reference],
  ['Kind', ({ order }) => KIND_TEXT[order.kind]],
  ['Description', ({ order }) => order.description],
  [
    'Customer',
    ({ order: { customer } }) => [customer.firstName, customer.lastName].filter(Boolean).join(' '),
  ],
  ['Phone', ({ order }) => phoneOf(order)],
  ['Agent', ({ agentName }) => agentName],
  ['Agent in Slack', ({ order }) => order.agent],
  ['Tracking id', ({ order }) => order.service.trackingId ?? ''],
];

const KIND_TEXT = {
  prompt: 'PIN prompt',
  link: 'Payment link',
  charge: 'Recurring charge',
} satisfies Record<OrderKind, string>;

function stateText({ state }: Order): string {
  if (state === 'reversed') return 'Paid back to the customer';
  return state === 'review' ? 'Paid, but not what was asked: please review' : 'Paid';
}

function methodName(method: string): string {
  const known: Readonly<Record<string, { readonly name: string }>> = PAYMENT_METHODS;
  return (Object.hasOwn(known, method) ? known[method]?.name : undefined) ?? method;
}

/** Without the plus, which would begin a formula. */
function phoneOf({ prompt, customer }: Order): string {
  const phone = prompt?.msisdn ?? customer.phone;
  return phone ? maskMsisdn(phone).replace('+', '') : '';
}

/** The time by which OrderStore.paidBetween sorts payments into a period. */
function paidAt(order: Order): number {
  return order.payment?.paidAt ?? order.changedAt;
}

/** ISO 8601 with the zone's offset, made from the Swedish format, whose minus is no hyphen. Call it once per file: it is slow. */
function createTimeFormat(timeZone: string): Row['timeOf'] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  return (at) => format.format(at).replace(' ', 'T').replace(' GMT', '').replace('\u2212', '-');
}

/** Takes blanks and dashes out of a number, so that maskNumbers finds it. */
function withoutGaps(payer: string): string {
  return payer.replace(/(?<=\d)[ .()-]+(?=\d)/g, '');
}
