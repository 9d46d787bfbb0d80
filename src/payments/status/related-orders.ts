// What a change of one order means for others: the cards of the orders that it was made from show how it stands, the
// payment of a rest ends the review until it goes back, two payments for one thing are announced, and charges are counted. Runs
// at the start of every delivery (bot.ts), so a crash in between only delays it; each step changes nothing the second time.
import { sameMoney } from '#lib/money.ts';
import { announce } from '#orders/announcement.ts';
import type { Order, Successor } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { eventFromRests, restBroughtFor } from '#orders/rests.ts';
import { isBeingPaidBack, paidTwin, predecessorOf, successorFrom } from '#orders/successor.ts';
import type { OrderStore } from '#store/store.ts';
import { type Chain, readChain } from './chain.ts';
import type { CountCharge } from './charges.ts';
import type { OrderUpdates } from './order-updates.ts';

/** Rejects when the store is down. */
type UpdateRelated = (reference: Reference) => Promise<void>;

export function createUpdateRelated(deps: {
  orders: Pick<OrderStore, 'get'>;
  updates: OrderUpdates;
  countCharge: CountCharge;
}): UpdateRelated {
  const { orders, updates, countCharge } = deps;

  return async (reference) => {
    const order = await orders.get(reference);
    if (!order) return;
    await countCharge(order);
    if (!predecessorOf(order) && !order.successor) return;
    const chain = await readChain(orders, reference);
    if (!chain) return;
    await showNewest(chain);
    await applyRests(chain);
    await announceTwoPayments(chain);
  };

  /** Tells the older orders how the newest stands; saving that redraws their cards. */
  async function showNewest(chain: Chain): Promise<void> {
    const newest = chain.at(-1);
    if (!newest) return;
    const successor = successorFrom(newest);
    for (const { reference } of chain.slice(0, -1)) {
      await updates.updateOrder(reference, (older) =>
        isNewer(successor, older.successor, chain) ? { ...older, successor } : undefined,
      );
    }
  }

  /** The newest first, because the rest of an order may have a rest itself. */
  async function applyRests(chain: Chain): Promise<void> {
    let newer: readonly Order[] = [];
    for (const order of chain.toReversed()) {
      const rests = newer.filter(({ restOf }) => restOf === order.reference);
      let event = eventFromRests(order, rests);
      // They were read before the order, so one may have been paid in between.
      if (event?.event === 'rest_gone_back') event = eventFromRests(order, await readAgain(rests));
      const changed = event ? await updates.saveEvent(order.reference, event) : order;
      newer = [await noteRests(changed, rests), ...newer];
    }
  }

  async function noteRests(order: Order, rests: readonly Order[]): Promise<Order> {
    if (!order.acceptedBy) return order;
    return updates.updateOrder(order.reference, (newest) => withRests(newest, rests));
  }

  async function readAgain(known: readonly Order[]): Promise<Order[]> {
    return Promise.all(known.map(async (order) => (await orders.get(order.reference)) ?? order));
  }

  async function announceTwoPayments(chain: Chain): Promise<void> {
    for (const order of chain) {
      const twin = paidTwin(order, chain);
      await updates.updateOrder(order.reference, (newest) => withTwin(newest, twin));
    }
  }
}

/** Undefined when the order already says so. */
function withRests(order: Order, rests: readonly Order[]): Order | undefined {
  const { restBrought: known, ...rest } = order;
  const brought = restBroughtFor(order, rests);
  if (brought && known ? sameMoney(brought, known) : brought === known) return undefined;
  return brought ? { ...order, restBrought: brought } : rest;
}

/** Undefined when the order already says so. When the other payment is reversed, the card no longer mentions it. */
function withTwin(order: Order, twin: Order | undefined): Order | undefined {
  const { paidTwin: known, ...rest } = order;
  if (!twin?.payment) return known ? rest : undefined;
  const other = { reference: twin.reference, confirmationCode: twin.payment.confirmationCode };
  const isKnown = known?.reference === twin.reference;
  // Of an order that is not paid itself the card says it, and the thread of the paid one has said it.
  if (!order.payment) {
    const isAccepted = order.restOf !== twin.restOf && twin.acceptedBy !== undefined;
    const paidTwin = { ...other, ...(isAccepted ? { isAccepted } : {}) };
    return isKnown ? undefined : { ...order, paidTwin };
  }
  const goesBack = isBeingPaidBack(twin) ? ({ isBeingPaidBack: true } as const) : {};
  if (isKnown && known.isTold) {
    const isSame = (known.isBeingPaidBack ?? false) === isBeingPaidBack(twin);
    return isSame ? undefined : { ...order, paidTwin: { ...other, ...goesBack, isTold: true } };
  }
  const at = Math.max(order.changedAt, twin.changedAt);
  const told: Order = { ...order, paidTwin: { ...other, ...goesBack, isTold: true } };
  return announce(told, { kind: 'paid_twice', payment: order.payment, other }, at);
}

/** False also when another delivery has meanwhile saved a later version, or an order that was made since `chain` was read. */
function isNewer(successor: Successor, known: Successor | undefined, chain: Chain): boolean {
  if (!known) return true;
  if (known.reference !== successor.reference)
    return chain.some(({ reference }) => reference === known.reference);
  const { state, isUnanswered, cardUrl, version } = successor;
  const isSame = state === known.state && isUnanswered === known.isUnanswered && cardUrl === known.cardUrl;
  return !isSame && version > known.version;
}
