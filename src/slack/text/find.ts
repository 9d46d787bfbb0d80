// The sentences of finding a payment: what was understood, what was found, and what else to try.

import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import { counted } from '#lib/text.ts';
import { dayWithYear } from '#lib/time.ts';
import type { AlertMethod } from '#orders/alert-filter.ts';
import type { Failure } from '#orders/payment.ts';
import { escapeMrkdwn, plain, shorten } from './escape.ts';
import { describeFailure } from './orders.ts';

/** What was understood of one word or group of words, in as few words as people would type. */
export const UNDERSTOOD = {
  money: (amount: string, currency: string | undefined) => shownAmount(amount, currency),
  /** A number without a currency may also be the end of a phone number, or stand in a description. */
  digits: (amount: string, digits: string) => `${shownAmount(amount, undefined)} or “${digits}”`,
  number: (msisdn: string) => `number ${maskMsisdn(msisdn)}`,
  /** A whole number, of which it is not certain whose code it has. */
  lastDigits: (digits: string) => `number ending in ${digits.slice(-3)}`,
  code: (code: string) => `code ${code.toUpperCase()}`,
  text: (word: string) => `“${shorten(plain(word), 60)}”`,
  notPaid: 'not paid',
  methods: { mpesa: 'M-PESA', airtel: 'Airtel', card: 'by card' } satisfies Record<AlertMethod, string>,
  days: (firstDay: string, lastDay: string) =>
    firstDay === lastDay ? dayWithYear(firstDay) : `${dayWithYear(firstDay)} to ${dayWithYear(lastDay)}`,
} as const;

/** Whose orders, in mrkdwn. `agent` is a Slack id. */
function byAgent(agent: string): string {
  return `by <@${agent}>`;
}

/** Whose card is in a channel, in mrkdwn. `channel` is a Slack id. */
function inChannel(channel: string): string {
  return `in <#${channel}>`;
}

export const FIND_TEXT = {
  wait: 'One moment…',
  searchedFor: (words: string) => `Searched for ${words}`,
  inThread: 'The answer is in the thread.',
  noAmount: 'Amount not known',
  elsewhere: 'This payment wasn’t requested here, so it has no card.',
  noSuchOrder: 'Pesapal has no such order.',
  checkedUntil: (date: string) => `Checks continue until ${date}.`,
  cancelledHere:
    'Cancelled here. Pesapal still shows it as pending, which is normal. Any late payment is announced.',
  stale: 'This is the last known state. Press Check now to try again.',
  /** The service was asked as well. */
  none: (query: string) =>
    `No payment found for “${shorten(plain(query), 60)}”, here or at Pesapal. Check the reference or tracking ID.`,
  notAsked: 'Pesapal couldn’t be checked.',
  tryAgain: 'Try fewer words, or a code, the last digits of a phone number, a name, an amount or a day.',
  codeNowhere: 'No order created here has that code. Check the Pesapal dashboard.',
  otherCode:
    'No order here has the quoted code. The payment below may be a different one: compare code, amount and customer.',
  otherOrder:
    'The quoted code belongs to the payment below, not to the quoted reference. Compare reference, amount and customer.',
  notPosted:
    'People from another workspace can read this channel, so the payment isn’t posted here. Use an internal channel.',
  alreadyPosted: 'Already posted: someone pressed this button less than a minute ago.',
  openPosted: 'Open',
  beingPosted: 'Someone else is posting this right now. If it doesn’t appear, press again in a minute.',
  noWords:
    'Which payment? Enter a code, a phone number, a name, an amount or a day, such as “Jane 1500 yesterday”. In a card’s thread you don’t need any words.',
  tooShort:
    'That’s too short to search for. Enter at least three letters of a word, or the last four digits of a phone number.',
  more: 'More',
  noMore: 'No more payments found.',
  gone: 'This list expired after 15 minutes. Please search again.',
  card: 'Card',
  field: {
    label: 'What the customer quotes',
    hint: 'A code, reference, phone number or its last digits, name, amount, day, words of the description, or the whole SMS. Every word must match.',
    placeholder: 'Jane 1500 yesterday',
  },
} as const;

/** What was understood of a search. `said`: of each word, which may be foreign text. `agents`, `channels`: Slack ids. */
export type Understood = {
  readonly said: readonly string[];
  readonly agents?: readonly string[];
  readonly channels?: readonly string[];
};

/** Whose orders, and whose cards, were meant, in mrkdwn. */
export function whoseOrders({ agents = [], channels = [] }: Understood): string[] {
  return [...agents.slice(0, 5).map(byAgent), ...channels.slice(0, 5).map(inChannel)];
}

/** No order here matches. In mrkdwn. */
export function nothingFound(understood: Understood): string {
  const words = escapeMrkdwn(shorten(understood.said.join(' · '), 400));
  return `No payments found ${[...(words ? [`for ${words}`] : []), ...whoseOrders(understood)].join(' ')}.`;
}

/** Where no order here matches: why the provider could not be checked either. */
export function describeUnasked(failure: Failure): string {
  return `${FIND_TEXT.notAsked} ${describeUnanswered(failure)}`;
}

/** Why the provider could not be checked, with its words and the log's incident number. */
export function describeUnanswered(failure: Failure): string {
  const { what, serviceText, incident } = describeFailure(failure);
  const details = [serviceText, incident ? `Incident ${incident}.` : ''].filter(Boolean).join(' · ');
  return [what, 'Try again in a few minutes.', details].filter(Boolean).join(' ');
}

/** An order's state, in the thread of its card: "Paid, checked just now." */
export function checkedNow(state: string): string {
  return /[,:;…]/.test(state) ? `${state}. Checked just now.` : `${state}, checked just now.`;
}

/** The heading of a list. */
export function foundCount(count: number, how: { isFirst: boolean; hasMore: boolean }): string {
  if (count === 0) return 'None of these orders match.';
  const payments = counted(count, 'payment');
  if (how.isFirst && !how.hasMore) return `${payments} found, newest first.`;
  return how.isFirst ? `The newest ${payments}.` : `${payments} from further back.`;
}

/** `date` as Slack shows dates, in mrkdwn. */
export function lookedBackTo(date: string): string {
  return `Searched back to ${date}.`;
}

/** "KES 1,500", "1,500.50": without cents where there are none. */
function shownAmount(amount: string, currency: string | undefined): string {
  const shown = formatMoney({ amount, currency: currency ?? 'KES' }).replace(/\.00$/, '');
  return currency === undefined ? shown.replace(/^KES /, '') : shown;
}
