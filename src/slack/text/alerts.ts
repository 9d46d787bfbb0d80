// The sentences about payment alerts. Exhaustive by type.
import { formatMoney } from '#lib/money.ts';
import {
  type AlertFilter,
  type AlertKind,
  type AlertMethod,
  type AlertThreshold,
  USUAL_KINDS,
} from '#orders/alert-filter.ts';
import { escapeMrkdwn, shorten } from './escape.ts';
import { isDirectMessage } from './people.ts';

/** What each mode posts to a channel, as the second half of a sentence. */
const MODES = {
  on: 'every payment of the workspace is announced here, once, with a link to its card. What follows `on` narrows it: `over 10000`, `only paid`, `only review`, `only failed`, `only refunds`, `by @agent`, `mpesa`, `airtel`, `card`.',
  off: 'only payments of cards in this channel are announced here.',
  quiet: 'payments of cards in this channel are announced in their threads only, not in the channel itself.',
} as const;

/** `on`: an alert for every payment. `off`: its own cards only. `quiet`: its own cards, and only in their threads. */
export type AlertMode = keyof typeof MODES;

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

/** What a channel hears: its mode and, behind `on`, its filter. */
type Habit = { readonly mode: AlertMode; readonly filter?: AlertFilter };

export function alertsNow(habit: Habit): string {
  return `Alerts are *${habit.mode}* in this channel: ${describeHabit(habit)}`;
}

/** Posted in the channel itself, so that everybody knows who changed what they hear. */
export function alertsSwitched(habit: Habit, by: string): string {
  return `<@${by}> has changed the alerts. ${alertsSet(habit)}`;
}

export function alertsSet(habit: Habit): string {
  return `Alerts are now *${habit.mode}* in this channel: ${describeHabit(habit)}`;
}

function describeHabit({ mode, filter }: Habit): string {
  if (mode === 'on')
    return `of the whole workspace, ${describeFilter(filter ?? {})}. Each is told here once, with a link to its card.`;
  return MODES[mode];
}

const KINDS = {
  paid: 'payments',
  review: 'payments to review',
  failed: 'failures',
  refunds: 'refunds',
} satisfies Record<AlertKind, string>;

const METHODS = {
  mpesa: 'M-PESA',
  airtel: 'Airtel',
  card: 'card',
} satisfies Record<AlertMethod, string>;

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "payments, payments to review and refunds of more than KES 10,000.00, asked by @amina or @otieno, by M-PESA or Airtel". */
export function describeFilter({ over, only = USUAL_KINDS, by, methods }: AlertFilter): string {
  return [
    AND.format(only.map((kind) => KINDS[kind])) + (over ? ` of more than ${describeThresholds(over)}` : ''),
    ...(by ? [`asked by ${OR.format(by.map((agent) => `<@${agent}>`))}`] : []),
    ...(methods ? [`by ${OR.format(methods.map((method) => METHODS[method]))}`] : []),
  ].join(', ');
}

function describeThresholds(over: readonly AlertThreshold[]): string {
  const others = over.some(({ othersPass }) => othersPass) ? ' (other currencies: any amount)' : '';
  return `${OR.format(over.map(formatMoney))}${others}`;
}

/** A word behind `on` that is none of a filter. */
export function unknownFilterWord(word: string, nearest: string | undefined): string {
  const meant = nearest ? ` Did you mean \`${nearest}\`?` : '';
  return `Teller does not know “${escapeMrkdwn(shorten(word, 40))}” here, so nothing has changed.${meant}`;
}

export const FILTER_FAULTS = {
  mode: 'Only `on` takes words behind it, so nothing has changed. Send it again without them.',
  amount: 'Say an amount after `over`, such as `over 10000` or `over KES 10,000`. Nothing has changed.',
  person: 'Say whose payments after `by`, such as `by @amina` or `by me`. Nothing has changed.',
  what: 'Say of what the channel hears, such as `only paid` or `only mpesa`; for all payments write `on` alone. Nothing has changed.',
} as const;

/** On the first reply that a channel sees in its timeline. */
export const KEEP_IN_THREADS =
  'Replies about money also show in the channel. To keep them in threads, type `alerts quiet` after Teller’s command here.';

/** `command` is what the merchant calls it, such as "/pay". */
export function alertsHelp(command: string): string {
  const typed = (word: string) => `\`${`${command} alerts ${word}`.trim()}\``;
  const rows = Object.entries(MODES).map(([mode, what]) => `${typed(mode)}  From then on ${what}`);
  return [...rows, `${typed('list')}  The channels that have alerts on or quiet.`].join('\n');
}

export const NO_ALERT_CHANNELS =
  'No channel has alerts on or quiet. In each, only payments of its own cards are announced.';

/** Alerts name every payment of the workspace, and people of another workspace would read them. */
export const SHARED_CHANNEL =
  'People of another workspace read this channel too, so Teller does not announce every payment here. Use a channel of your own.';

export function alertChannelLine({ channel, mode, by, filter }: AlertChannel): string {
  // A direct message has no name that others could read.
  const where = isDirectMessage(channel) ? `the direct message with <@${by}>` : `<#${channel}>`;
  return `• ${where}: *${mode}*${mode === 'on' ? `: ${describeFilter(filter ?? {})}` : ''}`;
}

export function moreAlertChannels(count: number): string {
  return `… and ${count} more.`;
}

export function cannotAlert(botMention: string): string {
  return `Teller is not in this channel, so it could not announce anything here. Type \`/invite ${botMention}\`, then do this again.`;
}

export const ACCESS_UNREADABLE =
  'Teller could not check with Slack that it may post here, so nothing has changed. Try again in a minute.';

/** For the person who had switched alerts on there. */
export const ALERTS_DROPPED = {
  gone: (channel: string) =>
    `Teller can no longer post in <#${channel}>, so payment alerts are switched off there. If they are still wanted, invite Teller to the channel and switch alerts on again.`,
  shared: (channel: string) =>
    `People of another workspace read <#${channel}> by now, so payment alerts are switched off there. If they are still wanted, switch them on in a channel of your own.`,
  barred: () => 'Payment alerts are switched off here, because you may not use Teller any more.',
};
