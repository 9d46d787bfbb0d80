// Tells the price of one from the amount of all, which nobody but the agent can know: "5 bags @ 250".
import type { AmountNumber } from './amount-numbers.ts';
import {
  isAtSign,
  isEach,
  isGluedTimes,
  isGluedUnit,
  isRate,
  isShillings,
  isTimeCounted,
  isTimeSpan,
  isTimes,
  isUnit,
} from './counted-words.ts';
import { coreOf, type Word } from './typed-words.ts';

type Place = Pick<AmountNumber, 'first' | 'last'>;

/**
 * The number with what makes it the price of one: "5 bags @ 250", "250 each", "500 x 3". Also "5 bags at 250", but "lunch at 250" is
 * what the lunch costs, and "KES 500 per month" what a link asks for each month.
 */
export function unitPriceOf(
  { first, last: lastDigit }: Place,
  words: readonly Word[],
  taken: ReadonlySet<number>,
): Place | undefined {
  const textAt = (place: number) => words[place]?.text ?? '';
  // "250 bob each"
  const last = isShillings(textAt(lastDigit + 1)) ? lastDigit + 1 : lastDigit;
  const isOnly = ![...taken].some((place) => place < first || place > lastDigit);
  const isTimed = words.some(({ text }) => isTimeCounted(text));
  const isCounted = !isOnly || isTimed || words.some(({ text }) => isGluedUnit(text));
  // "rent per month 1500" is all that is asked for; in "3 days per day 4500" it is not.
  const isRhythm = (word: string) => !isCounted && isTimeSpan(word);
  const before = words[first]?.afterCut ? '' : textAt(first - 1);
  const [beforeThat, behind, next] = [textAt(first - 2), textAt(last + 1), textAt(last + 2)];

  if (isAtSign(before) || isEach(before) || isGluedTimes(before)) return { first: first - 1, last };
  if (isTimed && isRate(before)) return { first: first - 1, last };
  const isFactor = isTimes(before) && coreOf(beforeThat) !== '1';
  if (isCounted && (isFactor || /^at$/i.test(before))) return { first: first - 1, last };
  if (isOfOne(beforeThat, before) && !isRhythm(before)) return { first: first - 2, last };

  if (isGluedTimes(behind)) return { first, last: last + 1 };
  // Once is no more than the amount, but in "500 x 1 000" the 1 is only the first of its groups.
  const isOnce = coreOf(next) === '1' && !/^\d/.test(textAt(last + 3));
  if (isTimes(behind) && /^\d/.test(next) && !isOnce) return { first, last: last + 2 };
  if (isRhythm(next)) return undefined;
  if (isEach(behind, next) || (isTimed && isRate(behind))) return { first, last: last + 1 };
  return isCounted && /^an?$/i.test(behind) && isUnit(next) ? { first, last: last + 2 } : undefined;
}

/** Before the price of one: "per bag 250", "kila moja 250", "3 tickets of 500". */
function isOfOne(beforeThat: string, before: string): boolean {
  const isOne = isUnit(before) || isTimeSpan(before) || /^(?:one|moja)$/i.test(before);
  return (isEach(beforeThat, before) && isOne) || (isUnit(beforeThat) && /^of$/i.test(before));
}
