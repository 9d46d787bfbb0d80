// Messages and forms of bulks, as usual and with the longest and strangest texts.
import type { Order } from '#orders/order.ts';
import { type RowProgress, type RowState, summed } from '#payments/bulk/progress.ts';
import type { Bulk, BulkRow } from '#payments/bulk/stored-bulk.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { buildBulkForm, buildConfirmForm } from '#slack/bulk/bulk.ts';
import { rowBlocks, rowFact } from '#slack/bulk/check-file.ts';
import { buildBulkMessage } from '#slack/bulk/message.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { HOSTILE, msisdn } from './every-order.ts';
import { ORDERS } from './samples.ts';

const ID = '0123456789abcdef0123456789abcdef';

/** One of each state of a row, which is that of the order. */
const ROWS: readonly (readonly [RowState, Order])[] = [
  ['paid', ORDERS['prompt: paid']],
  ['waiting', ORDERS['prompt: waiting for the PIN']],
  ['failed', ORDERS['prompt: not paid']],
  ['cancelled', ORDERS['prompt: cancelled']],
  ['review', ORDERS['prompt: paid less']],
  ['paid_back', ORDERS['prompt: paid back']],
];

function rowOf(row: number, state: RowState, order?: Order): RowProgress {
  return { row, reference: referenceOf(`BR6ZC-VV9H${row}`), state, order, refused: undefined };
}

function bulk(own: Partial<Bulk> = {}): Bulk {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    row: index + 2,
    reference: referenceOf(`BR6ZC-VV9H${index + 2}`),
  }));
  return {
    ...{
      id: ID,
      kind: 'prompt',
      by: 'U1',
      channel: 'C1',
      fileDigest: 'x',
      isAsked: false,
      refused: [],
      rows,
    },
    state: 'running',
    ...own,
  };
}

const SENT = ROWS.map(([state, order], index) => rowOf(index + 2, state, order));
const NOT_REACHED = [8, 9].map((row) => ({ row, why: 'not_reached' as const }));

/** Of a bulk in each of its states. */
export function bulkMessages() {
  const unsent = [8, 9].map((row) => rowOf(row, 'unsent'));
  const ended: RowProgress[] = NOT_REACHED.map((refused) => ({
    ...rowOf(refused.row, 'failed'),
    refused,
  }));
  const stopped = bulk({ state: 'ended', ending: 'stopped', stoppedBy: 'U2', refused: NOT_REACHED });
  return {
    'Bulk requests, being sent': buildBulkMessage(bulk(), summed([...SENT, ...unsent])),
    'Bulk requests, stopped': buildBulkMessage(stopped, summed([...SENT, ...ended])),
  };
}

/** With more failed rows than are shown, and words that would format. */
export function strangeBulkMessage() {
  const failure = { reason: 'declined', providerMessage: HOSTILE } as const;
  const order: Order = { ...ORDERS['prompt: not sent'], failure };
  const rows = Array.from({ length: 100 }, (_, index) => rowOf(index + 2, 'failed', order));
  const all = rows.map(({ row, reference }) => ({ row, reference }));
  return buildBulkMessage(bulk({ state: 'ended', ending: 'sent', rows: all }), summed(rows));
}

export function bulkForms() {
  const row = (number: number, text: string): BulkRow => ({
    row: number,
    reference: referenceOf(`INV-${number}`),
    typedReference: true,
    amount: { amount: '1500', currency: PAYMENT_METHODS.MpesaKE.currency },
    description: text,
    customer: { firstName: text },
    prompt: { msisdn: msisdn(), method: 'MpesaKE' },
  });
  const confirm = (text: string) =>
    buildConfirmForm({
      ...{ id: ID, kind: 'prompt' },
      questions: [text],
      blocks: rowBlocks(Array.from({ length: 100 }, (_, index) => rowFact(row(index + 2, text)))),
    });
  return {
    'Form of bulk requests': buildBulkForm({ channel: 'C1', files: 0 }),
    'Form of bulk requests, to confirm': confirm('Two bags of flour'),
    'Form of bulk requests, strange texts': confirm(HOSTILE),
  };
}
