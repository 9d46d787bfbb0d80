// What is worth telling. An announcement is saved in the same step as the change that it tells of.

import type { OrderState } from './lifecycle.ts';
import type { Failure, Payment } from './payment.ts';

/** The facts are copied in, so that news told late still tells what happened then. */
export type Announcement<What extends News | Alert = News | Alert> = {
  /** Unique within the order and stable over retries: the mark by which a post is found again. */
  readonly id: string;
  readonly at: number;
  readonly news: What;
};

/** Told in the order's thread. */
export type News =
  | { readonly kind: 'paid'; readonly payment: Payment; readonly previousState: OrderState }
  | { readonly kind: 'review'; readonly payment: Payment; readonly previousState: OrderState }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly by: string }
  | { readonly kind: 'reversed'; readonly payment: Payment | undefined }
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'order_found' }
  | { readonly kind: 'checks_ended' };

/** What other channels hear of too. */
export type MoneyNews = Extract<News, { readonly kind: 'paid' | 'review' | 'reversed' }>;

/** News of money once more, for a channel that wants to hear of every payment. */
export type Alert = { readonly kind: 'alert'; readonly channel: string; readonly of: MoneyNews };

export function isAlert(announcement: Announcement): announcement is Announcement<Alert> {
  return announcement.news.kind === 'alert';
}

export function isNews(announcement: Announcement): announcement is Announcement<News> {
  return announcement.news.kind !== 'alert';
}

/** The alerts that follow when `told` has been told: one for each channel, none when it is not about money. */
export function alertsFor(
  told: Announcement<News>,
  channels: readonly string[],
  at: number,
): Announcement<Alert>[] {
  const { news } = told;
  if (news.kind !== 'paid' && news.kind !== 'review' && news.kind !== 'reversed') return [];
  return channels.map((channel) => ({
    id: `${told.id}@${channel}`,
    at,
    news: { kind: 'alert', channel, of: news },
  }));
}
