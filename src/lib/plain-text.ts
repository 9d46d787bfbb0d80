// Text as it is read: letters, digits, blanks and punctuation of other keyboards become the usual ones.

/** Marks that show nothing, such as the direction marks that come with a number copied from a phone's contacts. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * Without invisible marks, NFKC, and every script's digits as 0 to 9. What is a number of another kind stays: 10² must not
 * become 102, nor 1½ become 11⁄2.
 */
export function plainText(text: string): string {
  return withoutInvisible(text)
    .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** Unicode keeps the digits of a script in one row from 0 to 9, and rows begin only behind other characters or other rows. */
function valueOfDigit(digit: string): number {
  const place = digit.codePointAt(0) ?? 0;
  let first = place;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (place - first) % 10;
}
