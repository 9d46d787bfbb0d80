// How the rows of a bulk stand, read from their orders.
import { receivedBy } from '#orders/charges.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { sumsOf } from '#payments/reports/sums.ts';
import type { Sum } from '#payments/reports/totals.ts';
import type { OrderStore } from '#store/store.ts';
import { formIdOf } from './send-rows.ts';
import type { Bulk } from './stored-bulk.ts';

type Refused = Bulk['refused'][number];

/**
 * `unsent`: its turn has not come. `failed`: not sent, or not paid. `waiting`: for the customer, the provider or an approval, and
 * `unanswered` once the order is no longer checked.
 */
const ROW_STATES = [
  'unsent',
  'waiting',
  'unanswered',
  'paid',
  'review',
  'paid_back',
  'failed',
  'cancelled',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** One row. `refused`: why it got no order. */
export type RowProgress = {
  readonly row: number;
  readonly reference: Reference;
  readonly state: RowState;
  readonly order: Order | undefined;
  readonly refused: Refused | undefined;
};

export type Progress = {
  readonly rows: readonly RowProgress[];
  readonly count: Readonly<Record<RowState, number>>;
  /** Of the rows that are `paid`, one sum for each currency. What is to be reviewed is not among it. */
  readonly paid: readonly Sum[];
};

/** Rejects when the store is down. */
type ProgressOf = (bulk: Bulk) => Promise<Progress>;

export function createProgressOf({ orders }: { orders: Pick<OrderStore, 'get'> }): ProgressOf {
  return async (bulk) => {
    const rows: RowProgress[] = [];
    for (const { row, reference } of bulk.rows) {
      const refused = bulk.refused.find((one) => one.row === row);
      const found = refused ? undefined : await orders.get(reference);
      const order = found?.formId === formIdOf(bulk, row) ? found : undefined;
      rows.push({ row, reference, order, refused, state: refused ? 'failed' : stateOf(order) });
    }
    return summed(rows);
  };
}

/** The counts and sums of rows, however they were read. */
export function summed(rows: readonly RowProgress[]): Progress {
  const byState = Map.groupBy(rows, ({ state }) => state);
  const count = Object.fromEntries(ROW_STATES.map((state) => [state, byState.get(state)?.length ?? 0]));
  const money = rows.flatMap(({ order, state }) => (state === 'paid' && order && receivedBy(order)) || []);
  return { rows, count: count as Progress['count'], paid: sumsOf(money) };
}

function stateOf(order: Order | undefined): RowState {
  if (!order || (order.state === 'sending' && order.requestedAt === undefined)) return 'unsent';
  switch (order.state) {
    case 'sending':
    case 'waiting':
    case 'pending':
      return order.checksEndedAt === undefined ? 'waiting' : 'unanswered';
    case 'reversed':
      return 'paid_back';
    case 'not_sent':
      return 'failed';
    default:
      return order.state;
  }
}

/** True when a prompt no longer rings, so that its outcome is known for now. A link is answered once it is there. */
export function isAnswered({ order, state }: RowProgress): boolean {
  if (state === 'unsent') return false;
  if (!order || state !== 'waiting') return true;
  return order.kind === 'prompt' ? isUnanswered(order) : order.state !== 'sending';
}
