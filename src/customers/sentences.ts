// Every sentence that a customer reads, in every language.

import { isOpen } from '#orders/lifecycle.ts';
import type { Language, Order } from '#orders/order.ts';
import type { CustomerSentences } from './customer-sentences.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { SWAHILI } from './swahili.ts';

export const SENTENCES: Record<Language, CustomerSentences> = { en: ENGLISH, sw: SWAHILI, fr: FRENCH };

/**
 * The address of the payment page while the order can be paid there and is meant to be: not once it is being cancelled, once
 * another order was made in its place, another one of its chain was paid, or its customer was erased. Undefined for orders without
 * such a page.
 */
export function paymentPageOf(
  order: Pick<
    Order,
    'state' | 'provider' | 'cancelRequestedAt' | 'resentAs' | 'duplicatePayment' | 'erasedAt'
  >,
): string | undefined {
  const { state, provider, cancelRequestedAt, resentAs, duplicatePayment, erasedAt } = order;
  const isMeant = [cancelRequestedAt, resentAs, duplicatePayment, erasedAt].every((one) => one === undefined);
  return isOpen(state) && isMeant ? provider.redirectUrl : undefined;
}
