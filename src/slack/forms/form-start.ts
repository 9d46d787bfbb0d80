// What the order forms of a channel start with where words and earlier customers say nothing else: what people have chosen for
// the channel, else what the merchant has. Pure.
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import type { OrderHabits } from '#slack/text/settings.ts';
import { type Country, HOME_CURRENCIES, type HomeCurrency } from './phone-choice.ts';

export type FormStart = {
  /** Of a link. */
  readonly currency: string;
  /** Of a prompt, unless the number's network or the amount's currency says otherwise. */
  readonly method?: PaymentMethod;
  /** As FormMemory has it. */
  readonly home?: HomeCurrency;
};

/** `merchantCurrency`: DEFAULT_CURRENCY. Whom the channel prompts says more of its numbers than what its links are paid in. */
export function startOf(habits: OrderHabits | undefined, merchantCurrency: string): FormStart {
  const { currency, method } = habits ?? {};
  const named: string | undefined = method ? PAYMENT_METHODS[method].currency : currency;
  const home = HOME_CURRENCIES.find((one) => one === named);
  return {
    currency: currency ?? merchantCurrency,
    ...(method ? { method } : {}),
    ...(home ? { home } : {}),
  };
}

/** With which a prompt to that country starts where the number's network does not say. `chosen`: for the channel. */
export function startingMethod(country: Country, chosen: PaymentMethod | undefined): PaymentMethod {
  if (chosen && PAYMENT_METHODS[chosen].country === country) return chosen;
  return country === 'UG' ? 'AirtelUG' : 'MpesaKE';
}
