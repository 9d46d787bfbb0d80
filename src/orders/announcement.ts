// Announcements: what is to be posted in Slack about an order. Each is saved in one step with the change that it is about
// (orders/events.ts) and removed once slack/delivery has posted it, so that none is lost in a crash.
import { z } from 'zod';
import { ORDER_STATES } from './lifecycle.ts';
import { failure, payment } from './payment.ts';
import { storedReference } from './reference.ts';

const previousState = z.enum(ORDER_STATES);

const paid = z.object({ kind: z.literal('paid'), payment, previousState }).readonly();
/** Money arrived in another amount or currency than the order's. */
const review = z.object({ kind: z.literal('review'), payment, previousState }).readonly();
/** `payment` is missing when no check saw the order paid and the reversal's record lacks the payment. */
const reversed = z.object({ kind: z.literal('reversed'), payment: payment.optional() }).readonly();

/** The customer did not pay. */
const failed = z.object({ kind: z.literal('failed'), failure }).readonly();

/** Money came or was paid back. */
export type MoneyNews = z.output<typeof paid> | z.output<typeof review> | z.output<typeof reversed>;

/** News that channels with alerts may hear of, by their filters (alert-filter.ts). */
const alertNews = z.discriminatedUnion('kind', [paid, review, reversed, failed]);
export type AlertNews = z.output<typeof alertNews>;

/** Posted in the order's thread. */
const news = z.discriminatedUnion('kind', [
  paid,
  review,
  reversed,
  failed,
  /** `by` is the Slack id of who cancelled it. */
  z.object({ kind: z.literal('cancelled'), by: z.string() }).readonly(),
  /** The service refused the order, or never had it. */
  z.object({ kind: z.literal('not_sent'), failure }).readonly(),
  /** Another amount was accepted as payment in full; `by` is a Slack id. */
  z.object({ kind: z.literal('accepted_as_paid'), by: z.string() }).readonly(),
  /** The missing part was paid with the order `by`. */
  z.object({ kind: z.literal('rest_paid'), by: storedReference, payment }).readonly(),
  /** This order was paid with `payment`, and the order that was sent again for it, or instead of it, was paid too. */
  z
    .object({
      kind: z.literal('paid_twice'),
      payment,
      other: z.object({ reference: storedReference, confirmationCode: z.string() }).readonly(),
    })
    .readonly(),
  /** A charge was expected on this day, and none was heard of. */
  z.object({ kind: z.literal('charge_missed'), day: z.string() }).readonly(),
  /** The service has the order although its answer was lost. */
  z.object({ kind: z.literal('order_found') }).readonly(),
  /** The scheduled checks are over and nobody has paid. `noAnswer`: the service never answered the order's request. */
  z.object({ kind: z.literal('checks_ended'), noAnswer: failure.exactOptional() }).readonly(),
]);
export type News = z.output<typeof news>;

/** A copy of news (`of`) for one other `channel`, in which somebody turned alerts on. */
const alert = z.object({ kind: z.literal('alert'), channel: z.string(), of: alertNews }).readonly();
export type Alert = z.output<typeof alert>;

/** `news` copies the payment or failure, so that a late post shows how the order stood at `at`. */
export const announcement = z
  .object({
    /** Unique within the order. It goes into the post's metadata, so that a retry can find out whether the post exists. */
    id: z.string(),
    /** Milliseconds since the epoch. */
    at: z.number(),
    news: z.discriminatedUnion('kind', [news, alert]),
  })
  .readonly();
export type Announcement<Content extends News | Alert = News | Alert> = z.output<typeof announcement> & {
  readonly news: Content;
};

export function isAlert(announcement: Announcement): announcement is Announcement<Alert> {
  return announcement.news.kind === 'alert';
}

export function isNews(announcement: Announcement): announcement is Announcement<News> {
  return announcement.news.kind !== 'alert';
}

/** The same news if channels with alerts may hear of it. */
export function alertNewsOf(news: News): AlertNews | undefined {
  switch (news.kind) {
    case 'paid':
    case 'review':
    case 'reversed':
    case 'failed':
      return news;
    default:
      return undefined;
  }
}
