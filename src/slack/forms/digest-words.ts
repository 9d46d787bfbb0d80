// Reads what follows `digest`: "daily 18:00", "weekly mon 08:00", "every friday at 6pm", "off". Pure.
import { type DigestSchedule, WEEKDAYS, type Weekday } from '#payments/reports/digest-schedule.ts';
import type { DigestFault } from '#slack/text/digest.ts';
import { nearestWord } from '#slack/text/nearest-word.ts';

type DigestWords =
  | { readonly status: 'read'; readonly schedule: DigestSchedule }
  | { readonly status: 'off' }
  /** Nothing was written. */
  | { readonly status: 'none' }
  | { readonly status: 'unknown'; readonly word: string; readonly nearest: string | undefined }
  | { readonly status: 'incomplete'; readonly fault: DigestFault };

const OFF = new Set(['off', 'stop', 'none', 'never']);
const DAILY = new Set(['daily', 'day', 'everyday', 'days']);
const WEEKLY = new Set(['weekly', 'week']);
/** They join words and say nothing more. */
const JOINING = new Set(['at', 'on', 'every', 'each', 'the', 'a', 'and', 'oclock', "o'clock", 'h', 'hrs']);
const TIMES: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midday', '12:00'],
  ['midnight', '00:00'],
]);

/** The words from which the nearest to a misspelt one is taken. */
const WORDS = ['daily', 'weekly', 'off', 'noon', 'midnight', ...WEEKDAYS];

/** "18:00", "18.00", "18h00", "1800", "6pm", "6:30pm", "8". */
const TIME = /^(\d{1,2})(?:[:.h]?(\d\d))?h?(am|pm)?$/;

/** Words may stand in any order. `text`: without Slack's wrapping. */
export function readDigestWords(text: string): DigestWords {
  const words = wordsOf(text);
  if (words.length === 0) return { status: 'none' };
  const times: string[] = [];
  const weekdays = new Set<Weekday>();
  let isDaily = false;
  let isWeekly = false;
  let isOff = false;
  for (const word of words) {
    const weekday = weekdayIn(word);
    const time = TIMES.get(word) ?? (TIME.test(word) ? timeIn(word) : undefined);
    if (time === 'none') return { status: 'incomplete', fault: 'no_such_time' };
    if (time !== undefined) times.push(time);
    else if (weekday) weekdays.add(weekday);
    else if (DAILY.has(word)) isDaily = true;
    else if (WEEKLY.has(word)) isWeekly = true;
    else if (OFF.has(word)) isOff = true;
    else if (!JOINING.has(word)) return { status: 'unknown', word, nearest: nearestWord(word, WORDS) };
  }
  if (isOff) {
    const isAlone = times.length === 0 && weekdays.size === 0 && !isDaily && !isWeekly;
    return isAlone ? { status: 'off' } : { status: 'incomplete', fault: 'too_many' };
  }
  return scheduleOf({ times, weekdays: [...weekdays], isDaily, isWeekly });
}

function scheduleOf(read: {
  times: readonly string[];
  weekdays: readonly Weekday[];
  isDaily: boolean;
  isWeekly: boolean;
}): DigestWords {
  const [time, ...otherTimes] = read.times;
  const [weekday, ...otherDays] = read.weekdays;
  const isBoth = read.isDaily && (read.isWeekly || weekday !== undefined);
  if (isBoth || otherTimes.length > 0 || otherDays.length > 0)
    return { status: 'incomplete', fault: 'too_many' };
  if (read.isWeekly && !weekday) return { status: 'incomplete', fault: 'weekday' };
  if (!read.isDaily && !weekday) return { status: 'incomplete', fault: 'often' };
  if (time === undefined) return { status: 'incomplete', fault: 'time' };
  return { status: 'read', schedule: { time, ...(weekday && { weekday }) } };
}

/** In lower case, without commas, and with "6 pm" and "6 p.m." as one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/(?<=\d)\s*([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/[’‘`]/g, "'")
    .split(/[\s,]+/)
    .map((word) => word.replace(/^["“”'(]+|["“”'.!?)]+$/g, ''))
    .filter(Boolean);
}

/** "mon", "monday", "mondays", "tues", "thurs": from three letters on. */
function weekdayIn(word: string): Weekday | undefined {
  if (word.length < 3) return undefined;
  return WEEKDAYS.find((weekday) => `${weekday}s`.startsWith(word));
}

function timeIn(word: string): string | 'none' {
  const [, hourText = '', minutes = '00', half] = TIME.exec(word) ?? [];
  const hour = Number(hourText);
  const isInHalf = half === undefined || (hour >= 1 && hour <= 12);
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  if (!isInHalf || hours > 23 || Number(minutes) > 59) return 'none';
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}
