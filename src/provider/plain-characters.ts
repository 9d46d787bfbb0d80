// Text for fields in which the provider is only known to take plain characters: printable ASCII, on one line.
import { plainText } from '#lib/text.ts';

/**
 * The same words without accents, line breaks and emoji; typographic quotes and dashes become the keyboard's. A letter or
 * digit of another script becomes "?". The result can be longer than the text.
 */
export function plainCharacters(text: string): string {
  return plainText(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[æœøß]/giu, (letter) => LATIN[letter] ?? letter)
    .replace(/[‘’‚′]/gu, "'")
    .replace(/[“”„«»″]/gu, '"')
    .replace(/[‐-―−]/gu, '-')
    .replace(/(?![\x20-\x7e])[\p{L}\p{N}]/gu, '?')
    .replace(/[^\x20-\x7e]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Letters of which Unicode does not know how to write them in plain ones. */
const LATIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ẞ: 'SS',
};
