// What is said where customers get something: the languages that they read.
import type { Order } from '#orders/order.ts';

export type Language = NonNullable<Order['language']>;

/** As agents read them, in the order in which they are offered. */
export const LANGUAGE_NAMES = {
  en: 'English',
  sw: 'Swahili',
  fr: 'French',
} as const satisfies Record<Language, string>;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}
