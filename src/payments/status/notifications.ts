// A notification says "look at this order now" and nothing more: what happened is asked from the service.
import type { Clock } from '#lib/clock.ts';
import { checkAfterNotification } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import { chargeReference, parseReference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';

export type Notification = { readonly trackingId: string; readonly merchantReference: string };

/** What a notification came to: a look was put down durably, it was a copy, or the order is none of ours. */
export type ReceiveResult = 'recorded' | 'duplicate' | 'not_ours';

export type Notifications = {
  /** Resolves only when the look would survive a crash; rejects when it could not be kept. Costs no call. */
  receiveNotification(notification: Notification): Promise<ReceiveResult>;
  /** The customer's browser came back: anybody could say so, so it only hastens a look at an order that is known. */
  customerReturned(trackingId: string): Promise<ReceiveResult>;
};

export function createNotifications(deps: {
  orders: OrderStore;
  clock: Clock;
  triggerChecks: () => void;
}): Notifications {
  const { orders, clock } = deps;

  async function look(order: Order): Promise<ReceiveResult> {
    const at = checkAfterNotification(order, clock.now());
    if (at === undefined) return 'duplicate';
    const kept = orders.trigger('check', order.reference, at);
    // Before it is kept, so that whoever looks takes the order in the same trip to the store.
    deps.triggerChecks();
    await kept;
    return 'recorded';
  }

  async function receiveNotification(notification: Notification): Promise<ReceiveResult> {
    const reference = parseReference(notification.merchantReference);
    const named = reference && (await orders.get(reference));
    // The usual case, and the cheapest to find.
    if (named?.service.trackingId === notification.trackingId) return look(named);
    const known = await orders.findByTrackingId(notification.trackingId);
    if (known) return look(known);
    if (named && !isNewCharge(named, notification)) return look(named);
    // RECURRING carries the account_number as merchant reference and the tracking id of that one charge.
    const subscription = named ?? (await orders.findByAccountNumber(notification.merchantReference))[0];
    return subscription ? receiveCharge(subscription, notification.trackingId) : 'not_ours';
  }

  async function receiveCharge(subscription: Order, trackingId: string): Promise<ReceiveResult> {
    const charge = newCharge(subscription, trackingId, clock.now());
    if (await orders.insert(charge, { check: clock.now() })) {
      deps.triggerChecks();
      return 'recorded';
    }
    return look((await orders.get(charge.reference)) ?? charge);
  }

  return {
    receiveNotification,
    async customerReturned(trackingId) {
      const known = await orders.findByTrackingId(trackingId);
      return known ? look(known) : 'not_ours';
    },
  };
}

function isNewCharge(order: Order, notification: Notification): boolean {
  return (
    order.recurring !== undefined &&
    order.service.trackingId !== undefined &&
    order.service.trackingId !== notification.trackingId
  );
}

/** A charge that somebody claims; whether the service knows it as one of this subscription is asked next (look.ts). */
function newCharge(subscription: Order, trackingId: string, now: number): Order {
  return {
    schemaVersion: 2,
    version: 0,
    reference: chargeReference(subscription.reference, trackingId),
    kind: 'charge',
    state: 'sending',
    amount: subscription.amount,
    description: subscription.description,
    customer: subscription.customer,
    chargeOf: subscription.reference,
    agent: subscription.agent,
    channel: subscription.channel,
    formId: '',
    typedReference: false,
    createdAt: now,
    requestedAt: now,
    changedAt: now,
    service: { trackingId },
    announcements: [],
  };
}
