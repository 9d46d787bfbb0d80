// The payments of a report as a CSV file: RFC 4180, UTF-8 with a byte order mark so that spreadsheets read it, and
// nothing in it that a spreadsheet would calculate.

import { EAST_AFRICA } from '#lib/days.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import type { Order, OrderKind } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { methodOf, moneyIn } from './totals.ts';

export type PaymentsCsv = {
  /** The next line; once the file is full, this and all further ones are only counted. */
  add(order: Order, agentName: string): void;
  /** `rows` payments are in the file, the oldest; `leftOut` found no room. */
  end(): { readonly content: Buffer; readonly rows: number; readonly leftOut: number };
};

/** A hundred thousand payments or so; what a busy day's memory can hold, and Slack takes in a few seconds. */
const MAX_BYTES = 20 * 1024 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;

export function createPaymentsCsv({ mostBytes = MAX_BYTES }: { mostBytes?: number } = {}): PaymentsCsv {
  const momentOf = createMomentWriter();
  const chunks: Buffer[] = [];
  let pending = `\ufeff${csvLine(COLUMNS.map(([title]) => title))}`;
  let bytes = Buffer.byteLength(pending);
  let rows = 0;
  let leftOut = 0;

  function flush(): void {
    chunks.push(Buffer.from(pending));
    pending = '';
  }

  return {
    add(order, agentName) {
      const line = csvLine(COLUMNS.map(([, value]) => value({ order, agentName, momentOf })));
      const size = Buffer.byteLength(line);
      if (leftOut > 0 || bytes + size > mostBytes) {
        leftOut += 1;
        return;
      }
      rows += 1;
      bytes += size;
      pending += line;
      if (pending.length > CHUNK_CHARACTERS) flush();
    },
    end() {
      flush();
      return { content: Buffer.concat(chunks), rows, leftOut };
    },
  };
}

/** One record of RFC 4180, its line end included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell.toWellFormed()).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** What spreadsheets take for the start of a formula, also behind blanks and invisible characters, in either width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Spreadsheets keep 15 digits of a number; the confirmation code of a card has 22 (SPEC.md, Transaction record). */
const LONG_NUMBER = /^\d{16,}$/;

/** A leading apostrophe makes text of it. */
function harmless(cell: string): string {
  return FORMULA.test(cell) || LONG_NUMBER.test(cell) ? `'${cell}` : cell;
}

type Row = {
  readonly order: Order;
  readonly agentName: string;
  readonly momentOf: (at: number) => { readonly day: string; readonly time: string };
};

const COLUMNS: readonly (readonly [title: string, value: (row: Row) => string])[] = [
  ['Day', ({ order, momentOf }) => momentOf(paidAt(order)).day],
  ['Paid at', ({ order, momentOf }) => momentOf(paidAt(order)).time],
  ['Amount', ({ order }) => moneyIn(order).amount],
  ['Currency', ({ order }) => moneyIn(order).currency],
  ['State', ({ order }) => stateInWords(order)],
  ['In the totals', ({ order }) => (order.state === 'reversed' ? 'no' : 'yes')],
  ['Amount asked', ({ order }) => order.amount.amount],
  ['Currency asked', ({ order }) => order.amount.currency],
  ['Method', ({ order }) => methodName(methodOf(order))],
  ['Confirmation code', ({ order }) => order.payment?.confirmationCode ?? ''],
  ['Paid from', ({ order }) => maskNumbers(withoutGaps(order.payment?.payer ?? ''))],
  ['Reference', ({ order }) => order.chargeOf ?? order.reference],
  ['Kind', ({ order }) => KINDS[order.kind]],
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

const KINDS = {
  prompt: 'PIN prompt',
  link: 'Payment link',
  charge: 'Recurring charge',
} satisfies Record<OrderKind, string>;

function stateInWords({ state }: Order): string {
  if (state === 'reversed') return 'Paid back to the customer';
  return state === 'review' ? 'Paid, but not what was asked: please review' : 'Paid';
}

function methodName(method: string): string {
  const known: Readonly<Record<string, { readonly name: string }>> = PAYMENT_METHODS;
  return (Object.hasOwn(known, method) ? known[method]?.name : undefined) ?? method;
}

/** Without its plus, which would make a formula of it. */
function phoneOf({ prompt, customer }: Order): string {
  const phone = prompt?.msisdn ?? customer.phone;
  return phone ? maskMsisdn(phone).replace('+', '') : '';
}

/** As the orders counts it (OrderStore.paidBetween). */
function paidAt(order: Order): number {
  return order.payment?.paidAt ?? order.changedAt;
}

/** East Africa's day, and its ISO 8601 time with the zone. One format for all lines, because making one is slow. */
function createMomentWriter(): Row['momentOf'] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: EAST_AFRICA,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = `${part['year']}-${part['month']}-${part['day']}`;
    const zone = part['timeZoneName']?.replace('GMT', '') || '+00:00';
    return { day, time: `${day}T${part['hour']}:${part['minute']}:${part['second']}${zone}` };
  };
}

/** A number written with blanks or dashes is a number all the same. */
function withoutGaps(payer: string): string {
  return payer.replace(/(?<=\d)[ .()-]+(?=\d)/g, '');
}
