// `/pay alerts on [filter]`, `off`, `quiet`, `list`.
import { formatMoney, parseAmount } from '#lib/money.ts';
import type { Result } from '#lib/result.ts';
import {
  ALERT_KINDS,
  ALERT_METHODS,
  type AlertFilter,
  type AlertKind,
  type AlertMethod,
  type AlertThreshold,
  USUAL_KINDS,
} from '#orders/alert-filter.ts';
import { currencyOf } from '#provider/currencies.ts';
import {
  changeChannelDefault,
  describeChannelDefault,
  listed,
  unknownWord,
} from '#slack/channel/channel-default.ts';
import type { AlertChannel, ChosenAlerts } from '#slack/channel/stored-settings.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Typed } from '#slack/feature.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import { channel as channelPiece, person } from '#slack/ui/line.ts';
import { type Answer, mrkdwnMessage } from '#slack/ui/message.ts';
import { lined, mrkdwnOf, type Said, say } from '#slack/ui/say.ts';
import { nearestWord } from '#slack/words/typed-words.ts';

export const alerts: Feature = {
  subcommands: {
    alerts: {
      label: 'Alerts',
      help: ['on [filter]|off|quiet|list', say`Payments announced in this channel`],
      run: runAlerts,
    },
  },
};

async function runAlerts(
  ctx: SlackContext,
  { userId: by, place: { channel }, words, command }: Typed,
): Promise<Answer> {
  const [first = '', ...filterWords] = words.trim().split(/\s+/);
  const word = first.toLowerCase();
  const mode = (['on', 'off', 'quiet'] as const).find((one) => one === word);
  if (word === 'list') return mrkdwnMessage(await listChannels(ctx));
  if (!mode) return describeChannel(ctx, channel, command);
  if (mode !== 'on' && filterWords.length > 0)
    return mrkdwnMessage(say`Nothing changed: only \`on\` takes a filter. Try again without it.`);
  const { defaultCurrency } = ctx.settings;
  const read = readAlertWords(filterWords.join(' '), { defaultCurrency, self: by });
  if (!read.ok) return mrkdwnMessage(read.fault);
  const filter = read.value;
  const setting = mode === 'off' ? undefined : { mode, filter, by, since: ctx.clock.now() };
  const ifShared = say`This channel is shared with another workspace, so it can’t get all payments. Use a channel of your own workspace.`;
  return changeChannelDefault(ctx, {
    channel,
    by,
    name: 'alerts',
    needsAccess: mode !== 'off',
    ...(mode === 'on' && { ifShared }),
    save: () => ctx.alertChannels.set(channel, setting),
    event: 'switched_alerts',
    outcome: mode,
    what: 'the alerts',
    set: describeAlerts({ mode, filter }, true),
  });
}

async function describeChannel(ctx: SlackContext, channel: string, command: string): Promise<Answer> {
  const now = describeAlerts((await ctx.alertChannels.of(channel)) ?? { mode: 'off' }, false);
  return describeChannelDefault(now, command, [
    [
      'alerts on',
      say`All payments in the workspace, each once with a link to its card. To get fewer, add \`over 10000\`, \`only paid\`, \`only review\`, \`only failed\`, \`only refunds\`, \`by @agent\`, \`mpesa\`, \`airtel\` or \`card\`.`,
    ],
    ['alerts off', say`Only the payments of this channel’s own cards.`],
    ['alerts quiet', say`The same, but only in the threads of the cards.`],
    ['alerts list', say`All channels with alerts on or quiet.`],
  ]);
}

async function listChannels(ctx: SlackContext): Promise<Said> {
  const all = await ctx.alertChannels.list();
  if (all.length === 0)
    return say`No channel has alerts on or quiet. Each gets only the payments of its own cards.`;
  const lines = all.slice(0, 50).map(describeListed);
  // A section takes 3,000 characters; a line with a long filter has about two hundred.
  while (mrkdwnOf(lined(lines)).length > 2_800) lines.pop();
  const left = all.length - lines.length;
  return lined([...lines, ...(left > 0 ? [say`… and ${left} more`] : [])]);
}

