// Which channels hear which news: by their modes and filters. Pure.
import { passesFilter } from '#orders/alert-filter.ts';
import {
  type AlertNews,
  type Announcement,
  alertNewsOf,
  moneyNewsOf,
  type News,
} from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { sharedIn } from '#orders/payments.ts';
import { isAfterCancel } from '#orders/successor.ts';
import type { AlertChannel } from '#slack/text/alerts.ts';

/** The message of a bulk counts payments for a day longer (bulk-care.ts). */
const COUNTED_FOR_MS = 30 * 24 * 60 * 60_000;

/** Whether an alert about `news` is posted in this channel, in which the order's card is not. */
export function hearsAlert({ mode, filter = {} }: AlertChannel, order: Order, news: AlertNews): boolean {
  return mode === 'on' && passesFilter(order, news, filter);
}

/**
 * Whether the reply in the card's thread is also shown in the card's own channel, `cardChannel`, which is undefined when its
 * alerts are off. `usually`: whether it is where nobody chose anything.
 */
export function showsInChannel(
  cardChannel: AlertChannel | undefined,
  order: Order,
  announcement: Announcement<News>,
  usually: boolean,
): boolean {
  const { news } = announcement;
  if (isCountedByBulk(order, announcement) || isToldElsewhere(order, news)) return false;
  if (!cardChannel) return usually;
  if (cardChannel.mode === 'quiet') return false;
  const alertNews = alertNewsOf(news);
  return alertNews ? hearsAlert(cardChannel, order, alertNews) : usually;
}

/** True of a payment that another order has as well, where it was told. */
export function isToldElsewhere(order: Order, news: News): boolean {
  const money = moneyNewsOf(news);
  return money !== undefined && sharedIn(order, money)?.isBookedThere === true;
}

/** True of a payment that nobody has to do anything about but count it, as the message of the bulk does. */
function isCountedByBulk(order: Order, { news, at }: Announcement<News>): boolean {
  const { bulk, createdAt } = order;
  if (!bulk || news.kind !== 'paid' || isAfterCancel(order, news)) return false;
  return at - createdAt < COUNTED_FOR_MS;
}
