// A person's orders as rows of a list, for Home, `/pay open` and `/pay cancel`: two lines each.
import type { Button, KnownBlock, Overflow, SectionBlock } from '@slack/types';
import { whyNotShared } from '#customers/to-customer.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import type { OwnWork } from '#payments/reports/own-work.ts';
import { withdrawButton } from '#slack/approval/requests.ts';
import { cancelButton, menuElement } from '#slack/card/buttons.ts';
import { headlineOf } from '#slack/card/text.ts';
import { describeReceived, sumsInWords } from '#slack/report/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import { describeDeadline, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { plainSection, press, section } from '#slack/ui/blocks.ts';
import {
  bold,
  date,
  emoji,
  fitsMessage,
  foreign,
  lines,
  linesBeside,
  link,
  ours,
  person,
} from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';

export type Listed = { readonly order: Order; readonly cardUrl: string | undefined };

/** `isAll`: false when there are more open orders than were counted. */
export type WorkSums = Pick<OwnWork, 'today' | 'open' | 'isAll'>;

/** `open`: the sums from the first row on. `today`: shown in place of the title. `isEverybodys`: each row says whose it is. */
type OpenPage = Pick<WorkSums, 'open' | 'isAll'> & {
  readonly now: number;
  readonly today?: WorkSums['today'];
  readonly title?: string;
  readonly beside?: 'menu' | 'cancel';
  readonly isEverybodys?: boolean;
  readonly above?: readonly KnownBlock[];
  readonly below?: readonly KnownBlock[];
};

export const MAX_ROWS = 10;
/** Begins the value of everybody's *More*, in front of a reference. */
export const ALL = 'all ';
/** The value of *More* in help and Home. A reference has no blank, so no list goes on from this. */
export const MORE_HELP = 'help more';
export const NONE_OPEN = 'You have no open orders. New orders appear here until paid.';

export function openRow(
  { order, cardUrl }: Listed,
  { now, beside = 'menu', isEverybodys }: Pick<OpenPage, 'now' | 'beside' | 'isEverybodys'>,
): KnownBlock {
  const { reference, kind, recurring } = order;
  const until = describeDeadline(order);
  const [accessory] = beside === 'menu' ? menuOf(order, isEverybodys) : endButton(order);
  const first = [[bold(plainMoney(order.amount))], ...forWhom(order)];
  const second = [
    [ours(kind === 'prompt' ? 'prompt' : recurring ? 'recurring link' : 'link')],
    [ours(describeWait(order, now))],
    until ? [ours(until)] : [],
    isEverybodys ? [person(order.agent)] : [],
    [foreign(reference)],
    link('card', cardUrl),
  ];
  return accessory ? linesBeside(accessory, first, second) : lines(first, second);
}

/** In everybody's list somebody else may have requested what waits. */
function menuOf(order: Order, isEverybodys = false): Overflow[] {
  const { reference, state, approval } = order;
  if (state === 'waiting') {
    const sent = waitsToBeSent(order) ? (['send_now'] as const) : [];
    const items = isEverybodys ? (['history'] as const) : ([...sent, 'withdraw', 'history'] as const);
    return menuElement(items, reference, approval?.number);
  }
  const shared = whyNotShared(order) ? [] : (['share_whatsapp', 'show_qr'] as const);
  const ended = state === 'sending' ? [] : (['cancel_order'] as const);
  return menuElement([...shared, 'check_order', ...ended], reference);
}

/** Nothing while the order is being sent: the provider cannot cancel it yet. */
function endButton(order: Order): Button[] {
  if (order.state === 'waiting') return order.approval ? [withdrawButton(order, order.approval)] : [];
  return order.state === 'sending' ? [] : [cancelButton(order)];
}

