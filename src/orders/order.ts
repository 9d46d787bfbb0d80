// The order as the store keeps it: what the agent requested, the service's answers, the payment, and what is still to be
// posted in Slack.
import type { Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Frequency } from '#provider/limits.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import type { Announcement } from './announcement.ts';
import type { OrderState } from './lifecycle.ts';
import type { Failure, Payment } from './payment.ts';
import type { Reference } from './reference.ts';

/** PIN prompt, payment link, or a later payment of a recurring link, which is posted in its parent's thread (`chargeOf`). */
export type OrderKind = 'prompt' | 'link' | 'charge';

/** Times are milliseconds since the epoch; calendar days are yyyy-MM-dd. */
export type Order = {
  /** Of this type. The store upgrades orders that were saved with an earlier one. */
  readonly schemaVersion: 2;
  /** Number of saves. The store refuses to save an order that was read before somebody else's save. */
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
  /** The failed order of which this one is the resend. */
  readonly resendOf?: Reference;
  /** Slack ids: of the agent who created it, and of the channel that its card is posted in. */
  readonly agent: string;
  readonly channel: string;
  /** Of the form that created it, so that a form that is sent twice does not create two orders. '' for a charge. */
  readonly formId: string;
  readonly createdAt: number;
  /** True when a person chose the reference: the service is then first asked whether it already has such an order. */
  readonly typedReference: boolean;
  /** When the request was sent, saved before sending: without it nothing can have reached the customer. */
  readonly requestedAt?: number;
  /** When the answer to the request was lost. People were told so, so it is announced once the outcome is known. */
  readonly outcomeUnknownAt?: number;
  /** When a check last got an answer. */
  readonly checkedAt?: number;
  /** When the scheduled checks ended without a payment, or the service said that a charge belongs to somebody else. */
  readonly checksEndedAt?: number;
  /** When the state last changed. */
  readonly changedAt: number;
  readonly service: ServiceSide;
  readonly payment?: Payment;
  readonly failure?: Failure;
  /** When we asked the service to cancel, saved before asking: a second cancel is refused though the first has worked. */
  readonly cancelRequestedAt?: number;
  /** The Slack id of the person who cancelled it. */
  readonly cancelledBy?: string;
  readonly card?: CardLocation;
  /** Not yet posted, oldest first. */
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

/** Where the order's card is in Slack. `contentHash` is of what it shows, so that it is edited only when that changes. */
export type CardLocation = { readonly channel: string; readonly ts: string; readonly contentHash: string };
