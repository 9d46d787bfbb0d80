// Which channels hear which news: by their modes and filters. Pure.
import { passesFilter } from '#orders/alert-filter.ts';
import { type AlertNews, alertNewsOf, type News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { AlertChannel } from '#slack/text/alerts.ts';

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
  news: News,
  usually: boolean,
): boolean {
  // The message of the bulk counts it.
  if (order.bulk && news.kind === 'paid') return false;
  if (!cardChannel) return usually;
  if (cardChannel.mode === 'quiet') return false;
  const alertNews = alertNewsOf(news);
  return alertNews ? hearsAlert(cardChannel, order, alertNews) : usually;
}
