// Finds the number of a payment card in what a person wrote, so that it is refused before it is stored or sent on.
import { plainText, withoutShortcodes } from './plain-text.ts';

/** Between two groups: one blank, one dash of any kind that a phone or a word processor makes of it, a full stop or a slash. */
const GAP = '[\\p{Zs}\\p{Pd}\\u2212./]';
/** One whole run of digits, or groups of 4-4-4-4 or 4-6-5. A lookahead, so that a number may begin inside another try. */
const CANDIDATE = new RegExp(
  `(?<!\\d)(?=(\\d{13,19}|\\d{4}(?:${GAP}\\d{4}){3}|\\d{4}${GAP}\\d{6}${GAP}\\d{5})(?!\\d))`,
  'gu',
);

/** First digits and lengths: Visa, Mastercard (two ranges), American Express, Discover and its kin. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|6\d{15,18})$/;

/**
 * True when a card's number stands in the text, also once its emoji are left out. Digits of different words are never joined in any
 * other way: 254712345678 lies in a range of Mastercard, and with an amount behind it there would be a card's number by chance.
 */
export function hasCardNumber(text: string): boolean {
  return [...plainText(withoutShortcodes(text)).matchAll(CANDIDATE)].some(([, written = '']) => {
    const digits = written.replace(/\D/g, '');
    return ISSUED.test(digits) && hasCheckDigit(digits);
  });
}

/** Luhn's check (ISO/IEC 7812-1): from the right, every second digit is doubled, and the sum ends in 0. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
