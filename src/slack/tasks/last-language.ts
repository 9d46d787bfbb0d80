// The language of the last link for a customer: with it the next text for them is suggested.
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Language } from '#orders/language.ts';
import type { Order } from '#orders/order.ts';
import type { Customers } from '#payments/finding/customers.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';

/** Undefined where no link says it, or the store does not answer in time. Never rejects. */
export type LastLanguage = (order: Pick<Order, 'customer' | 'prompt'>) => Promise<Language | undefined>;

export function createLastLanguage(deps: {
  customers: Pick<Customers, 'lastLanguage'>;
  clock: Clock;
}): LastLanguage {
  const { customers, clock } = deps;
  return ({ customer, prompt }) => {
    const last = customers.lastLanguage({ phone: prompt?.msisdn ?? customer.phone, email: customer.email });
    return withTimeout(clock, QUESTION_MS, last, undefined).catch(() => undefined);
  };
}
