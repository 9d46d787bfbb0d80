// Text as it is read: letters, digits, blanks and punctuation of other keyboards become the usual ones.

/** Marks that show nothing, such as the direction marks that come with a number copied from a phone's contacts. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Names are in lower case and of any script. Only +1, -1, 100 and 1234 have no letter. */
const SHORTCODES = / ?(?::(?:[+-]1|100|1234|(?=[^:]*[\p{Ll}\p{Lo}])[\p{Ll}\p{Lo}\p{M}\p{N}_+'-]{1,100}):)+/gu;

/**
 * Without the names that Slack hands over in the place of emoji, such as `:bread:` and `:wave::skin-tone-3:`. What stands between
 * letters and digits is none: a:b:c, 10:30am:.
 */
export function withoutShortcodes(text: string): string {
  const isWord = (character = '') => /[\p{L}\p{N}:]/u.test(character);
  return text.replace(SHORTCODES, (names: string, at: number) => {
    const next = text[at + names.length];
    const isGlued = !names.startsWith(' ') && isWord(text[at - 1]);
    if (isGlued && (isWord(next) || /^:\d/.test(names))) return names;
    return isWord(next) ? ' ' : '';
  });
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
