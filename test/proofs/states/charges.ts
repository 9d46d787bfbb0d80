// The recurring order of a walk, what the payment service may charge for it, and a charge of somebody else's order.
import { startOfDay } from '#lib/days.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order, Recurring } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import { chargeReference, type Reference } from '#orders/reference.ts';
import { referenceOf } from '#test/store/sample-order.ts';

/** The first of the three payments is made by hand. */
export const RECURRING: Recurring = {
  accountNumber: 'ACC-7',
  startDay: '2030-01-01',
  endDay: '2030-01-03',
  frequency: 'DAILY',
};
export const ACCOUNT_OF_OTHERS = 'ACC-8';

const PARENT = referenceOf('A1');

export const CHARGE_1 = chargeReference(PARENT, '00000000-0000-4000-8000-0000000000c1');
export const CHARGE_2 = chargeReference(PARENT, '00000000-0000-4000-8000-0000000000c2');
/** Of another merchant's order: somebody names our account in a notification of it. */
export const FOREIGN = chargeReference(PARENT, '00000000-0000-4000-8000-0000000000f1');

export function isCharge(reference: string): boolean {
  return reference.includes('/');
}

/** What the notification of an order or a charge names: the service names the account, and some would name the order. */
export function namedIn(reference: Reference): string {
  if (!isCharge(reference)) return reference;
  return reference === FOREIGN ? PARENT : RECURRING.accountNumber;
}

/** The moments (ms) at which a day begins that makes a difference to what is expected and missed. */
export function daysOf({ recurring, state }: Order): readonly number[] {
  if (!recurring || !wasPaid(state)) return [];
  const days: number[] = [];
  const last = addDays(recurring.endDay, 2);
  for (let day = addDays(recurring.startDay, 1); day <= last; day = addDays(day, 1))
    days.push(startOfDay(day));
  return days;
}
