// Sends the rows of a running bulk, one at a time: each becomes an order like that of a form. Which row is next follows from the
// orders that exist, so whoever goes on after a crash sends none twice.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import type { OrderCreation } from '#payments/ordering/create-order.ts';
import type { Ordering } from '#payments/ordering/submit.ts';
import type { OrderStore } from '#store/store.ts';
import type { BulkStore } from './bulk-store.ts';
import type { Bulk, BulkRow } from './stored-bulk.ts';

/** `refused`: nothing was sent for it. `none`: every row has had its turn. */
export type RowSent =
  | { readonly status: 'sent'; readonly order: Order }
  | { readonly status: 'refused' | 'none' };

/** The same for one row of one bulk, however often it is sent; an order tells by it whether it is that row's. */
export function formIdOf({ id }: Pick<Bulk, 'id'>, row: number): string {
  return `bulk:${id}:${row}`;
}

export function draftOf(bulk: Pick<Bulk, 'id' | 'kind' | 'by' | 'channel' | 'message'>, row: BulkRow): Draft {
  const { row: number, ...fields } = row;
  const { id, kind, by, channel, message } = bulk;
  const ofBulk = { id, row: number, ...(message ? { threadTs: message.ts } : {}) };
  return { ...fields, kind, channel, agent: by, formId: formIdOf(bulk, number), bulk: ofBulk };
}

/** True when whoever confirmed the bulk has agreed to send the row although the same prompt was `sent`. */
export function isAgreed({ id, agreed, begunAt = 0 }: Bulk, row: number, sent: Order): boolean {
  // That rows have one number was asked about whenever it is so.
  if (sent.bulk?.id === id) return true;
  // Its customer was to be asked once more, and need not be.
  if (sent.payments !== undefined && sent.changedAt > (agreed?.at ?? begunAt)) return false;
  if (sent.bulk && sent.bulk.id === agreed?.file) return true;
  return agreed?.rows.some((one) => one.row === row && sent.createdAt <= one.upTo) ?? false;
}

export function createSendRows(deps: {
  orders: Pick<OrderStore, 'get'>;
  orderCreation: Pick<OrderCreation, 'createOrder'>;
  ordering: Pick<Ordering, 'submitRow'>;
  bulkStore: Pick<BulkStore, 'save' | 'rowsOf'>;
  clock: Clock;
}) {
  const { orders, orderCreation, ordering, bulkStore, clock } = deps;

  /** Its order has been requested or is over, or there will be none. */
  async function hadItsTurn(bulk: Bulk, { row, reference }: BulkRow): Promise<boolean> {
    if (bulk.refused.some((one) => one.row === row)) return true;
    const order = await orders.get(reference);
    if (!order || order.formId !== formIdOf(bulk, row)) return false;
    return order.state !== 'sending' || order.requestedAt !== undefined;
  }

  async function nextRow(bulk: Bulk): Promise<BulkRow | undefined> {
    for (const row of await bulkStore.rowsOf(bulk.id)) if (!(await hadItsTurn(bulk, row))) return row;
    return undefined;
  }

  return {
    /** Resolves with the bulk as saved, when the provider has answered for the row. Rejects when the store is down. */
    async sendNext(bulk: Bulk): Promise<{ readonly bulk: Bulk; readonly sent: RowSent }> {
      // Not once the row is sent: the process may stand still with it for hours, and the next row is to show that.
      const movedAt = clock.now();
      const row = await nextRow(bulk);
      if (!row) return { bulk, sent: { status: 'none' } };
      const created = await orderCreation.createOrder(draftOf(bulk, row), {
        evenIfSame: (sent) => isAgreed(bulk, row.row, sent),
        askedAt: movedAt,
      });
      if (created.status === 'created' || created.status === 'already_created') {
        const isFurtherTry = created.status === 'already_created';
        const order = await ordering.submitRow(created.order.reference, isFurtherTry);
        const moved = await bulkStore.save({ ...bulk, movedAt });
        return { bulk: moved, sent: { status: 'sent', order } };
      }
      const retry = created.status === 'too_many_prompts' ? { retryAt: created.retryAt } : {};
      const refused = [...bulk.refused, { row: row.row, why: whyRefused(created.status), ...retry }];
      const moved = await bulkStore.save({ ...bulk, refused, movedAt });
      return { bulk: moved, sent: { status: 'refused' } };
    },
  };
}

function whyRefused(status: string): Bulk['refused'][number]['why'] {
  switch (status) {
    case 'reference_taken':
    case 'same_again':
    case 'too_many_prompts':
      return status;
    default:
      return 'impossible';
  }
}
