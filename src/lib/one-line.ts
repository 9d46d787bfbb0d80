// Foreign text as one line that can be seen: for all places where people read what others typed.

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
