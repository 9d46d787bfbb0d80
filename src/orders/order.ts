// An order as Teller keeps it: what was asked, where its card is, what the service said, what is still to be told.
import type { Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Frequency } from '#provider/limits.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import type { Announcement } from './announcement.ts';
import type { OrderState } from './lifecycle.ts';
import type { Failure, Payment } from './payment.ts';
import type { Reference } from './reference.ts';

/** `charge` is a later payment of a recurring link: an order of its own under `chargeOf`, told in that order's thread. */
export type OrderKind = 'prompt' | 'link' | 'charge';

/** Times are milliseconds since the epoch; calendar days are yyyy-MM-dd. */
export type Order = {
  /** Of this record's form; a reader of a later form upgrades older ones. */
  readonly schemaVersion: 2;
  /** Counts saves; the store refuses a save that is based on an older one. */
  readonly version: number;
  readonly reference: Reference;
  readonly kind: OrderKind;
  readonly state: OrderState;
  readonly amount: Money;
  readonly description: string;
  readonly customer: Customer;
  readonly prompt?: { readonly msisdn: Msisdn; readonly method: PaymentMethod };
  readonly recurring?: Recurring;
  readonly chargeOf?: Reference;
  /** The failed order that this one was sent again for. */
  readonly resendOf?: Reference;
  /** Slack ids of the asking agent and of the channel for the card. */
  readonly agent: string;
  readonly channel: string;
  /** The form that made this order: the same form sent again finds it instead of making another. */
  readonly formId: string;
  readonly createdAt: number;
  /** True when a person chose the reference, so that the service must be asked whether it knows it already. */
  readonly typedReference: boolean;
  /** Set before the service is called; without it nothing can have reached the customer. */
  readonly requestedAt?: number;
  /** Set when the call's answer was lost: somebody was told that it is not known, and is owed the end of it. */
  readonly outcomeUnknownAt?: number;
  /** When the service was last asked about it with an answer. */
  readonly checkedAt?: number;
  /** Set when watching ended without an outcome; said once. */
  readonly checksEndedAt?: number;
  /** When the state last changed. */
  readonly changedAt: number;
  readonly service: ServiceSide;
  readonly payment?: Payment;
  readonly failure?: Failure;
  /** Set before the service is asked to cancel, so that a lost answer is not taken for a refusal. */
  readonly cancelRequestedAt?: number;
  /** The Slack id of who cancelled it. */
  readonly cancelledBy?: string;
  readonly card?: CardLocation;
  /** News not yet told, oldest first; saved in one step with the change that made them. */
  readonly announcements: readonly Announcement[];
};

export type Customer = {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: Msisdn;
};

export type Recurring = {
  readonly accountNumber: string;
  readonly startDay: string;
  readonly endDay: string;
  readonly frequency: Frequency;
};

/** What the service answered when it took the order (SPEC.md, Order creation response and Mobile money push response). */
export type ServiceSide = {
  readonly trackingId?: string;
  readonly redirectUrl?: string;
  readonly businessNumber?: string;
  readonly accountNumber?: string;
};

/** The order's root message in Slack, and the mark of what it shows now, so that it is only edited when that changes. */
export type CardLocation = { readonly channel: string; readonly ts: string; readonly contentHash: string };
