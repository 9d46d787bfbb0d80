// What is written beside an amount: what is counted or measured, labels, days and codes; and what may be a price.
import { currencyOf } from '#provider/currencies.ts';
import { coreOf } from './typed-words.ts';

/** What can be counted or measured, so that a number before it may say how much is sold. */
const UNITS = new Set(
  `g gs mg mgs kg kgs kilo kilos gram grams grm grms ton tons tonne tonnes l ls ml mls cl cls litre litres liter liters ltr ltrs
  m mm cm km metre metres meter meters ft foot feet inch inches pc pcs piece pieces pair pairs pack packs packet packets pax
  pkt pkts bag bags sack sacks bale bales bottle bottles btl btls tin tins can cans box boxes crate crates carton cartons
  tray trays doz dozen dozens bunch bunches roll rolls sheet sheets unit units item items cup cups plate plates set sets
  ticket tickets seat seats hour hours hr hrs day days night nights week weeks month months year years person persons
  people`.split(/\s+/),
);
const TIMES = new Set(['x', '×', '*']);
/** What gives a number another meaning than an amount. */
const LABELS = new Set(
  `no nos nr num number inv invoice order ref receipt account acc a/c room rm house hse plot unit table apt flat floor block form
  grade part page po lpo class`.split(/\s+/),
);
/** Behind the price of one. */
const EACH = /^(?:each|ea|per|apiece|kila)$/i;
/** Of times that are counted, also in words: "three days". */
const TIMES_COUNTED = /^\d*(?:hour|day|night|week|month|year)s$/i;
const TIME_SPAN = /^(?:day|week|month|quarter|year|siku|wiki|mwezi|mwaka)$/i;
/** "21/11/2026", "2026-11-21", "21/11", "21st". */
const DAY =
  /^(?:\d{1,2}([/.-])\d{1,2}\1(?:20)?\d\d|20\d\d-\d\d-\d\d|\d{1,2}\/(?:0?[1-9]|1[0-2])|\d{1,2}(?:st|nd|rd|th))$/i;
/** "B12", "14C", "KCA123B". In "X500" the X is a sign of multiplication. */
const CODE = /^(?!X)(?:[A-Z]{1,3}\d+[A-Z]?|\d+[A-Z])$/;
/** In "-0023", which begins with 0, the sign is a dash. */
const ADDITION = /^[+\-–—−]([a-z]{2,4}[.:]?)?[1-9][\d.,]*(?:k|m|%|\/[=-])??([a-z]{2,4})?$/i;

export function isUnit(word = ''): boolean {
  return UNITS.has(word.toLowerCase().replace(/\.$/, ''));
}

/** "500ml", "(1.5kg)". */
export function isGluedUnit(word: string): boolean {
  const [, unit] = /^\d+(?:[.,]\d+)?([a-z]+)$/i.exec(coreOf(word)) ?? [];
  return isUnit(unit);
}

export function isTimes(word = ''): boolean {
  return TIMES.has(word.toLowerCase());
}

/** Beside the price of one: "3x" before it, "x2" behind it. Once, as "x1" says, it is that of all. */
export function isGluedTimes(word: string): boolean {
  return /^(?:(?!1[x×*])\d+[x×*]|[x×*](?!1$)\d+)$/i.test(coreOf(word));
}

/** Added to an amount or taken off it: "+200", "-1,500/=", "-10%". */
export function isAddition(word: string): boolean {
  const [whole, before, behind] = ADDITION.exec(coreOf(word)) ?? [];
  const isCurrency = (name = '') => name === '' || isShillings(name) || currencyOf(name) !== undefined;
  return whole !== undefined && isCurrency(before) && isCurrency(behind);
}

/** Names no currency, because several countries have them. */
export function isShillings(word: string): boolean {
  return /^(?:bob|shillings?|shilingi)$/i.test(coreOf(word));
}

export function isLabel(word = ''): boolean {
  return LABELS.has(word.toLowerCase().replace(/[.:#]$/, ''));
}

/** Before the price of one: "@", "bags@", "@KES". */
export function isAtSign(word = ''): boolean {
  const [, behind] = /@([a-z.]*)$/i.exec(word) ?? [];
  return behind === '' || currencyOf(behind) !== undefined;
}

/** `next`: the word behind it. "kwa siku" is "per day", and "kwa unga" is "for flour". */
export function isEach(word = '', next = ''): boolean {
  return EACH.test(coreOf(word)) || (/^kwa$/i.test(word) && isTimeSpan(next));
}

export function isTimeCounted(word: string): boolean {
  return TIMES_COUNTED.test(coreOf(word));
}

/** Beside the price of one day, week or month. */
export function isRate(word: string): boolean {
  return /^(?:hourly|daily|nightly|weekly|monthly|yearly)$/i.test(coreOf(word));
}

export function isTimeSpan(word = ''): boolean {
  return TIME_SPAN.test(coreOf(word));
}

/** Of a word that is read as no amount: "@65", "bags:1500", "500/=each", "x500", "1500-". */
export function mayBePrice(word: string): boolean {
  const core = coreOf(word);
  return (
    /\d\d/.test(word) && !/^\W*0/.test(word) && !isGluedUnit(word) && !DAY.test(core) && !CODE.test(core)
  );
}
