// A person's orders as rows of a list, for Home, `/pay open` and `/pay cancel`. Pure.
import type { KnownBlock } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { nameOf } from '#slack/text/customers.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { HOME_TEXT, moreOpen, OUTCOME_MARKS } from '#slack/text/home.ts';
import { describeKind, describeState } from '#slack/text/orders.ts';
import { button, note, section, slackDate } from './blocks.ts';
import { cancelButton, checkButton } from './buttons.ts';
import { MAX_MESSAGE_BLOCKS, MAX_MESSAGE_LENGTH } from './limits.ts';
import type { MessageContent } from './message.ts';

/** Kept free for a title and the line that counts what was left out. */
const SPARE_BLOCKS = 2;
const SPARE_LENGTH = 1_000;

/** An open order with its buttons. While it is `sending` the service cannot cancel it yet, so there is no Cancel. */
export function openRow(order: Order): KnownBlock[] {
  const buttons = [checkButton(order.reference), ...(order.state === 'sending' ? [] : [cancelButton(order)])];
  return [
    section(
      `*${formatMoney(order.amount)}* · ${describeKind(order)} · *${describeState(order)}* · ${slackDate(order.createdAt)}`,
    ),
    note(details(order)),
    { type: 'actions', elements: buttons },
  ];
}

/** An order that has ended, without buttons. One that nobody answered ended when its checks did. */
export function endedRow(order: Order): KnownBlock[] {
  const endedAt = Math.max(order.changedAt, order.checksEndedAt ?? 0);
  return [
    section(
      `${OUTCOME_MARKS[order.state]}*${formatMoney(order.amount)}* · *${describeState(order)}* · ${slackDate(endedAt)}`,
    ),
    note(details(order)),
  ];
}

/** How many open orders are left after the last one that is listed, with the button that lists them. */
export function moreRow(last: Order, left: number, isAll: boolean): KnownBlock {
  const more = button('more', HOME_TEXT.more, last.reference);
  return { ...note(moreOpen(Math.max(left, 1), isAll)), accessory: more };
}

/**
 * The lists as messages, each within Slack's limits and no more than `maxMessages`; what does not fit is counted.
 * `isAll`: false when the person has more orders than `orders`.
 */
export function openOrderMessages(
  orders: readonly Order[],
  options: { title?: string; maxMessages: number; isAll: boolean },
): MessageContent[] {
  const title = options.title ?? HOME_TEXT.open;
  const pages = paged(orders.map(openRow), options.maxMessages);
  const shown = pages.reduce((sum, page) => sum + page.length, 0);
  const left = orders.length - shown;
  const last = orders[shown - 1];
  return pages.map((page, index) => {
    const more =
      last && index === pages.length - 1 && (left > 0 || !options.isAll)
        ? [moreRow(last, left, options.isAll)]
        : [];
    return { text: title, blocks: [...(index === 0 ? [note(title)] : []), ...page.flat(), ...more] };
  });
}

export function endedMessage(orders: readonly Order[]): MessageContent {
  const [page = []] = paged(orders.map(endedRow), 1);
  return { text: HOME_TEXT.recent, blocks: [note(HOME_TEXT.recent), ...page.flat()] };
}

/** Fills up to `max` pages with rows; rows that fit on none are left out. */
function paged(rows: readonly KnownBlock[][], max: number): KnownBlock[][][] {
  const pages: KnownBlock[][][] = [];
  for (const row of rows) {
    const page = pages.at(-1);
    if (page && fits([...page.flat(), ...row])) page.push(row);
    else if (pages.length < max) pages.push([row]);
    else break;
  }
  return pages;
}

function fits(blocks: readonly KnownBlock[]): boolean {
  return (
    blocks.length <= MAX_MESSAGE_BLOCKS - SPARE_BLOCKS &&
    JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH - SPARE_LENGTH
  );
}

function details(order: Order): string {
  const phone = order.prompt?.msisdn ?? order.customer.phone;
  return [
    order.reference,
    shorten(plain(order.description), 120),
    shorten(plain(nameOf(order.customer) ?? ''), 60),
    phone ? maskMsisdn(phone) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
