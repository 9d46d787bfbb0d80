// An order as Teller stores it: what was asked, where its card is, what the service said, what is still to be posted.
// The types are inferred from the schema, with which every stored order is read (store/read-order.ts).
// No field has a default or is transformed: what passes is the order itself.
import { z } from 'zod';
import type { Msisdn } from '#lib/msisdn.ts';
import { FREQUENCIES } from '#provider/limits.ts';
import { PAYMENT_METHOD_NAMES } from '#provider/methods.ts';
import { announcement } from './announcement.ts';
import { ORDER_STATES } from './lifecycle.ts';
import { failure, money, payment } from './payment.ts';
import { storedReference } from './reference.ts';

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
    /** The subscriber's number, by which later charges name the order. */
    accountNumber: z.string(),
    startDay: day,
    endDay: day,
    frequency: z.enum(FREQUENCIES),
  })
  .readonly();
export type Recurring = z.output<typeof recurring>;

/** What the service answered when it took the order (SPEC.md, Order creation response and Mobile money push response). */
const serviceSide = z
  .object({
    trackingId: z.string().exactOptional(),
    /** The payment page of a link. */
    redirectUrl: z.string().exactOptional(),
    /** To which business and account the customer can pay a prompt by hand. */
    businessNumber: z.string().exactOptional(),
    accountNumber: z.string().exactOptional(),
  })
  .readonly();
export type ServiceSide = z.output<typeof serviceSide>;

/** The order's root message in Slack. */
const cardLocation = z
  .object({
    channel: z.string(),
    /** Slack's id of the message in its channel. */
    ts: z.string(),
    /** Of what the message shows now, so that it is edited only when that changes. */
    contentHash: z.string(),
  })
  .readonly();
export type CardLocation = z.output<typeof cardLocation>;

export const storedOrder = z
  .object({
    /** Counts the forms that this record has had; store/upgrade-order.ts upgrades older ones. */
    schemaVersion: z.literal(2),
    /** Counts saves, from 0; the store refuses a save that is based on an older one. */
    version: z.int().nonnegative(),
    reference: storedReference,
    /** `charge` is a later payment of a recurring link: an order of its own, reported in the thread of `chargeOf`. */
    kind: z.enum(['prompt', 'link', 'charge']),
    state: z.enum(ORDER_STATES),
    amount: money,
    description: z.string(),
    customer,
    /** Only of a prompt: whose phone is asked, through which method. */
    prompt: z
      .object({ msisdn, method: z.enum(PAYMENT_METHOD_NAMES) })
      .readonly()
      .exactOptional(),
    /** Only of a recurring link. */
    recurring: recurring.exactOptional(),
    /** Only of a charge: the recurring link that it belongs to. */
    chargeOf: storedReference.exactOptional(),
    /** The failed order that this one was sent again for. */
    resendOf: storedReference.exactOptional(),
    /** Slack ids of the asking agent and of the channel for the card. */
    agent: z.string(),
    channel: z.string(),
    /** The form that made this order: the same form sent again finds it instead of making another. */
    formId: z.string(),
    createdAt: time,
    /** True when a person chose the reference, so that the service must be asked whether it knows it already. */
    typedReference: z.boolean(),
    /** Set before the service is called; without it nothing can have reached the customer. */
    requestedAt: time.exactOptional(),
    /** Set when the answer to submitting was lost: somebody was told so, and is owed the outcome. */
    outcomeUnknownAt: time.exactOptional(),
    /** When the service last answered about it. */
    checkedAt: time.exactOptional(),
    /** Set when the checks ended without an outcome; said once. */
    checksEndedAt: time.exactOptional(),
    /** When the state last changed. */
    changedAt: time,
    service: serviceSide,
    /** Once money has come; it stays when the payment is reversed. */
    payment: payment.exactOptional(),
    /** Why it failed or was not sent. */
    failure: failure.exactOptional(),
    /** Set before the service is asked to cancel, so that a lost answer is not taken for a refusal. */
    cancelRequestedAt: time.exactOptional(),
    /** The Slack id of who cancelled it. */
    cancelledBy: z.string().exactOptional(),
    /** Missing until the card has been posted. */
    card: cardLocation.exactOptional(),
    /** Not yet delivered, oldest first. */
    announcements: z.array(announcement).readonly(),
  })
  .readonly();
export type Order = z.output<typeof storedOrder>;
export type OrderKind = Order['kind'];
