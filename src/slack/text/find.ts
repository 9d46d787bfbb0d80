// The sentences of finding a payment: what was understood, what was found, and what else to try.
import { counted } from '#lib/counted.ts';
import { dayWithYear } from '#lib/days.ts';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
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
  lastDigits: (digits: string) => `number that ends in ${digits.slice(-3)}`,
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
  inThread: 'The answer is in the thread.',
  noAmount: 'Amount not known',
  elsewhere: 'This payment was not made with Teller, so it has no card.',
  noSuchOrder: 'Pesapal has no such order.',
  checkedUntil: (date: string) => `Teller keeps checking until ${date}.`,
  cancelledHere:
    'Cancelled with Teller. The payment service still shows a cancelled order as pending, which is usual. If it is paid all the same, you will hear of it.',
  stale: 'This is what Teller knew before; press Check now to ask again.',
  /** The service was asked as well. */
  none: (query: string) =>
    `Neither Teller nor the payment service knows “${shorten(plain(query), 60)}”. Check the reference or tracking id.`,
  notAsked: 'Whether it was made elsewhere could not be asked.',
  tryAgain: 'Try fewer words, or another one: a code, the end of a phone number, a name, an amount or a day.',
  codeNowhere: 'Teller knows codes of orders made with Teller; look in the service’s dashboard.',
  otherCode:
    'Teller knows no payment with the code that is quoted. What follows may be another payment: compare code, amount and customer.',
  otherOrder:
    'The code that is quoted is of the payment that follows, and of no other. Compare reference, amount and customer.',
  notPosted:
    'People of another workspace may read this channel, so Teller does not post the payment here. Use a channel of your own.',
  alreadyPosted: 'This is posted already: somebody pressed the same button less than a minute ago.',
  openPosted: 'Open it',
  beingPosted: 'Somebody else is posting this right now. Press again in a minute if it does not come.',
  noWords:
    'Which payment? Write what you know of it, such as a code, a phone number, a name, KES 1,500 or yesterday. In the thread of an order’s card no words are needed.',
  tooShort:
    'Nothing of this can be searched for: names and words need three letters, and ends of phone numbers four digits.',
  indexing: 'Older orders are still being indexed, so some may be missing. Ask again in a few minutes.',
  more: 'More',
  noMore: 'There are no more.',
  gone: 'Teller keeps the words of a search for 15 minutes, and they are over. Please search again.',
  card: 'Card',
  field: {
    label: 'What the customer quotes',
    hint: 'A code, a phone number or its end, a name, an amount, a day, words of the description, a reference, or the whole SMS. All that you write must fit. Orders made elsewhere are found by reference or tracking id.',
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

/** No order of Teller's fits what was searched for. In mrkdwn. */
export function nothingFound(understood: Understood): string {
  const words = escapeMrkdwn(shorten(understood.said.join(' · '), 400));
  return `Nothing was found ${[...(words ? [`for ${words}`] : []), ...whoseOrders(understood)].join(' ')}.`;
}

/** After that Teller has nothing: why it is not known whether the service has it. */
export function describeUnasked(failure: Failure): string {
  return `${FIND_TEXT.notAsked} ${describeUnanswered(failure)}`;
}

/** Why the service could not be asked, with its words and under which number the log has it. */
export function describeUnanswered(failure: Failure): string {
  const { what, serviceText, incident } = describeFailure(failure);
  const details = [serviceText, incident ? `Incident ${incident}.` : ''].filter(Boolean).join(' · ');
  return [what, 'Try again in a few minutes.', details].filter(Boolean).join(' ');
}

/** How an order stands, in the thread of its card: "Paid, checked just now." */
export function checkedNow(state: string): string {
  return /[,:;…]/.test(state) ? `${state}. Checked just now.` : `${state}, checked just now.`;
}

/** The heading of a list. */
export function foundCount(count: number, how: { isFirst: boolean; hasMore: boolean }): string {
  if (count === 0) return 'None among these orders.';
  const payments = counted(count, 'payment');
  if (how.isFirst && !how.hasMore) return `${payments} found, the newest first.`;
  return how.isFirst ? `The newest ${payments} found.` : `${payments} further back.`;
}

/** `date` as Slack shows dates, in mrkdwn. */
export function lookedBackTo(date: string): string {
  return `Looked back to ${date}.`;
}

/** "KES 1,500", "1,500.50": without cents where there are none. */
function shownAmount(amount: string, currency: string | undefined): string {
  const shown = formatMoney({ amount, currency: currency ?? 'KES' }).replace(/\.00$/, '');
  return currency === undefined ? shown.replace(/^KES /, '') : shown;
}
