// Reads the filter behind `alerts on`: "over 10000 only paid by @amina mpesa". Pure.
import { type Money, parseAmount } from '#lib/money.ts';
import {
  ALERT_KINDS,
  ALERT_METHODS,
  type AlertFilter,
  type AlertKind,
  type AlertMethod,
  type AlertThreshold,
} from '#orders/alert-filter.ts';
import { currencyOf } from '#provider/currencies.ts';
import { nearestWord } from '#slack/text/nearest-word.ts';

/** What people write for the kinds and methods, as they are said in `text/alerts.ts` too. */
const KINDS: ReadonlyMap<string, AlertKind> = new Map([
  ...ALERT_KINDS.map((kind) => [kind, kind] as const),
  ['payments', 'paid'],
  ['payment', 'paid'],
  ['reviews', 'review'],
  ['failures', 'failed'],
  ['unpaid', 'failed'],
  ['refund', 'refunds'],
  ['refunded', 'refunds'],
  ['reversed', 'refunds'],
]);
const METHODS: ReadonlyMap<string, AlertMethod> = new Map([
  ...ALERT_METHODS.map((method) => [method, method] as const),
  ['m-pesa', 'mpesa'],
  ['cards', 'card'],
  ['visa', 'card'],
  ['mastercard', 'card'],
]);

/** "more than" is two words. */
const OVER = new Set(['over', 'above', 'more']);

/** They join words and narrow nothing: "Airtel Money or card". */
const JOINING = new Set(['only', 'and', 'or', '&', 'money']);

/** The words from which the nearest to a misspelt one is taken. */
const WORDS = ['over', 'above', 'only', 'by', 'visa', 'mastercard', ...ALERT_KINDS, ...ALERT_METHODS];

type AlertWords =
  | { readonly status: 'read'; readonly filter: AlertFilter }
  | { readonly status: 'unknown'; readonly word: string; readonly nearest: string | undefined }
  | { readonly status: 'incomplete'; readonly fault: 'amount' | 'person' | 'what' };

/** `self`: the Slack id of who typed it. Without words the filter is empty and lets through what alerts usually tell. */
export function readAlertWords(text: string, how: { defaultCurrency: string; self: string }): AlertWords {
  const words = wordsOf(text);
  const isWithout = words.length === 0;
  const over: AlertThreshold[] = [];
  const only = new Set<AlertKind>();
  const by = new Set<string>();
  const methods = new Set<AlertMethod>();
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const name = word.toLowerCase();
    const kind = KINDS.get(name);
    const method = METHODS.get(name);
    if (JOINING.has(name)) continue;
    if (kind) only.add(kind);
    else if (method) methods.add(method);
    else if (OVER.has(name)) {
      if (name === 'more' && words.shift()?.toLowerCase() !== 'than')
        return { status: 'unknown', word, nearest: 'over' };
      do {
        const threshold = takeThreshold(words, how.defaultCurrency);
        if (!threshold) return { status: 'incomplete', fault: 'amount' };
        over.push(threshold);
      } while (takeJoining(words, (next) => /^[a-z]*\d/i.test(next) || currencyOf(next) !== undefined));
    } else if (name === 'by') {
      const agents = takeAgents(words, how.self);
      if (agents.length === 0) return { status: 'incomplete', fault: 'person' };
      for (const agent of agents) by.add(agent);
    } else return { status: 'unknown', word, nearest: nearestWord(name, WORDS) };
  }
  const filter: AlertFilter = {
    ...(over.length > 0 && { over }),
    ...(only.size > 0 && { only: [...only] }),
    ...(by.size > 0 && { by: [...by] }),
    ...(methods.size > 0 && { methods: [...methods] }),
  };
  // "only" alone narrows nothing, and whoever wrote it wanted less than everything.
  if (Object.keys(filter).length === 0 && !isWithout) return { status: 'incomplete', fault: 'what' };
  return { status: 'read', filter };
}

/** Commas join, except in an amount: "over 10,000, mpesa". */
function wordsOf(text: string): string[] {
  return text
    .replace(/,(?!\d{3}(?!\d))/g, ' and ')
    .split(/\s+/)
    .filter(Boolean);
}

/** Takes "10000", "KES 10,000", "10 000 KES", "Ksh10k" off the front of `words`. */
function takeThreshold(words: string[], defaultCurrency: string): AlertThreshold | undefined {
  const [, glued = '', first = ''] = /^(\D*)(\d.*)$/.exec(words[0] ?? '') ?? [];
  const before = currencyOf(glued || words[0], defaultCurrency);
  if (glued && !before) return undefined;
  if (before && !glued) words.shift();
  const groups = glued ? [first] : [words[0] ?? ''];
  words.shift();
  while (/^\d{3}$/.test(words[0] ?? '')) groups.push(words.shift() ?? '');
  const behind = currencyOf(words[0], defaultCurrency);
  if (behind) words.shift();
  const currency = before ?? behind;
  if (before && behind && before !== behind) return undefined;
  const money = readMoney(groups.join(' '), currency ?? defaultCurrency);
  return money && { ...money, ...(currency === undefined && { othersPass: true }) };
}

/** "10k" is 10,000. */
function readMoney(text: string, currency: string): Money | undefined {
  const read = parseAmount(text.replace(/^(\d+)k$/i, '$1000'), currency);
  return read.ok ? read.value : undefined;
}

/** Takes "<@U1> or me" off the front of `words`. */
function takeAgents(words: string[], self: string): string[] {
  const agentIn = (word: string) => (/^me$/i.test(word) ? self : /^<@(\w+)>$/.exec(word)?.[1]);
  const agents: string[] = [];
  for (;;) {
    while (JOINING.has(words[0]?.toLowerCase() ?? '')) words.shift();
    const agent = agentIn(words[0] ?? '');
    if (agent === undefined) return agents;
    agents.push(agent);
    words.shift();
  }
}

/** Takes words that join off the front where one follows that goes on with the same. */
function takeJoining(words: string[], goesOn: (next: string) => boolean): boolean {
  const next = words.findIndex((word) => !JOINING.has(word.toLowerCase()));
  const isTaken = next > 0 && goesOn(words[next] ?? '');
  if (isTaken) words.splice(0, next);
  return isTaken;
}
