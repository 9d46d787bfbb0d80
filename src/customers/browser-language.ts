// Which of the languages in which customers are spoken to a browser asks for.
import { LANGUAGES, type Language } from '#orders/order.ts';

/**
 * The language that a browser's `Accept-Language` likes best (RFC 9110, 12.5.4): a region is left aside, of two that it likes
 * as much the first is taken, and one with the weight 0 is not wanted. English when none of ours is named.
 */
export function languageFrom(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 };
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.toLowerCase().split(';');
    const [primary] = tag.trim().split('-');
    const language = LANGUAGES.find((known) => known === primary);
    const weight = weightIn(parameters);
    if (language && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

/** 1 where none is given; 0, which is the same as not named, where it cannot be read. */
function weightIn(parameters: readonly string[]): number {
  const [, written] = parameters.map((text) => /^\s*q=(.*)$/.exec(text)).find(Boolean) ?? [];
  if (written === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written.trim()) ? Number(written) : 0;
}
