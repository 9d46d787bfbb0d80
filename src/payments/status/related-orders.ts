// What a change of one order means for others: the cards of the orders that it was made from show how it stands, the
// payment of a rest ends the review until it goes back, two payments for one thing are announced, and charges are counted. Runs
// at the start of every delivery (bot.ts), so a crash in between only delays it; each step changes nothing the second time.
import type { Clock } from '#lib/clock.ts';
import { announce, isMoneyNews } from '#orders/announcement.ts';
import { eventFromBalances } from '#orders/balances.ts';
import { countCharge } from '#orders/charges.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order, ResentOrder } from '#orders/order.ts';
import { isSameCode, type Payment } from '#orders/payment.ts';
import { codesIn, newestPayment, paymentWith } from '#orders/payments.ts';
import type { Reference } from '#orders/reference.ts';
import { findDuplicatePayment, predecessorOf, refundOfDuplicate, resentOrderFrom } from '#orders/resends.ts';
import type { OrderStore } from '#store/store.ts';
import { findByCode } from './find.ts';
import { type Chain, type OrderUpdates, readChain } from './order-updates.ts';

/** Rejects when the store is down. */
type UpdateRelated = (reference: Reference) => Promise<void>;

export function createUpdateRelated(deps: {
  orders: Pick<OrderStore, 'get' | 'search' | 'trigger'>;
  updates: OrderUpdates;
  countCharge: CountCharge;
  /** Where people find the order's card; undefined without one, or when Slack has not said. */
  cardUrlOf: (order: Order) => Promise<string | undefined>;
  clock: Clock;
}): UpdateRelated {
  const { orders, updates, countCharge, clock } = deps;

  return async (reference) => {
    const order = await orders.get(reference);
    if (!order) return;
    // Before a charge is counted: its payment may be in the books of another order.
    if (order.announcements.some(isMoneyNews)) await linkSharedPayments(order);
    await countCharge(order);
    if (!predecessorOf(order) && !order.resentAs) return;
    const chain = await readChain(orders, reference);
    if (!chain) return;
    await showNewest(chain);
    await applyBalances(chain);
    await announceTwoPayments(chain);
  };

  /** Tells the older orders how the newest stands; saving that redraws their cards. */
  async function showNewest(chain: Chain): Promise<void> {
    const newest = chain.at(-1);
    if (!newest) return;
    const resentAs = resentOrderFrom(newest);
    for (const { reference } of chain.slice(0, -1)) {
      await updates.updateOrder(reference, (older) =>
        isNewer(resentAs, older.resentAs, chain) ? { ...older, resentAs } : undefined,
      );
    }
  }

  /** One code on two orders is one payment: whichever order is saved last finds the other, and both are linked. */
  async function linkSharedPayments(order: Order): Promise<void> {
    for (const code of codesIn(order.payments ?? [])) {
      const found = await findByCode(orders, code);
      const others = found.filter(({ reference }) => reference !== order.reference);
      const other = others.find((one) => !paymentWith(one, code)?.alsoOn?.isBookedThere) ?? others[0];
      if (!other) continue;
      const booked = isBookedFirst(order, other, code) ? order : other;
      for (const [one, its] of [[order, other] as const, [other, order] as const])
        await updates.updateOrder(one.reference, await sharing(code, its, booked !== one));
      // It may be that the provider notifies of the reversal only once.
      if (isReversed(order, code) && !isReversed(other, code))
        await orders.trigger('check', other.reference, clock.now());
    }
  }

  async function sharing(code: string, other: Order, isBookedThere: boolean) {
    const cardUrl = await deps.cardUrlOf(other);
    return (order: Order) =>
      withShared(order, code, other, {
        reference: other.reference,
        ...(cardUrl ? { cardUrl } : {}),
        ...(isBookedThere ? { isBookedThere } : {}),
      });
  }

  async function applyBalances(chain: Chain): Promise<void> {
    for (const order of chain) {
      const balances = chain.filter(({ balanceOf }) => balanceOf === order.reference);
      let event = eventFromBalances(order, balances);
      // They were read before the order, so one may have been paid in between.
      if (event?.event === 'balance_returned') event = eventFromBalances(order, await readAgain(balances));
      if (event) await updates.saveEvent(order.reference, event);
    }
  }

  async function readAgain(known: readonly Order[]): Promise<Order[]> {
    return Promise.all(known.map(async (order) => (await orders.get(order.reference)) ?? order));
  }

  async function announceTwoPayments(chain: Chain): Promise<void> {
    for (const order of chain) {
      const duplicate = findDuplicatePayment(order, chain);
      await updates.updateOrder(order.reference, (newest) => withDuplicate(newest, duplicate));
    }
  }
}