function describeWait(order: Order, now: number): string {
  const { state, createdAt, noPinAt, outcomeUnknownAt, duplicatePayment } = order;
  const since = ago(now - createdAt);
  const next = state === 'waiting' ? 'withdraw this request' : 'cancel this order';
  if (duplicatePayment?.isAccepted)
    return `no longer needed (${duplicatePayment.reference} was accepted as paid), ${next}`;
  if (duplicatePayment) return `already paid with ${duplicatePayment.reference}, ${next}`;
  if (state === 'waiting')
    return `${waitsToBeSent(order) ? 'approved, not sent yet' : 'needs approval'}, requested ${since} ago`;
  if (state === 'failed') return `not paid, requested ${since} ago`;
  if (state === 'sending') return outcomeUnknownAt === undefined ? 'sending' : 'no answer from Pesapal yet';
  return noPinAt === undefined ? `pending for ${since}` : `no PIN yet, requested ${since} ago`;
}

/** "5 min", "2 h", "3 days" */
export function ago(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

export function endedRow({ order, cardUrl }: Listed): KnownBlock {
  const { icon, money, state } = headlineOf(order);
  // An order that nobody answered ended when its checks did.
  const endedAt = Math.max(order.changedAt, order.checksEndedAt ?? 0);
  return lines(
    [[emoji(icon), ours(' '), bold(money)], ...forWhom(order), state ? [bold(state)] : []],
    [[date(endedAt)], [foreign(order.reference)], link('card', cardUrl)],
  );
}

export function forWhom(order: Order): readonly Said[] {
  const { customer, prompt } = order;
  const phone = prompt?.msisdn ?? customer.phone;
  const masked = phone ? [ours(maskMsisdn(phone))] : [];
  const name = nameOf(order);
  return [[foreign(maskNumbers(describeWhat(order)), 80)], name ? [foreign(name, 50)] : masked];
}

export function workSummary({ today, open, isAll }: WorkSums): KnownBlock {
  const count = countOf(open);
  const orders = atLeast(count.toLocaleString('en'), isAll);
  const left = count === 0 ? 'nothing open' : `${orders} open, ${describeOutstanding(open)}`;
  const received = describeToday(today).join(', ') || 'no payments yet';
  return section(say`*Today* ${ours(received)} · ${ours(left)}`);
}

const MAX_CURRENCIES = 10;

function describeToday(today: WorkSums['today']): string[] {
  return sumsInWords(today, MAX_CURRENCIES, (one) => describeReceived(one, plainMoney));
}

export function describeOutstanding(open: WorkSums['open']): string {
  const sums = sumsInWords(open, MAX_CURRENCIES, ({ money }) => plainMoney(money));
  return `${sums.join(' and ')} outstanding`;
}

function countOf(open: WorkSums['open']): number {
  return open.reduce((sum, { count }) => sum + count, 0);
}

export function atLeast(count: string, isAll: boolean): string {
  return isAll ? count : `at least ${count}`;
}

export function moreRow(
  shown: readonly Listed[],
  { open, isAll, isEverybodys }: Pick<OpenPage, 'open' | 'isAll' | 'isEverybodys'>,
): KnownBlock[] {
  const last = shown.at(-1)?.order.reference;
  const left = countOf(open) - shown.length;
  if (!last || (left <= 0 && isAll)) return [];
  const more = press('more', 'More', `${isEverybodys ? ALL : ''}${last}`);
  return [rowBeside(more, `… and ${atLeast(`${Math.max(left, 1)}`, isAll)} more.`)];
}

export function rowBeside(accessory: Button, sentence: string): SectionBlock {
  return { ...plainSection(sentence), accessory };
}

export function openPage(rows: readonly Listed[], page: OpenPage): MessageContent {
  const { title, today, isEverybodys, above = [], below = [] } = page;
  const count = countOf(page.open);
  const head = today ? workSummary({ ...page, today }) : plainSection(title ?? 'Open orders');
  const none = count === 0 && !isEverybodys ? [plainSection(NONE_OPEN)] : [];
  const render = (shown: readonly Listed[]) => {
    const list = shown.map((one) => openRow(one, page));
    return [head, ...above, ...none, ...list, ...moreRow(shown, page), ...below];
  };
  let shown = rows.slice(0, MAX_ROWS);
  while (shown.length > 0 && !fitsMessage(render(shown))) shown = shown.slice(0, -1);
  return message(render(shown));
}
