// What is to be posted about an order. An announcement is saved in the same step as the change that it reports, and stays
// in the order until it has been delivered.
import { z } from 'zod';
import { ORDER_STATES } from './lifecycle.ts';
import { failure, payment } from './payment.ts';

const previousState = z.enum(ORDER_STATES);

const paid = z.object({ kind: z.literal('paid'), payment, previousState }).readonly();
/** Money came, but not the amount or currency that was asked. */
const review = z.object({ kind: z.literal('review'), payment, previousState }).readonly();
/** Without a payment when it was never seen paid and the service's record no longer names the amount. */
const reversed = z.object({ kind: z.literal('reversed'), payment: payment.optional() }).readonly();

/** What other channels hear of too. */
const moneyNews = z.discriminatedUnion('kind', [paid, review, reversed]);
export type MoneyNews = z.output<typeof moneyNews>;

/** Posted in the order's thread. */
const news = z.discriminatedUnion('kind', [
  paid,
  review,
  reversed,
  z.object({ kind: z.literal('failed'), failure }).readonly(),
  /** `by` is the Slack id of who cancelled it. */
  z.object({ kind: z.literal('cancelled'), by: z.string() }).readonly(),
  /** The service refused the order, or never had it. */
  z.object({ kind: z.literal('not_sent'), failure }).readonly(),
  /** The service has the order after all: the answer to submitting it had been lost. */
  z.object({ kind: z.literal('order_found') }).readonly(),
  /** Still pending, and from now on checked only when somebody asks. */
  z.object({ kind: z.literal('checks_ended') }).readonly(),
]);
export type News = z.output<typeof news>;

/** News of money once more, for a channel that wants to hear of every payment. */
const alert = z.object({ kind: z.literal('alert'), channel: z.string(), of: moneyNews }).readonly();
export type Alert = z.output<typeof alert>;

/** The facts are copied into the news, so that a late post still says what happened then. */
export const announcement = z
  .object({
    /** Unique within the order and the same for every try, so that a post of an earlier try is found again. */
    id: z.string(),
    /** When it happened (ms since the epoch). */
    at: z.number(),
    news: z.discriminatedUnion('kind', [news, alert]),
  })
  .readonly();
export type Announcement<What extends News | Alert = News | Alert> = z.output<typeof announcement> & {
  readonly news: What;
};

export function isAlert(announcement: Announcement): announcement is Announcement<Alert> {
  return announcement.news.kind === 'alert';
}

export function isNews(announcement: Announcement): announcement is Announcement<News> {
  return announcement.news.kind !== 'alert';
}

/** The alerts that follow when `delivered` has been posted: one for each channel, none when it is not about money. */
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