/** Undefined when the order already says so. What went back is in no sum any more, so its entries stay. */
function withShared(
  order: Order,
  code: string,
  other: Order,
  { isBookedThere, ...link }: NonNullable<Payment['alsoOn']>,
): Order | undefined {
  const { payments = [], changedAt } = order;
  const shared = paymentWith(order, code);
  if (!shared || shared.alsoOn) return undefined;
  const alsoOn: Payment['alsoOn'] = {
    ...link,
    ...(isBookedThere && shared.reversedAt === undefined ? { isBookedThere } : {}),
  };
  return {
    ...order,
    payments: payments.map((payment) => (payment === shared ? { ...shared, alsoOn } : payment)),
    changedAt: Math.max(changedAt, other.changedAt),
  };
}

function isReversed(order: Order, code: string): boolean {
  return paymentWith(order, code)?.reversedAt !== undefined;
}

/** The books of the order that had the payment first have it. */
function isBookedFirst(order: Order, other: Order, code: string): boolean {
  const [own, its] = [learnedAt(order, code), learnedAt(other, code)];
  return own === its ? order.reference < other.reference : own < its;
}

function learnedAt({ payments = [], entries = [] }: Order, code: string): number {
  const place = payments.findIndex(({ confirmationCode }) => isSameCode(confirmationCode, code));
  return entries.find(({ payment }) => payment === place)?.learnedAt ?? Number.POSITIVE_INFINITY;
}

/** Undefined when the order already says so. When the other payment is reversed, the card no longer mentions it. */
function withDuplicate(order: Order, duplicate: Order | undefined): Order | undefined {
  const { duplicatePayment: known, ...rest } = order;
  const paid = duplicate && newestPayment(duplicate);
  if (!paid) return known ? rest : undefined;
  const other = { reference: duplicate.reference, confirmationCode: paid.confirmationCode };
  const isKnown = known?.reference === duplicate.reference;
  // Of an order that is not paid itself the card says it, and the thread of the paid one has said it.
  const payment = newestPayment(order);
  if (!payment) {
    const isAccepted = order.balanceOf !== duplicate.balanceOf && duplicate.acceptedBy !== undefined;
    const duplicatePayment = { ...other, ...(isAccepted ? { isAccepted } : {}) };
    return isKnown ? undefined : { ...order, duplicatePayment };
  }
  const goesBack = refundOfDuplicate(duplicate);
  if (isKnown && known.isAnnounced) {
    const isSame =
      known.isBeingPaidBack === goesBack.isBeingPaidBack &&
      known.refundAmount?.amount === goesBack.refundAmount?.amount;
    return isSame ? undefined : { ...order, duplicatePayment: { ...other, ...goesBack, isAnnounced: true } };
  }
  const at = Math.max(order.changedAt, duplicate.changedAt);
  const told: Order = { ...order, duplicatePayment: { ...other, ...goesBack, isAnnounced: true } };
  return announce(told, { kind: 'paid_twice', payment, other }, at);
}

/** False also when another delivery has meanwhile saved a later version, or an order that was made since `chain` was read. */
function isNewer(resentAs: ResentOrder, known: ResentOrder | undefined, chain: Chain): boolean {
  if (!known) return true;
  if (known.reference !== resentAs.reference)
    return chain.some(({ reference }) => reference === known.reference);
  const { state, isUnanswered, cardUrl, version } = resentAs;
  const isSame = state === known.state && isUnanswered === known.isUnanswered && cardUrl === known.cardUrl;
  return !isSame && version > known.version;
}

/** Does nothing for other orders, and for a charge that is counted already. Rejects when the store is down. */
type CountCharge = (charge: Order) => Promise<void>;

export function createCountCharge(deps: {
  orders: Pick<OrderStore, 'get' | 'trigger'>;
  updates: Pick<OrderUpdates, 'updateBoth'>;
  clock: Clock;
}): CountCharge {
  const { orders, updates, clock } = deps;

  return async (charge) => {
    const parent = charge.chargeOf && (await orders.get(charge.chargeOf));
    if (!parent || !countCharge(parent, charge)) return;
    // What is charged again has been paid before, and the notification of that may be lost.
    if (!wasPaid(parent.state)) await orders.trigger('check', parent.reference, clock.now());
    await updates.updateBoth(parent.reference, charge.reference, (newest, its) => ({
      status: 'counted',
      orders: countCharge(newest, its),
    }));
  };
}
