// The order as the store keeps it: what the agent requested, the provider's answers, the payments, and what is still to be
// posted in Slack. The types are inferred from the schema, with which every stored order is read (store/documents.ts).
// The schema only checks: no field may have a default or a transform, because readOrder returns the stored object itself.
import { z } from 'zod';
import type { Msisdn } from '#lib/msisdn.ts';
import { FREQUENCIES } from '#provider/limits.ts';
import { PAYMENT_METHOD_NAMES } from '#provider/methods.ts';
import { announcement } from './announcement.ts';
import { approval } from './approval.ts';
import { ofBulk } from './bulk.ts';
import { ORDER_STATES } from './lifecycle.ts';
import { moneyEntry } from './money-entry.ts';
import { failure, money, payment } from './payment.ts';
import { storedReference } from './reference.ts';
import { refund } from './refund.ts';

/** Milliseconds since the epoch. */
const time = z.number();
/** A calendar day, yyyy-MM-dd. */
const day = z.string();
const msisdn = z.custom<Msisdn>((value) => typeof value === 'string');

const customer = z
  .object({
    firstName: z.string().exactOptional(),
    lastName: z.string().exactOptional(),
    email: z.string().exactOptional(),
    phone: msisdn.exactOptional(),
  })
  .readonly();
export type Customer = z.output<typeof customer>;

/** SPEC.md, subscription_details. */
const recurring = z
  .object({
    /** The subscriber's number: notifications of later charges name the order by it. */
    accountNumber: z.string(),
    startDay: day,
    endDay: day,
    frequency: z.enum(FREQUENCIES),
  })
  .readonly();
export type Recurring = z.output<typeof recurring>;

/** From the provider's answer to the request (SPEC.md, Order creation response and Mobile money push response). */
const providerDetails = z
  .object({
    trackingId: z.string().exactOptional(),
    /** The payment page of a link. */
    redirectUrl: z.string().exactOptional(),
    /** To which business and account the customer can pay a prompt by hand. */
    businessNumber: z.string().exactOptional(),
    accountNumber: z.string().exactOptional(),
  })
  .readonly();
export type ProviderDetails = z.output<typeof providerDetails>;

/** The order's message in Slack. */
const cardLocation = z
  .object({
    channel: z.string(),
    /** Slack's id of the message in its channel. */
    ts: z.string(),
    /** The root of the thread that the card and the order's replies are in; missing when the card is the root. */
    threadTs: z.string().exactOptional(),
    /** Hash of what the message shows, so that it is edited only when that changes. */
    contentHash: z.string(),
    /** Its address for people; only of an order that was made from another one, whose card links to it. */
    url: z.string().exactOptional(),
  })
  .readonly();
export type CardLocation = z.output<typeof cardLocation>;

/** The newest order that was made from this one, as it stood when this was saved. */
const resentAs = z
  .object({
    reference: storedReference,
    /** The version that it had then. */
    version: z.int().nonnegative(),
    state: z.enum(ORDER_STATES),
    /** The order whose missing part it asks for. */
    balanceOf: storedReference.exactOptional(),
    /** lifecycle.ts. */
    isUnanswered: z.literal(true).exactOptional(),
    /** It is reversed, and the rest of its payment stands. */
    isPaidBackInPart: z.literal(true).exactOptional(),
    /** The address of its card, if Slack gave it. */
    cardUrl: z.string().exactOptional(),
  })
  .readonly();
export type ResentOrder = z.output<typeof resentAs>;

/** What a recurring order has heard of its charges; its own first payment is not in it. */
const charges = z
  .object({
    /** How many were paid, and what that comes to in the order's currency. */
    paid: z.int().nonnegative(),
    total: z.string(),
    /** When one was last heard of, paid or not; of one that is still pending nothing is. */
    lastAt: time.exactOptional(),
    /** The last expected day of which people were told that no charge came. */
    missedDay: day.exactOptional(),
  })
  .readonly();
