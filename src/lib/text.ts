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

/**
 * Whole characters in one line, without direction marks, which could show a text backwards. As it is, for what people copy
 * and for fields of forms, from where it comes back.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** "1 order", "2,000 orders". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
