// A reply as it is posted in the order's thread. Pure.
import { type Announcement, isMoneyKind, type News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { nameOf } from '#slack/text/customers.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { describeWhat, plainMoney } from '#slack/text/orders.ts';
import { bold, foreign, line, ours, type Parts } from './line.ts';
import { newsReply, type ThreadReply } from './news.ts';

/** In the thread of a bulk, which many orders share, the first line names the order. */
export function threadReply(order: Order, announcement: Announcement<News>): ThreadReply {
  const reply = newsReply(order, announcement);
  if (!order.bulk?.threadTs) return reply;
  // Replies about money say themselves whose payment it is, and what for.
  const what = isMoneyKind(announcement.news.kind) ? [] : whatItIs(order);
  return {
    ...reply,
    text: `${escapeMrkdwn(order.reference)}: ${reply.text}`,
    blocks: [line([bold(order.reference)], ...what), ...reply.blocks],
  };
}

function whatItIs(order: Order): Parts {
  const name = nameOf(order);
  return [
    [ours(plainMoney(order.amount))],
    order.erasedAt === undefined ? [foreign(describeWhat(order))] : [],
    name ? [foreign(name, 60)] : [],
  ];
}