function describeListed({ channel, mode, by, filter = {} }: AlertChannel): Said {
  // A direct message has no name that others could read.
  const where = isDirectMessage(channel) ? say`the direct message with ${person(by)}` : channelPiece(channel);
  return say`• ${where}: ${mode === 'on' ? describeFilter(filter) : say`*quiet*`}`;
}

export function describeAlerts({ mode, filter = {} }: ChosenAlerts, isNew: boolean): Said {
  const gets = isNew ? 'now gets' : 'gets';
  if (mode === 'on') return say`This channel ${gets} ${describeFilter(filter)}, workspace-wide.`;
  if (mode === 'off') return say`This channel ${gets} only the payments of its own cards.`;
  return say`This channel’s payments ${isNew ? 'now stay' : 'stay'} in the threads of their cards.`;
}

const METHOD_NAMES = { mpesa: 'M-PESA', airtel: 'Airtel', card: 'card' } as const;

/** "M-PESA payments, reviews and refunds over KES 10,000 requested by @amina", "failed card payments". */
export function describeFilter({ over = [], only = USUAL_KINDS, by = [], methods = [] }: AlertFilter): Said {
  const names = methods.map((one) => METHOD_NAMES[one]);
  const of = names.length > 0 ? say`${listed(names, 'conjunction')} ` : [];
  // The methods stand once before a list that begins with payments, and else before each of its nouns.
  const kinds: Record<AlertKind, Said> = only.includes('paid')
    ? { paid: say`${of}payments`, review: say`reviews`, failed: say`failures`, refunds: say`refunds` }
    : {
        paid: [],
        review: say`${of}payments to review`,
        failed: say`failed ${of}payments`,
        refunds: say`${of}refunds`,
      };
  const chosen = ALERT_KINDS.flatMap((kind) => (only.includes(kind) ? [kinds[kind]] : []));
  const sums = over.map((least) => formatMoney(least).replace(/\.00$/, ''));
  // M-PESA payments have no other currency.
  const isKesOnly = methods.join() === 'mpesa' && over.some(({ currency }) => currency === 'KES');
  const hasOthers = over.some(({ othersPass }) => othersPass) && !isKesOnly;
  return [
    ...listed(chosen, 'conjunction'),
    ...(over.length > 0 ? say` over ${listed(sums, 'disjunction')}` : []),
    ...(hasOthers ? say` (any amount in other currencies)` : []),
    ...(by.length > 0 ? say` requested by ${listed(by.map(person), 'disjunction')}` : []),
  ];
}

const KIND_WORDS: Readonly<Record<AlertKind, readonly string[]>> = {
  paid: ['paid', 'payment', 'payments'],
  review: ['review', 'reviews'],
  failed: ['failed', 'failures', 'unpaid'],
  refunds: ['refunds', 'refund', 'refunded', 'reversed'],
};
const METHOD_WORDS: Readonly<Record<AlertMethod, readonly string[]>> = {
  mpesa: ['mpesa', 'm-pesa'],
  airtel: ['airtel'],
  card: ['card', 'cards', 'visa', 'mastercard'],
};

const AGENT = /^(?:me|<@(\w+)>)$/i;
/** They narrow nothing: "Airtel Money or card". */
const JOINING = new Set(['only', 'and', 'or', '&', 'money']);
const WORDS = ['over', 'above', 'only', 'by', 'visa', 'mastercard', ...ALERT_KINDS, ...ALERT_METHODS];

