// A person's orders as rows of a list, for Home, `/pay open` and `/pay cancel`: two lines each. Pure.
import type { Button, KnownBlock, Overflow } from '@slack/types';
import { whyNotShared } from '#customers/to-customer.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import type { OwnWork } from '#payments/reports/own-work.ts';
import type { Sum } from '#payments/reports/totals.ts';
import { headlineOf } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import { describeWait, HOME_TEXT, moreOpen, openOrders, shortKind, workLine } from '#slack/text/home.ts';
import { describeDeadline, describeMoney, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { describeReceived, sumsInWords } from '#slack/text/report.ts';
import { button, plainSection, section } from './blocks.ts';
import { cancelButton } from './buttons.ts';
import {
  bold,
  date,
  emoji,
  foreign,
  lines,
  linesBeside,
  link,
  MAX_MESSAGE_BLOCKS,
  MAX_MESSAGE_LENGTH,
  ours,
  type Parts,
  person,
} from './line.ts';
import type { MessageContent } from './message.ts';
import { menuElement } from './order-menu.ts';
import { withdrawButton } from './requests.ts';

/** `cardUrl`: the address of its card. */
export type Listed = { readonly order: Order; readonly cardUrl: string | undefined };

/** What the line above the rows needs. */
export type WorkSums = Pick<OwnWork, 'today' | 'open' | 'isAll'>;

/** Kept free for what stands above and below the rows. */
const SPARE_BLOCKS = 3;
const SPARE_LENGTH = 1_500;
const MAX_CURRENCIES = 10;

/** No list is longer; *More* goes on from its end. */
const MAX_ROWS = 10;

/** The value of *More* for everybody's list begins with this; that of one's own list is the reference itself. */
export const ALL = 'all ';
/** The value of *More* in help and Home. A reference has no blank, so no list goes on from this. */
export const MORE_HELP = 'help more';

/** `beside`: what stands at its side. `isEverybodys`: says whose it is. `now` in milliseconds since the epoch. */
export function openRow(
  { order, cardUrl }: Listed,
  { now, beside = 'menu', isEverybodys }: { now: number; beside?: 'menu' | 'cancel'; isEverybodys?: boolean },
): KnownBlock {
  const { reference } = order;
  const until = describeDeadline(order);
  const [accessory] = beside === 'menu' ? menuOf(order, isEverybodys) : endButton(order);
  const first: Parts = [[bold(plainMoney(order.amount))], ...forWhom(order)];
  const second: Parts = [
    [ours(shortKind(order))],
    [ours(describeWait(order, now))],
    until ? [ours(until)] : [],
    isEverybodys ? [person(order.agent)] : [],
    [foreign(reference)],
    link('card', cardUrl),
  ];
  return accessory ? linesBeside(accessory, first, second) : lines(first, second);
}

/** Whoever asked may withdraw what waits, and send what was approved late; in everybody's list that may be somebody else. */
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

/** Nothing while it is being sent: the service cannot cancel it yet. */
function endButton(order: Order): Button[] {
  if (order.state === 'waiting') return order.approval ? [withdrawButton(order, order.approval)] : [];
  return order.state === 'sending' ? [] : [cancelButton(order)];
}

/** An order that has ended. One that nobody answered ended when its checks did. */
export function endedRow({ order, cardUrl }: Listed): KnownBlock {
  const { icon, money, state } = headlineOf(order);
  const endedAt = Math.max(order.changedAt, order.checksEndedAt ?? 0);
  return lines(
    [[emoji(icon), ours(' '), bold(money)], ...forWhom(order), state ? [bold(state)] : []],
    [[date(endedAt)], [foreign(order.reference)], link('card', cardUrl)],
  );
}

/** What it is for, and who pays. */
export function forWhom(order: Order): Parts {
  const { customer, prompt } = order;
  const phone = prompt?.msisdn ?? customer.phone;
  const name = nameOf(order);
  return [
    [foreign(maskNumbers(describeWhat(order)), 80)],
    name ? [foreign(name, 50)] : phone ? [ours(maskMsisdn(phone))] : [],
  ];
}

/** "*Today* KES … in … payments · 3 open, KES … outstanding" */
export function workSummary({ today, open, isAll }: WorkSums): KnownBlock {
  return section(
    workLine({
      today: receivedToday(today),
      open: open.reduce((sum, { count }) => sum + count, 0),
      outstanding: amountsIn(open),
      isAll,
    }),
  );
}

function receivedToday(today: OwnWork['today']): string[] {
  return sumsInWords(today, MAX_CURRENCIES, (one) => describeReceived(one, describeMoney));
}

function amountsIn(sums: readonly Sum[]): string[] {
  return sumsInWords(sums, MAX_CURRENCIES, ({ money }) => describeMoney(money));
}

/** How many open orders are left after the last one that is listed, with the button that lists them. */
export function moreRow(last: Order, left: number, isAll: boolean, isEverybodys = false): KnownBlock {
  const more = button('more', HOME_TEXT.more, `${isEverybodys ? ALL : ''}${last.reference}`);
  return { ...plainSection(moreOpen(Math.max(left, 1), isAll)), accessory: more };
}

/**
 * One page of open orders: as many of `rows` as fit into a message, and the button for those that follow. `count`: how many
 * there are in all from the first of `rows` on, with these sums `outstanding`; `isAll` false when there may be more than that.
 * `above`, `below`: blocks around the rows, for which room is kept.
 */
export function openPage(
  rows: readonly Listed[],
  page: {
    title?: string;
    work?: WorkSums;
    outstanding: readonly Sum[];
    count: number;
    isAll: boolean;
    now: number;
    beside?: 'menu' | 'cancel';
    isEverybodys?: boolean;
    above?: readonly KnownBlock[];
    below?: readonly KnownBlock[];
  },
): MessageContent {
  const { isEverybodys = false, above = [], below = [] } = page;
  const title = page.title ?? HOME_TEXT.open;
  const blocks: KnownBlock[] = [page.work ? workSummary(page.work) : plainSection(title), ...above];
  if (rows.length === 0 && !isEverybodys) blocks.push(plainSection(HOME_TEXT.noneOpen));
  let last: Order | undefined;
  let shown = 0;
  for (const one of rows.slice(0, MAX_ROWS)) {
    const next = openRow(one, page);
    if (!fits([...blocks, next, ...below])) break;
    blocks.push(next);
    last = one.order;
    shown += 1;
  }
  const left = page.count - shown;
  if (last && (left > 0 || !page.isAll)) blocks.push(moreRow(last, left, page.isAll, page.isEverybodys));
  blocks.push(...below);
  const text = openOrders({
    ...page,
    shown,
    isMore: !page.work && !page.title,
    outstanding: amountsIn(page.outstanding),
    today: receivedToday(page.work?.today ?? []),
  });
  return { text, blocks };
}

function fits(blocks: readonly KnownBlock[]): boolean {
  return (
    blocks.length <= MAX_MESSAGE_BLOCKS - SPARE_BLOCKS &&
    JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH - SPARE_LENGTH
  );
}
