// Receives the provider's notifications (IPN). A notification names an order and is not proof of anything: it only
// makes Teller check that order with the provider. Called by web/ipn.ts and, for returning customers, by web/server.ts.
import type { Clock } from '#lib/clock.ts';
import { isSomebodyElses } from '#orders/charges.ts';
import { checkAfterNotification } from '#orders/check-schedule.ts';
import { FORMAT, type Order } from '#orders/order.ts';
import { CHARGE_FIELDS, pickFields } from '#orders/order-fields.ts';
import { canonicalTrackingId, chargeReference, parseReference, type Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';
import type { OrderSaves } from './order-saves.ts';

export type Notification = { readonly trackingId: string; readonly merchantReference: string };

/** `recorded`: the order's check is due, now or in a few seconds. `not_ours`: no order of ours. */
export type ReceiveResult = 'recorded' | 'not_ours';

export type Notifications = {
  /** Resolves once the check is saved durably; rejects when it cannot be saved. Does not call the provider. */
  receiveNotification(notification: Notification): Promise<ReceiveResult>;
  /** The customer's browser came back. Anybody can send this, so it only triggers the check of a known order. */
  customerReturned(trackingId: string): Promise<ReceiveResult>;
};

export function createNotifications(deps: {
  orders: Pick<OrderStore, 'get' | 'findByTrackingId' | 'findByAccountNumber' | 'trigger'>;
  saves: Pick<OrderSaves, 'insert'>;
  clock: Clock;
  /** Makes the worker of the `check` queue look for due orders now. */
  triggerChecks: () => void;
  /** A notification about this order came at `at` (ms). */
  notified?: ((reference: Reference, at: number) => void) | undefined;
}): Notifications {
  const { orders, saves, clock, triggerChecks } = deps;

  async function requestCheck(order: Order): Promise<ReceiveResult> {
    if (isSomebodyElses(order)) return 'not_ours';
    await orders.trigger('check', order.reference, checkAfterNotification(order, clock.now()));
    triggerChecks();
    return 'recorded';
  }

  async function receiveNotification(notification: Notification): Promise<ReceiveResult> {
    const { merchantReference } = notification;
    const at = clock.now();
    const heardOf = (order: Order) => {
      deps.notified?.(order.reference, at);
      return requestCheck(order);
    };
    const trackingId = canonicalTrackingId(notification.trackingId);
    const reference = parseReference(merchantReference);
    const named = reference && (await orders.get(reference));
    // The usual case first, because it needs one read only.
    if (named?.provider.trackingId === trackingId) return heardOf(named);
    const tracked = await orders.findByTrackingId(trackingId);
    if (tracked) return heardOf(tracked);
    if (named && isAboutItself(named)) return heardOf(named);
    // A charge's notification has the recurring order's account number or reference, and a tracking id of its own. The account
    // number may be the reference of another order, also of a recurring one.
    const [subscribed] = await orders.findByAccountNumber(merchantReference);
    const parent = subscribed ?? (named?.recurring && named);
    if (parent) return receiveCharge(parent, trackingId);
    return named ? heardOf(named) : 'not_ours';
  }

  async function receiveCharge(parent: Order, trackingId: string): Promise<ReceiveResult> {
    const charge = newCharge(parent, trackingId, clock.now());
    deps.notified?.(charge.reference, clock.now());
    if (await saves.insert(charge, { check: clock.now() })) {
      triggerChecks();
      return 'recorded';
    }
    return requestCheck((await orders.get(charge.reference)) ?? charge);
  }

  return {
    receiveNotification,
    async customerReturned(trackingId) {
      const order = await orders.findByTrackingId(canonicalTrackingId(trackingId));
      return order ? requestCheck(order) : 'not_ours';
    },
  };
}

/**
 * True of what names an order while its own tracking id is not known. Where it is another one, or the provider most likely never had
 * the order, a charge may be meant.
 */
function isAboutItself({ recurring, state, provider }: Order): boolean {
  if (provider.trackingId !== undefined) return false;
  return recurring !== undefined || (state !== 'waiting' && state !== 'not_sent');
}

/** The order for one charge of a recurring order. Its first check finds out whether it is one (check-order.ts). */
function newCharge(parent: Order, trackingId: string, now: number): Order {
  return {
    ...pickFields(parent, CHARGE_FIELDS),
    schemaVersion: FORMAT,
    version: 0,
    reference: chargeReference(parent.reference, trackingId),
    kind: 'charge',
    state: 'sending',
    chargeOf: parent.reference,
    formId: '',
    typedReference: false,
    createdAt: now,
    requestedAt: now,
    changedAt: now,
    provider: { trackingId },
    announcements: [],
  };
}
