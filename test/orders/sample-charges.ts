// A recurring order, its charges and their payments, for tests.
import { startOfDay } from '#lib/time.ts';
import { countCharge, NO_CHARGES } from '#orders/charges.ts';
import type { Order } from '#orders/order.ts';
import type { StatedPayment } from '#orders/payment.ts';
import { recurringOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';

export const DAY = 24 * 60 * 60_000;
/** Noon in East Africa. */
export const noon = (day: string) => startOfDay(day) + DAY / 2;

export function paymentOn(day: string, own: Partial<StatedPayment['paid']> = {}): StatedPayment {
  return {
    paid: { amount: '1500', currency: 'KES', ...own },
    method: 'Visa',
    confirmationCode: '1',
    payer: '476173xxxxxx0010',
    paidAt: noon(day),
  };
}

/** Monthly from 1 Jan to 31 Dec 2030, first paid on 20 Dec 2029. */
export function parentOf(own: Partial<Order> = {}): Order {
  return {
    ...recurringOrder('SUB', 'ACC-7', noon('2029-12-19')),
    state: 'paid',
    payments: [paymentOn('2029-12-20')],
    charges: NO_CHARGES,
    ...own,
  };
}

export function chargeOf(day: string, own: Partial<Order> = {}): Order {
  return sampleOrder(`SUB/${day}`, {
    kind: 'charge',
    state: 'paid',
    chargeOf: referenceOf('SUB'),
    createdAt: noon(day),
    payments: [paymentOn(day)],
    ...own,
  });
}

/** The parent and the charge after counting, which may change nothing. */
export function counted(parent: Order, charge: Order): readonly [Order, Order] {
  return countCharge(parent, charge) ?? [parent, charge];
}