/** Reads what follows `alerts on`: "over 10000 only paid by @amina mpesa". `self`: the Slack id of who typed it. */
export function readAlertWords(
  text: string,
  { defaultCurrency, self }: { defaultCurrency: string; self: string },
): Result<AlertFilter, Said> {
  // Commas join, except in an amount: "over 10,000, mpesa".
  const words = text
    .replace(/,(?!\d{3}(?!\d))/g, ' and ')
    .split(/\s+/)
    .filter(Boolean);
  const over: AlertThreshold[] = [];
  const only = new Set<AlertKind>();
  const by = new Set<string>();
  const methods = new Set<AlertMethod>();
  const wrong = (fault: Said) => ({ ok: false, fault }) as const;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const name = word.toLowerCase();
    const kind = ALERT_KINDS.find((one) => KIND_WORDS[one].includes(name));
    const method = ALERT_METHODS.find((one) => METHOD_WORDS[one].includes(name));
    if (JOINING.has(name)) continue;
    if (kind) only.add(kind);
    else if (method) methods.add(method);
    else if (name === 'over' || name === 'above' || name === 'more') {
      if (name === 'more' && words.shift()?.toLowerCase() !== 'than') return wrong(unknownWord(word, 'over'));
      do {
        const threshold = takeThreshold(words, defaultCurrency);
        if (!threshold)
          return wrong(
            say`Nothing changed. Add an amount after \`over\`, as in \`over 10000\` or \`over KES 10,000\`.`,
          );
        over.push(threshold);
      } while (takeJoining(words));
    } else if (name === 'by') {
      const agents = takeAgents(words, self);
      if (agents.length === 0)
        return wrong(say`Nothing changed. Add a person after \`by\`, as in \`by @amina\` or \`by me\`.`);
      for (const agent of agents) by.add(agent);
    } else return wrong(unknownWord(word, nearestWord(name, WORDS)));
  }
  const filter: AlertFilter = {
    ...(over.length > 0 && { over }),
    ...(only.size > 0 && { only: [...only] }),
    ...(by.size > 0 && { by: [...by] }),
    ...(methods.size > 0 && { methods: [...methods] }),
  };
  // "only" alone narrows nothing, and whoever wrote it wanted less than everything.
  if (Object.keys(filter).length === 0 && text.trim() !== '')
    return wrong(
      say`Nothing changed. Say what to announce, as in \`only paid\` or \`only mpesa\`. For everything, type \`on\` alone.`,
    );
  return { ok: true, value: filter };
}

/** Takes "10000", "KES 10,000", "10 000 KES", "Ksh10k" off the front of `words`. */
function takeThreshold(words: string[], defaultCurrency: string): AlertThreshold | undefined {
  const [, glued = '', digits = ''] = /^(\D*)(\d.*)$/.exec(words[0] ?? '') ?? [];
  const before = currencyOf(glued || words[0], defaultCurrency);
  if (glued && !before) return undefined;
  if (before && !glued) words.shift();
  const groups = [glued ? digits : (words[0] ?? '')];
  words.shift();
  while (/^\d{3}$/.test(words[0] ?? '')) groups.push(words.shift() ?? '');
  const behind = currencyOf(words[0], defaultCurrency);
  if (behind) words.shift();
  if (before && behind && before !== behind) return undefined;
  const currency = before ?? behind;
  const amount = groups.join(' ').replace(/^(\d+)k$/i, '$1000');
  const read = parseAmount(amount, currency ?? defaultCurrency);
  return read.ok ? { ...read.value, ...(currency === undefined && { othersPass: true }) } : undefined;
}

function takeAgents(words: string[], self: string): string[] {
  const end = words.findIndex((word) => !JOINING.has(word.toLowerCase()) && !AGENT.test(word));
  const taken = words.splice(0, end < 0 ? words.length : end);
  return taken.map((word) => AGENT.exec(word)).flatMap((found) => (found ? (found[1] ?? self) : []));
}

function takeJoining(words: string[]): boolean {
  const index = words.findIndex((word) => !JOINING.has(word.toLowerCase()));
  const next = words[index] ?? '';
  const isTaken = index > 0 && (/^[a-z]*\d/i.test(next) || currencyOf(next) !== undefined);
  if (isTaken) words.splice(0, index);
  return isTaken;
}
