// What must be true of a recurring order, its charges, and charges that are not its own.
import { dayOf } from '#lib/days.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { countExpectedDays } from '#orders/recurrence.ts';
import { isCharge } from './charges.ts';
import { AMOUNT } from './service-door.ts';
import { type Announced, transactionIn, type World } from './world.ts';

/** Each holds for the step from one world to the next. */
export const OF_CHARGE_STEPS = {
  'a charge is told in the thread of its order': (_: World, { messages }: World) =>
    messages.every(({ reference, news }) => !isCharge(reference) || news !== 'card'),
  'a charge of somebody else’s order is never told': (_: World, after: World) =>
    after.messages.every(({ reference }) => !transactionIn(after, reference)?.isForeign),
  'the service is not asked again about a charge that is known to be somebody else’s': (
    _: World,
    { transactions }: World,
  ) => transactions.every(({ isAskedInVain }) => !isAskedInVain),
  'a missed charge is told once': (_: World, { announced }: World) =>
    new Set(missedDays(announced)).size === missedDays(announced).length,
  'a charge that is counted is not told as missed': (before: World, after: World) =>
    missedDays(after.announced)
      .slice(missedDays(before.announced).length)
      .every((day) => before.orders.every((order) => paidDay(order) < day)),
};

/** Each holds when nothing is under way and nothing is due any more. */
export const AT_CHARGE_REST = {
  'at rest an order counts each of its paid charges once': ({ orders }: World) =>
    orders.every(({ charges, reference }) => {
      if (!charges) return true;
      const paid = orders.filter(({ chargeOf, state }) => chargeOf === reference && state === 'paid').length;
      return charges.paid === paid && Number(charges.total) === paid * Number(AMOUNT.amount);
    }),
  'at rest no charge waits to be known': ({ orders }: World) =>
    orders.every(({ kind, state }) => kind !== 'charge' || state !== 'sending'),
  'at rest a missed charge was told': (world: World) =>
    world.orders.every(({ recurring, charges, state }) => {
      if (!recurring || !charges || state !== 'paid') return true;
      const known = world.orders.filter((one) => one.state === 'failed' || wasPaid(one.state));
      const isLastHeard = known.some(
        (one) => dayOf(one.payments?.[0]?.paidAt ?? one.createdAt) >= recurring.endDay,
      );
      const isLastTold = missedDays(world.announced).includes(recurring.endDay);
      return known.filter(isPaid).length >= countExpectedDays(recurring) || isLastHeard || isLastTold;
    }),
};

function missedDays(announced: readonly Announced[]): string[] {
  return announced.flatMap(({ day }) => day ?? []);
}

function isPaid({ state }: Order): boolean {
  return wasPaid(state);
}

/** '' for what is no counted charge. One that was found but not delivered yet may be told as missed, and as paid right after. */
function paidDay({ state, payments: [payment] = [], countedAs }: Order): string {
  return state === 'paid' && countedAs && payment?.paidAt !== undefined ? dayOf(payment.paidAt) : '';
}
