// Erases the customer's data from one order: for a person (slack/erase/erase.ts), for whoever runs Teller
// (maintenance/forget.ts), and when RETENTION_DAYS are over (due-check.ts).
import type { Clock } from '#lib/clock.ts';
import { erased, type Kept, whyKept } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { NamedInBulks } from '#payments/bulk/named-in-bulks.ts';
import { ordersOfCustomer, type Person } from '#payments/finding/customers.ts';
import type { NamingFile } from '#payments/finding/forget-jobs.ts';
import type { OrderStore, Store } from '#store/store.ts';
import type { Changed, OrderUpdates } from './order-updates.ts';

/** `already`: it was erased before. `gone`: there is no such order. */
type ForgetResult =
  | { readonly status: 'erased' | 'already'; readonly order: Order }
  | { readonly status: 'kept'; readonly order: Order; readonly kept: Kept }
  | { readonly status: 'gone' };

export type Forget = {
  /**
   * What names a customer: orders that can be erased now, newest first, orders that keep the data, and files of bulks. Rejects when
   * the store is down.
   */
  find(person: Person): Promise<{
    mayGo: Order[];
    kept: (Kept & Pick<Order, 'reference'>)[];
    files: readonly NamingFile[];
  }>;
  /**
   * `by`: a Slack id, TELLER or OPERATOR. Its messages in Slack are redrawn by the queue `deliver`, for which the same save makes
   * it due. Rejects when the store is down; then it may have happened all the same.
   */
  forget(reference: Reference, by: string): Promise<ForgetResult>;
};

export function createForget(deps: {
  orders: Pick<OrderStore, 'get' | 'search'>;
  updates: Pick<OrderUpdates, 'updateWith'>;
  scrub: Store['scrub'];
  /** Bulks that are still being sent hold the same data in their rows. */
  named: Pick<NamedInBulks, 'beingSent' | 'filesNaming'>;
  clock: Clock;
}): Forget {
  const { orders, updates, scrub, named, clock } = deps;

  async function reasonsOf(order: Order): Promise<(newest: Order) => Kept | undefined> {
    const parent = order.chargeOf && (await orders.get(order.chargeOf));
    const isBeingSent = order.bulk !== undefined && (await named.beingSent()).includes(order.bulk.id);
    return (newest) =>
      isBeingSent ? { because: 'bulk' } : whyKept(newest, parent || undefined, clock.now());
  }

  return {
    async find(person) {
      const mayGo: Order[] = [];
      const kept: (Kept & Pick<Order, 'reference'>)[] = [];
      for await (const order of ordersOfCustomer(orders, person)) {
        if (order.erasedAt !== undefined) continue;
        const why = (await reasonsOf(order))(order);
        if (why) kept.push({ reference: order.reference, ...why });
        else mayGo.push(order);
      }
      return { mayGo, kept, files: await named.filesNaming(person) };
    },
    async forget(reference, by) {
      const order = await orders.get(reference);
      if (!order) return { status: 'gone' };
      const reasonOf = await reasonsOf(order);
      const done = await updates.updateWith(reference, (newest): Changed<'erased' | 'already' | Kept> => {
        if (newest.erasedAt !== undefined) return { status: 'already' };
        const kept = reasonOf(newest);
        return kept ? { status: kept } : { status: 'erased', order: erased(newest, by, clock.now()) };
      });
      if (done.status !== 'erased' && done.status !== 'already')
        return { status: 'kept', order: done.order, kept: done.status };
      if (done.status === 'erased') await scrub([reference]);
      return { status: done.status, order: done.order };
    },
  };
}
