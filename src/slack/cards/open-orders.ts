// One's own orders as rows: the same in Home, in `/pay open` and in `/pay cancel`. Pure.
import type { KnownBlock } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { HOME_TEXT, moreOpen, OUTCOME_MARKS } from '#slack/text/home.ts';
import { describeKind, describeState } from '#slack/text/orders.ts';
import { note, section, slackDate } from './blocks.ts';
import { cancelButton, checkButton } from './buttons.ts';
import { type MessageContent, nameOf } from './order-card.ts';

/** Slack, Limits: 50 blocks a message, which fails as a whole near 13,000 characters of blocks. */
const MAX_BLOCKS = 50;
const MAX_CHARACTERS = 11_000;

/** An open order with its buttons. One that the service has not answered yet cannot be cancelled there. */
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

/** How an order ended. */
export function endedRow(order: Order): KnownBlock[] {
  return [
    section(
      `${OUTCOME_MARKS[order.state]}*${formatMoney(order.amount)}* · *${describeState(order)}* · ${slackDate(order.changedAt)}`,
    ),
    note(details(order)),
  ];
}

/**
 * The lists as messages, each within Slack's limits and no more than `mostMessages`; what does not fit is counted.
 * `isAll`: false when the orders are only the newest of more.
 */
export function openOrderMessages(
  orders: readonly Order[],
  options: { title?: string; mostMessages: number; isAll: boolean },
): MessageContent[] {
  const title = options.title ?? HOME_TEXT.open;
  const pages = paged(orders.map(openRow), options.mostMessages);
  const left = orders.length - pages.reduce((sum, page) => sum + page.length, 0);
  return pages.map((page, index) => {
    const more =
      index === pages.length - 1 && (left > 0 || !options.isAll)
        ? [note(moreOpen(Math.max(left, 1), options.isAll))]
        : [];
    return { text: title, blocks: [...(index === 0 ? [note(title)] : []), ...page.flat(), ...more] };
  });
}

export function endedMessage(orders: readonly Order[]): MessageContent {
  const [page = []] = paged(orders.map(endedRow), 1);
  return { text: HOME_TEXT.recent, blocks: [note(HOME_TEXT.recent), ...page.flat()] };
}

/** As many rows on each page as it takes, room for a title and a last line left. */
function paged(rows: readonly KnownBlock[][], most: number): KnownBlock[][][] {
  const pages: KnownBlock[][][] = [];
  for (const row of rows) {
    const page = pages.at(-1);
    if (page && fits([...page.flat(), ...row])) page.push(row);
    else if (pages.length < most) pages.push([row]);
    else break;
  }
  return pages;
}

function fits(blocks: readonly KnownBlock[]): boolean {
  return blocks.length <= MAX_BLOCKS - 2 && JSON.stringify(blocks).length <= MAX_CHARACTERS;
}

function details(order: Order): string {
  const phone = order.prompt?.msisdn ?? order.customer.phone;
  return [
    order.reference,
    shorten(plain(order.description), 120),
    shorten(plain(nameOf(order.customer)), 60),
    phone ? maskMsisdn(phone) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
