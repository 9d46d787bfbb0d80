// Words that give the digits beside them another value: "2 thousand", "elfu mbili", "25 dollars".
import { coreOf, type Span, type Word } from './typed-words.ts';

/** `foreign`: money, but of another country. */
type Meaning = 'multiplied' | 'foreign';

const THOUSANDS =
  'hundreds?|thousands?|thou|millions?|mil|mln|billions?|bn|lakhs?|elfu|maelfu|laki|milioni|ngiri';
const CURRENCIES =
  'dollars?|dola|bucks|euros?|yuro|pounds?|pauni|quid|sterling|rands?|yen|yuan|rupees?|francs?|faranga|kwacha|naira|birr|cedis?';

const MULTIPLIER = new RegExp(`^(?:${THOUSANDS}|grand|[km])(?:/[=-])?$`, 'i');
const FOREIGN = new RegExp(`^(?:(?:us)?[$€£¥₹]|${CURRENCIES})$`, 'i');
/** "US" in "25 US dollars". */
const WHOSE =
  /^(?:us|u\.s|usd|american|canadian|australian|british|egyptian|zimbabwean?|rwandan|congolese)$/i;
const IN_WORDS = new RegExp(`^(?:${THOUSANDS})$`, 'i');
const GLUED = new RegExp(`^\\d[\\d.,]*-?(?:(${THOUSANDS}|grand|mia)|${CURRENCIES})$`, 'i');

/** "thousand", which is a number in words wherever it stands. */
export function isNumberInWords(word: string): boolean {
  return IN_WORDS.test(word);
}

/** "2thousand", "25dollars"; undefined where the word is no number with such a word glued to it. */
export function meaningOfGlued(word: string): Meaning | undefined {
  const found = GLUED.exec(word);
  return found ? (found[1] ? 'multiplied' : 'foreign') : undefined;
}

/** The first and last word of the number together with such words beside it. Those up to `taken` belong to another number. */
export function withWordsBeside(
  number: { readonly first: number; readonly last: number; readonly value: string | undefined },
  words: readonly Word[],
  text: string,
  taken: number,
): { readonly first: number; readonly last: number; readonly meaning: Meaning | undefined } {
  const wordAt = (index: number) => coreOf(words[index]?.text);
  const follows = (index: number) => isBlank(text, words[index - 1], words[index]);
  const isMultiplier = (index: number) =>
    MULTIPLIER.test(wordAt(index)) || (/^mia$/i.test(wordAt(index)) && Number(number.value) < 100); // Mia is a name as well.
  let { first, last } = number;
  let meaning: Meaning | undefined;
  while (follows(last + 1) && isMultiplier(last + 1)) {
    last += 1;
    meaning = 'multiplied';
  }
  const behind = follows(last + 1) && WHOSE.test(wordAt(last + 1)) ? last + 2 : last + 1;
  if (follows(behind) && FOREIGN.test(wordAt(behind))) {
    last = behind;
    meaning = 'foreign';
  } else if (first - 1 > taken && follows(first) && FOREIGN.test(wordAt(first - 1))) {
    first -= 1;
    meaning = 'foreign';
  }
  return { first, last, meaning };
}

/** Whether nothing but blanks stands between the two words: in "1500, Grand Hotel" the comma parts them. */
function isBlank(text: string, one: Span | undefined, other: Span | undefined): boolean {
  return one !== undefined && other !== undefined && /^\s+$/.test(text.slice(one.end, other.start));
}
