// Announcements: what is to be posted in Slack about an order. Each is saved in one step with the change that it is about
// (orders/events.ts) and removed once slack/announce has posted it, so that none is lost in a crash.
import { z } from 'zod';
import { approval } from './approval.ts';
import { ORDER_STATES } from './lifecycle.ts';
import { failure, money, payment } from './payment.ts';
import { storedReference } from './reference.ts';
import { refund } from './refund.ts';

const previousState = z.enum(ORDER_STATES);

/**
 * About one payment. `others`: those that stood beside it. `before`: where it is not new, what the provider had said of its amount.
 */
const aboutPayment = {
  previousState,
  others: z.array(payment).readonly().exactOptional(),
  before: money.exactOptional(),
} as const;

const paid = z
  .object({
    kind: z.literal('paid'),
    payment: payment.unwrap().extend({ paid: money }).readonly(),
    ...aboutPayment,
  })
  .readonly();
/** Money arrived, and in all it is not what was asked for, or not known how much. */
const review = z.object({ kind: z.literal('review'), payment, ...aboutPayment }).readonly();
/**
 * `payment` is missing when it is not clear which of several was reversed (`isUnclear`). `others`: those that stand. `refunded`: what
 * of it went back, where Teller had asked for that. `by`: the Slack id of who said so, where the provider has not.
 */
const reversed = z
  .object({
    kind: z.literal('reversed'),
    payment: payment.optional(),
    isUnclear: z.literal(true).exactOptional(),
    others: z.array(payment).readonly().exactOptional(),
    refunded: money.exactOptional(),
    /** An approver had said that it was not paid back. */
    isUnexpected: z.literal(true).exactOptional(),
    by: z.string().exactOptional(),
  })
  .readonly();

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
  /** `by` is the Slack id of who cancelled it, or TELLER (audit-line.ts) when its deadline was over. */
  z.object({ kind: z.literal('cancelled'), by: z.string() }).readonly(),
  /** The provider refused a cancel that Teller had taken up for `by` (a Slack id), so nobody was waiting for the answer. */
  z.object({ kind: z.literal('cancel_refused'), by: z.string(), providerMessage: z.string() }).readonly(),
  /** The provider refused the order, or never had it. */
  z.object({ kind: z.literal('not_sent'), failure }).readonly(),
  /** Another amount was accepted as payment in full; `by` is a Slack id. `paid`: that amount, if the provider has stated it. */
  z.object({ kind: z.literal('accepted_as_paid'), by: z.string(), paid: money.exactOptional() }).readonly(),
  /** The missing part was paid with the order `by`. `tooMuch`: where more had come for this one meanwhile, which is still under review. */
  z
    .object({
      kind: z.literal('balance_paid'),
      by: storedReference,
      payment,
      /** All that came for the balance. */
      brought: money,
      tooMuch: money.exactOptional(),
    })
    .readonly(),
  /**
   * What the order `by` had brought of the missing part went back, so that this one is under review again; or, where it had brought
   * too much (`isEnough`), so that this one is paid.
   */
  z
    .object({
      kind: z.literal('balance_returned'),
      by: storedReference,
      isEnough: z.literal(true).exactOptional(),
    })
    .readonly(),
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
  /** The provider has the order although its answer was lost. */
  z.object({ kind: z.literal('order_found') }).readonly(),
  /** Somebody asks to pay back a payment: the reply has the buttons with which another person decides. */
  z.object({ kind: z.literal('approval_asked'), approval, refund }).readonly(),
  /** `approval`: how the request ended, or that it was approved. */
  z.object({ kind: z.literal('approval_decided'), approval }).readonly(),
  /** A prompt was approved so late that its asker must send it. */
  z.object({ kind: z.literal('approved_late'), approval }).readonly(),
  /** The provider has received the request, and still has to carry it out. */
  z.object({ kind: z.literal('refund_received'), refund }).readonly(),
  /** The provider had received a request before, which nobody made with Teller. */
  z.object({ kind: z.literal('refund_received_before'), refund }).readonly(),
  z.object({ kind: z.literal('refund_refused'), refund }).readonly(),
  /** The payment has changed since it was approved, or that is too long ago, so the provider was not asked. */
  z.object({ kind: z.literal('refund_lapsed'), refund }).readonly(),
  /** It is not known whether the provider has received the request: an approver must look. */
  z.object({ kind: z.literal('refund_unknown'), refund }).readonly(),
  /** The provider has not said in three days that it was carried out: an approver is reminded to look. */
  z.object({ kind: z.literal('refund_reminder'), refund }).readonly(),
  /** The provider has not said in thirty days that it was carried out: an approver must look. */
  z.object({ kind: z.literal('refund_overdue'), refund }).readonly(),
  /** An approver says that it was not carried out. That it was is `reversed`. */
  z.object({ kind: z.literal('refund_ended'), refund }).readonly(),
  /** The scheduled checks are over and nobody has paid. `noAnswer`: the provider never answered the order's request. */
  z.object({ kind: z.literal('checks_ended'), noAnswer: failure.exactOptional() }).readonly(),
]);
export type News = z.output<typeof news>;