export type Charges = z.output<typeof charges>;

/** In which customers are written to. */
export const LANGUAGES = ['en', 'sw', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Of everything that a store holds. Every change of it raises this number, and stores with another one are rejected. */
export const FORMAT = 1;

export const storedOrder = z
  .object({
    schemaVersion: z.literal(FORMAT),
    /** Number of saves. The store refuses to save an order that was read before somebody else's save. */
    version: z.int().nonnegative(),
    reference: storedReference,
    /**
     * `charge`: a later payment of a recurring link, posted in that link's thread (`chargeOf`). `elsewhere`: a payment that was
     * made without Teller and is to be paid back; only its refund is in the books.
     */
    kind: z.enum(['prompt', 'link', 'charge', 'elsewhere']),
    state: z.enum(ORDER_STATES),
    amount: money,
    description: z.string(),
    customer,
    /** Only of a prompt: whose phone gets it (until that is erased), through which method. */
    prompt: z
      .object({ msisdn: msisdn.exactOptional(), method: z.enum(PAYMENT_METHOD_NAMES) })
      .readonly()
      .exactOptional(),
    /** Only of a recurring link. */
    recurring: recurring.exactOptional(),
    /** Only of a link that is paid once: the last day on which it may be paid, and when that day is over. */
    validUntil: day.exactOptional(),
    deadlineAt: time.exactOptional(),
    /** Only of such a link: when its agent is to be reminded that it is not paid, and when that came due (deadline.ts). */
    remindAt: time.exactOptional(),
    remindedAt: time.exactOptional(),
    /** Only of a charge: the recurring link (parent) that it belongs to. */
    chargeOf: storedReference.exactOptional(),
    /** The earlier order that an agent sent again as this one. */
    resendOf: storedReference.exactOptional(),
    /** The order under review whose missing part this one asks for. */
    balanceOf: storedReference.exactOptional(),
    resentAs: resentAs.exactOptional(),
    /** Another order of the same chain of resends that was paid: as well, or while this one can still be paid. */
    duplicatePayment: z
      .object({
        reference: storedReference,
        confirmationCode: z.string(),
        /** Somebody has asked to pay that one back, so that this one need not be. */
        isBeingPaidBack: z.literal(true).exactOptional(),
        /** How much of that one is refunded, unless somebody requested it outside Teller. */
        refundAmount: money.exactOptional(),
        /** It was paid with less and accepted as paid, so that this one, for its balance, is not needed. */
        isAccepted: z.literal(true).exactOptional(),
        /** People were told of two payments. */
        isAnnounced: z.literal(true).exactOptional(),
      })
      .readonly()
      .exactOptional(),
    /** Only of a recurring order. */
    charges: charges.exactOptional(),
    /** Only of a charge: when the provider made it, if its first record said so. */
    madeAt: time.exactOptional(),
    /** Only of a charge: the amount with which it is in its parent's `charges`. */
    countedAs: money.exactOptional(),
    /** Slack ids: of the agent who created it, and of the channel that its card is posted in. */
    agent: z.string(),
    channel: z.string(),
    /** What the provider is sent as `branch`: its channel's when it was made, else the merchant's. */
    branch: z.string().exactOptional(),
    /** The id of the form that created it: a form that is sent twice creates one order. '' where no form did. */
    formId: z.string(),
    /** Of a row of a bulk. Its card and replies are in the thread of the bulk's message, which counts its payment (slack/alerts/channels.ts). */
    bulk: ofBulk.exactOptional(),
    /** Slack's id of the workflow step's run that made it. Only until Slack has been told what became of the order. */
    stepRun: z.string().exactOptional(),
    createdAt: time,
    /** True when a person chose the reference: the provider is then first asked whether it already has such an order. */
    typedReference: z.boolean(),
    /** In which the customer reads what is shared about it, as the link's form said. */
    language: z.enum(LANGUAGES).exactOptional(),
    /**
     * When the request was sent, saved before sending: without it nothing can have reached the customer. Taken off a row of a bulk that
     * the provider has certainly refused as busy, so that the row is sent again.
     */
    requestedAt: time.exactOptional(),
    /** When the answer to the request was lost. People were told so, so it is announced once the outcome is known. */
    outcomeUnknownAt: time.exactOptional(),
    /** When a check last got an answer. */
    checkedAt: time.exactOptional(),
    /** When a prompt had been unanswered for so long that the phone no longer asks for the PIN. */
    noPinAt: time.exactOptional(),
    /** When Teller found that the deadline was over, and the provider did not answer, so that the link is not cancelled yet. */
    deadlineOverAt: time.exactOptional(),
    /** When the scheduled checks ended without a payment, or the provider said that a charge belongs to somebody else. */
    checksEndedAt: time.exactOptional(),
    /** When the state last changed, or more came for an order that is paid or under review. */
    changedAt: time,
    provider: providerDetails,
    /** Each payment that came, oldest first; it stays when it is reversed. None is ever removed. Missing while no money has come. */
    payments: z.array(payment).readonly().exactOptional(),
    /** When the provider said that a payment was reversed, and not which of several (ms). */
    unclearReversalAt: time.exactOptional(),
    /** What the orders for its balance hold, in its currency (balances.ts). */
    balanceBrought: money.exactOptional(),
    /** What came and went back, oldest first (entries.ts). Missing while no money has come. */
    entries: z.array(moneyEntry).readonly().exactOptional(),
    /** When it failed last. */
    failedAt: time.exactOptional(),
    /** Why it failed or was not sent; while the outcome of its request is unknown, what came in place of an answer. */
    failure: failure.exactOptional(),
    /** When we asked the provider to cancel, saved before asking: it refuses a second request even if the first worked. */
    cancelRequestedAt: time.exactOptional(),
    /** The Slack id of the person for whom; missing when its deadline was over. */
    cancelRequestedBy: z.string().exactOptional(),
    /** The Slack id of the person who accepted another amount than the order's as payment in full. */
    acceptedBy: z.string().exactOptional(),
    /** The Slack id of the person who cancelled it; TELLER (audit-line.ts) when its deadline was over. */
    cancelledBy: z.string().exactOptional(),
    /** The newest request for approval, of the order or of its refund. */
    approval: approval.exactOptional(),
    /** The request for approval of the order itself, once one of its refund has taken its place. */
    orderApproval: approval.exactOptional(),
    /** The newest refund that was asked for. */
    refund: refund.exactOptional(),
    /** When its customer's data was erased (forgetting.ts), and by whom: a Slack id, TELLER or OPERATOR (audit-line.ts). */
    erasedAt: time.exactOptional(),
    erasedBy: z.string().exactOptional(),
    /** Messages in Slack and the store's files may still hold some of it. */
    isErasing: z.literal(true).exactOptional(),
    /**
     * Where its news was posted outside its thread, so that these messages are found when its customer is erased. And every message
     * with a request, also in the thread, so that each is edited when the request changes: `request` names the message while that
     * may be, and `shows` is what it shows of the request.
     */
    copies: z
      .array(
        z
          .object({
            channel: z.string(),
            ts: z.string(),
            threadTs: z.string().exactOptional(),
            request: z.string().exactOptional(),
            shows: z.string().exactOptional(),
          })
          .readonly(),
      )
      .readonly()
      .exactOptional(),
    /** Missing until the card has been posted. */
    card: cardLocation.exactOptional(),
    /** Not yet posted, oldest first. */
    announcements: z.array(announcement).readonly(),
  })
  .readonly();
export type Order = z.output<typeof storedOrder>;

/** In the order of lists: the newest first, and of one moment the one whose reference is higher. */
export function isBehind(
  order: Order,
  last: { readonly createdAt: number; readonly reference: string },
): boolean {
  return order.createdAt === last.createdAt
    ? order.reference < last.reference
    : order.createdAt < last.createdAt;
}
