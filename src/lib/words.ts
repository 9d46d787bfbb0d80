// Words as people search for them: in lower case, without accents, and with the usual letters in the place of their variants.

/** The folded words of a text: letters and digits of any script. An apostrophe inside a word is left out ("Ng'ang'a"). */
export function wordsOf(text: string): string[] {
  // Most texts; the expressions below say the same of them and take several times as long.
  if (IS_ASCII.test(text)) return text.toLowerCase().replace(ASCII_APOSTROPHE, '').match(ASCII_WORD) ?? [];
  return foldWord(text.replace(APOSTROPHE, '')).match(/[[\p{L}\p{N}\p{M}]--[ʼ]]+/gv) ?? [];
}

const IS_ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z\d]+/g;
const ASCII_APOSTROPHE = /(?<=[a-z])['`](?=[a-z])/g;
const APOSTROPHE = /(?<=\p{L})['’‘ʼ`´](?=\p{L})/gu;

/** Accents, and the vowel signs that Arabic and Hebrew leave out in everyday writing. Other marks are letters of a script. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not take apart, as people type them who do not have them. */
const PLAIN_LETTERS = new Map(
  'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŋ:n ɓ:b ɗ:d ɖ:d ƙ:k ƴ:y ɛ:e ɔ:o ς:σ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);
const TO_REPLACE = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'gu');

/** `text` in lower case, without accents, and with the usual letters in the place of their variants. */
export function foldWord(text: string): string {
  // The rest would change nothing of it.
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Once more, because a letter may come apart only in lower case.
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(TO_REPLACE, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
      .normalize('NFC')
  );
}