/** A copy of news (`of`) for one other `channel`, in which somebody turned alerts on. */
const alert = z.object({ kind: z.literal('alert'), channel: z.string(), of: alertNews }).readonly();
export type Alert = z.output<typeof alert>;

/** Sent to the order's agent alone. */
const direct = z.discriminatedUnion('kind', [
  /** The link is not paid yet. */
  z.object({ kind: z.literal('reminder') }).readonly(),
  /** A copy of money news (`of`) for an agent who wants to be told directly. */
  z
    .object({ kind: z.literal('money_directly'), of: z.discriminatedUnion('kind', [paid, review, reversed]) })
    .readonly(),
]);
export type Direct = z.output<typeof direct>;

/** `news` copies the payment or failure, so that a late post shows how the order stood at `at`. */
export const announcement = z
  .object({
    /** Unique within the order. It goes into the post's metadata, so that a retry can find out whether the post exists. */
    id: z.string(),
    /** Milliseconds since the epoch. */
    at: z.number(),
    news: z.discriminatedUnion('kind', [news, direct, alert]),
  })
  .readonly();
export type Announcement<Content extends News | Direct | Alert = News | Direct | Alert> = z.output<
  typeof announcement
> & {
  readonly news: Content;
};

export function isAlert(announcement: Announcement): announcement is Announcement<Alert> {
  return announcement.news.kind === 'alert';
}

export function isDirect(announcement: Announcement): announcement is Announcement<Direct> {
  const { kind } = announcement.news;
  return kind === 'reminder' || kind === 'money_directly';
}

export function isNews(announcement: Announcement): announcement is Announcement<News> {
  return !isAlert(announcement) && !isDirect(announcement);
}

/** True of a copy of other news, which is queued by whoever delivers that and sends the copy right after it. */
export function isCopy({ news }: Announcement): boolean {
  return news.kind === 'alert' || news.kind === 'money_directly';
}

/**
 * `order` with one more announcement at `at` (ms). Its id has the version that the store gives to this save, so no two of an
 * order share one; `name` replaces the news' kind in it.
 */
export function announce<
  Of extends { readonly version: number; readonly announcements: readonly Announcement[] },
>(order: Of, news: News | Direct, at: number, name: string = news.kind): Of {
  const added = { id: `${name}-${order.version + 1}`, at, news };
  return { ...order, announcements: [...order.announcements, added] };
}

/** The same news if it is about money that came or was paid back. */
export function moneyNewsOf(news: News): MoneyNews | undefined {
  return news.kind === 'paid' || news.kind === 'review' || news.kind === 'reversed' ? news : undefined;
}

/** True of the kinds of money news. */
export function isMoneyKind(kind: string): boolean {
  return kind === 'paid' || kind === 'review' || kind === 'reversed';
}

/** True of money news for the order's own thread. */
export function isMoneyNews(announcement: Announcement): boolean {
  return isNews(announcement) && isMoneyKind(announcement.news.kind);
}

/** The same news if channels with alerts may hear of it. */
export function alertNewsOf(news: News): AlertNews | undefined {
  return news.kind === 'failed' ? news : moneyNewsOf(news);
}
