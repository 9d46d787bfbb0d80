// The sentences about payment alerts. Exhaustive by type.
import { formatMoney } from '#lib/money.ts';
import {
  ALERT_KINDS,
  type AlertFilter,
  type AlertKind,
  type AlertMethod,
  type AlertThreshold,
  USUAL_KINDS,
} from '#orders/alert-filter.ts';
import { escapeMrkdwn, shorten } from './escape.ts';
import { isDirectMessage } from './people.ts';

/** `on`: an alert for every payment. `off`: its own cards only. `quiet`: its own cards, and only in their threads. */
export type AlertMode = 'on' | 'off' | 'quiet';

/**
 * A channel whose mode somebody chose; `by` is the Slack id of that person, `since` when (ms), if it was noted. Only the mode `on`
 * has a filter.
 */
export type AlertChannel = {
  readonly channel: string;
  readonly mode: Exclude<AlertMode, 'off'>;
  readonly by: string;
  readonly since?: number;
  readonly filter?: AlertFilter;
};

/** What a channel gets: its mode and, behind `on`, its filter. */
type Habit = { readonly mode: AlertMode; readonly filter?: AlertFilter };

export function alertsNow({ mode, filter = {} }: Habit): string {
  switch (mode) {
    case 'on':
      return `This channel gets ${describeFilter(filter)}, workspace-wide.`;
    case 'off':
      return 'This channel gets only the payments of its own cards.';
    case 'quiet':
      return 'This channel’s payments stay in the threads of their cards.';
  }
}

/** Posted in the channel itself, so that everybody knows who changed what they get. */
export function alertsSwitched(habit: Habit, by: string): string {
  return `<@${by}> changed the alerts. ${alertsSet(habit)}`;
}

export function alertsSet({ mode, filter = {} }: Habit): string {
  switch (mode) {
    case 'on':
      return `This channel now gets ${describeFilter(filter)}, workspace-wide.`;
    case 'off':
      return 'This channel now gets only the payments of its own cards.';
    case 'quiet':
      return 'This channel’s payments now stay in the threads of their cards.';
  }
}

const METHODS = {
  mpesa: 'M-PESA',
  airtel: 'Airtel',
  card: 'card',
} satisfies Record<AlertMethod, string>;

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "M-PESA payments, reviews and refunds over KES 10,000 requested by @amina", "failed card payments". */
export function describeFilter({ over, only = USUAL_KINDS, by, methods }: AlertFilter): string {
  const method = methods ? `${AND.format(methods.map((one) => METHODS[one]))} ` : '';
  return [
    describeKinds(only, method),
    ...(over ? [`over ${describeThresholds(over, methods)}`] : []),
    ...(by ? [`requested by ${OR.format(by.map((agent) => `<@${agent}>`))}`] : []),
  ].join(' ');
}

/** `method` stands once before a list that begins with payments, and else before each of its nouns. */
function describeKinds(only: readonly AlertKind[], method: string): string {
  const kinds = ALERT_KINDS.filter((kind) => only.includes(kind));
  const words: Record<AlertKind, string> = only.includes('paid')
    ? { paid: `${method}payments`, review: 'reviews', failed: 'failures', refunds: 'refunds' }
    : {
        paid: '',
        review: `${method}payments to review`,
        failed: `failed ${method}payments`,
        refunds: `${method}refunds`,
      };
  return AND.format(kinds.map((kind) => words[kind]));
}

function describeThresholds(
  over: readonly AlertThreshold[],
  methods: readonly AlertMethod[] | undefined,
): string {
  const sums = OR.format(over.map((least) => formatMoney(least).replace(/\.00$/, '')));
  // M-PESA payments have no other currency.
  const isKesOnly = methods?.join() === 'mpesa' && over.some(({ currency }) => currency === 'KES');
  return over.some(({ othersPass }) => othersPass) && !isKesOnly
    ? `${sums} (any amount in other currencies)`
    : sums;
}

/** A word behind `on` that is none of a filter. */
export function unknownFilterWord(word: string, nearest: string | undefined): string {
  const meant = nearest ? ` Did you mean \`${nearest}\`?` : '';
  return `I don’t know “${escapeMrkdwn(shorten(word, 40))}”, so nothing changed.${meant}`;
}

export const FILTER_FAULTS = {
  mode: 'Nothing changed: only `on` takes a filter. Try again without it.',
  amount: 'Nothing changed. Add an amount after `over`, as in `over 10000` or `over KES 10,000`.',
  person: 'Nothing changed. Add a person after `by`, as in `by @amina` or `by me`.',
  what: 'Nothing changed. Say what to announce, as in `only paid` or `only mpesa`. For everything, type `on` alone.',
} as const;

/** On the first reply that a channel sees in its timeline. `command` is what the merchant calls it, such as "/pay". */
export function keepInThreads(command: string): string {
  return `Payments also appear in the channel. To keep them in threads, type \`${command} alerts quiet\`.`;
}

export function alertsHelp(command: string): string {
  const rows = [
    [
      'on',
      'All payments in the workspace, each once with a link to its card. To get fewer, add `over 10000`, `only paid`, `only review`, `only failed`, `only refunds`, `by @agent`, `mpesa`, `airtel` or `card`.',
    ],
    ['off', 'Only the payments of this channel’s own cards.'],
    ['quiet', 'The same, but only in the threads of the cards.'],
    ['list', 'All channels with alerts on or quiet.'],
  ];
  return rows.map(([words, what]) => `\`${`${command} alerts ${words}`.trim()}\`  ${what}`).join('\n');
}

export const NO_ALERT_CHANNELS =
  'No channel has alerts on or quiet. Each gets only the payments of its own cards.';

/** Alerts name every payment of the workspace, and people of another workspace would read them. */
export const SHARED_CHANNEL =
  'This channel is shared with another workspace, so it can’t get all payments. Use a channel of your own workspace.';

export function alertChannelLine({ channel, mode, by, filter }: AlertChannel): string {
  // A direct message has no name that others could read.
  const where = isDirectMessage(channel) ? `the direct message with <@${by}>` : `<#${channel}>`;
  return `• ${where}: ${mode === 'on' ? describeFilter(filter ?? {}) : '*quiet*'}`;
}

export function moreAlertChannels(count: number): string {
  return `… and ${count} more`;
}

export function cannotAlert(botMention: string): string {
  return `Teller isn’t in this channel. Type \`/invite ${botMention}\`, then try again.`;
}

export const ACCESS_UNREADABLE =
  'Slack couldn’t confirm this channel, so nothing changed. Try again in a minute.';

/** For the person who had switched alerts on there. */
export const ALERTS_DROPPED = {
  gone: (channel: string) =>
    `Teller can no longer post in <#${channel}>, so its alerts are off. To get them back, invite Teller there and switch them on again.`,
  shared: (channel: string) =>
    `<#${channel}> is now shared with another workspace, so its alerts are off. Switch them on in a channel of your own workspace instead.`,
  barred: () => 'Payment alerts are off here, because you can’t use Teller any more.',
};
