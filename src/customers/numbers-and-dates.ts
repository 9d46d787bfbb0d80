// Money, days and moments as the customer's language writes them.
import { decimalsOf, type Money } from '#lib/money.ts';
import { oneLine } from '#lib/text.ts';
import type { Language } from '#orders/order.ts';

/** Swahili as in Kenya, where 1,500.00 is written as in English; elsewhere it is 1.500,00. */
const LOCALES = { en: 'en-KE', sw: 'sw-KE', fr: 'fr-FR' } as const satisfies Record<Language, string>;

/** The provider may send any text as a currency. */
const MAX_CURRENCY_LENGTH = 20;

/** "KES 1,500.00", in French "1 500,00 KES". More decimals than the currency has are shown, not rounded. */
export function moneyIn(language: Language, { amount, currency }: Money): string {
  const decimals = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: 100,
  });
  // From text, so that no digit is lost.
  const number = decimals.format(amount as Intl.StringNumericLiteral);
  const name = oneLine(currency).slice(0, MAX_CURRENCY_LENGTH).toWellFormed();
  return language === 'fr' ? `${number}\u00a0${name}` : `${name} ${number}`;
}

/** `isoDay` (yyyy-MM-dd) as "24 November 2026". */
export function dayIn(language: Language, isoDay: string): string {
  return longDate(language, Date.parse(isoDay), 'UTC');
}

/** The day of `at` (ms) in `timeZone`: "24 November 2026". */
export function dateIn(language: Language, at: number, timeZone: string): string {
  return longDate(language, at, timeZone);
}

/**
 * "24 November 2026, 12:05 (East Africa Time)". Intl's own joining would say "saa 12:05" in Swahili, which is how people there
 * call five past six.
 */
export function momentIn(language: Language, at: number, timeZone: string): string {
  const locale = LOCALES[language];
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return `${longDate(language, at, timeZone)}, ${time.format(at)} (${zone?.value ?? timeZone})`;
}

function longDate(language: Language, at: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at);
  // Intl leaves out what French adds to the first day of a month.
  return language === 'fr' ? date.replace(/^1 /, '1er ') : date;
}
