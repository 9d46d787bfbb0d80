// What waits for a person's approval, for Home and `/pay open`, and whether they are told of it directly.
import type { Order } from '#orders/order.ts';
import { readWaiting } from '#payments/reports/open-work.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import type { Waiting } from '#slack/cards/waiting-orders.ts';
import type { Switches } from '#slack/delivery/switches.ts';
import type { OrderStore } from '#store/store.ts';
import type { CardUrlOf } from './card-url.ts';

/** `waiting`: the oldest first. `isToldDirectly`: as the person has chosen. */
type ApproversWork = { readonly waiting: readonly Waiting[]; readonly isToldDirectly: boolean };

export type WaitingTasks = ReturnType<typeof createWaiting>;

/** All reject when the store is down. */
export function createWaiting(deps: {
  orders: Pick<OrderStore, 'search'>;
  permissions: Pick<Permissions, 'approverRefusalFor'>;
  switches: Pick<Switches, 'unnotified'>;
  cardUrlOf: CardUrlOf;
}) {
  const { orders, permissions, switches, cardUrlOf } = deps;

  async function waitingFor(userId: string): Promise<Waiting[]> {
    const found = await readWaiting(orders);
    const waiting = await Promise.all(found.map((order) => waitingOf(order, userId)));
    return waiting.filter((one) => one !== undefined).sort((a, b) => a.request.askedAt - b.request.askedAt);
  }

  /** Nobody decides what they have asked for themselves. */
  async function waitingOf(order: Order, userId: string): Promise<Waiting | undefined> {
    const { approval } = order;
    if (approval?.state !== 'open' || approval.askedBy === userId) return undefined;
    return { order, request: approval, cardUrl: await cardUrlOf(order) };
  }

  return {
    /** Undefined for whoever may not approve. */
    async read(userId: string): Promise<ApproversWork | undefined> {
      if (await permissions.approverRefusalFor(userId)) return undefined;
      const [waiting, isUnnotified] = await Promise.all([
        waitingFor(userId),
        switches.unnotified.has(userId),
      ]);
      return { waiting, isToldDirectly: !isUnnotified };
    },
  };
}
