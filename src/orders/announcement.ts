// Announcements: what is to be posted in Slack about an order. Each is saved in one step with the change that it is about
// (orders/events.ts) and removed once slack/delivery has posted it, so that none is lost in a crash.
import type { OrderState } from './lifecycle.ts';
import type { Failure, Payment } from './payment.ts';

/** `news` has copies of payment or failure: posted late, it still says what happened at `at` (ms since the epoch). */
export type Announcement<What extends News | Alert = News | Alert> = {
  /** Unique within the order, and the same on every try. The post's metadata has it, by which the post is found again. */
  readonly id: string;
  readonly at: number;
  readonly news: What;
};

/** Posted in the order's thread. */
export type News =
  | { readonly kind: 'paid'; readonly payment: Payment; readonly previousState: OrderState }
  | { readonly kind: 'review'; readonly payment: Payment; readonly previousState: OrderState }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly by: string }
  | { readonly kind: 'reversed'; readonly payment: Payment | undefined }
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'order_found' }
  | { readonly kind: 'checks_ended' };

/** News that is also posted in the channels with alerts. */
export type MoneyNews = Extract<News, { readonly kind: 'paid' | 'review' | 'reversed' }>;

/** The same news of money for one `channel` in which somebody turned alerts on. */
export type Alert = { readonly kind: 'alert'; readonly channel: string; readonly of: MoneyNews };

export function isAlert(announcement: Announcement): announcement is Announcement<Alert> {
  return announcement.news.kind === 'alert';
}

export function isNews(announcement: Announcement): announcement is Announcement<News> {
  return announcement.news.kind !== 'alert';
}

/** The alerts to queue after `delivered` was posted: one for each of `channels`, or none when it is not about money. */
export function alertsFor(
  delivered: Announcement<News>,
  channels: readonly string[],
  at: number,
): Announcement<Alert>[] {
  const { news } = delivered;
  if (news.kind !== 'paid' && news.kind !== 'review' && news.kind !== 'reversed') return [];
  return channels.map((channel) => ({
    id: `${delivered.id}@${channel}`,
    at,
    news: { kind: 'alert', channel, of: news },
  }));
}
