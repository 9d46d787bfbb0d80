// A notification says "look at this order now" and nothing more: what happened is asked from the service.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { chargeReference } from '#orders/reference.ts';
import { lookAfterNotice } from '#orders/watch.ts';
import type { Ledger } from '#store/store.ts';

export type Notice = { readonly trackingId: string; readonly merchantReference: string };

/** What a notice came to: a look was put down durably, it was a copy, or the order is none of ours. */
export type Received = 'noted' | 'copy' | 'not_ours';

export type Notices = {
  /** Resolves only when the look would survive a crash; rejects when it could not be kept. Costs no call. */
  receive(notice: Notice): Promise<Received>;
  /** The customer's browser came back: anybody could say so, so it only hastens a look at an order that is known. */
  returned(trackingId: string): Promise<Received>;
};

export function createNotices(deps: { ledger: Ledger; clock: Clock; wake: () => void }): Notices {
  const { ledger, clock } = deps;

  async function look(order: Order): Promise<Received> {
    const at = lookAfterNotice(order, clock.now());
    if (at === undefined) return 'copy';
    const kept = ledger.wake('look', order.reference, at);
    // Before it is kept, so that whoever looks takes the order in the same trip to the store.
    deps.wake();
    await kept;
    return 'noted';
  }

  async function receive(notice: Notice): Promise<Received> {
    const named = await ledger.get(notice.merchantReference);
    // The usual case, and the cheapest to find.
    if (named?.service.trackingId === notice.trackingId) return look(named);
    const known = await ledger.findByTrackingId(notice.trackingId);
    if (known) return look(known);
    if (named && !isNewCharge(named, notice)) return look(named);
    // RECURRING carries the account_number as merchant reference and the tracking id of that one charge.
    const subscription = named ?? (await ledger.findByAccountNumber(notice.merchantReference))[0];
    return subscription ? receiveCharge(subscription, notice.trackingId) : 'not_ours';
  }

  async function receiveCharge(subscription: Order, trackingId: string): Promise<Received> {
    const charge = chargeOf(subscription, trackingId, clock.now());
    if (await ledger.insert(charge, { look: clock.now() })) {
      deps.wake();
      return 'noted';
    }
    return look((await ledger.get(charge.reference)) ?? charge);
  }

  return {
    receive,
    async returned(trackingId) {
      const known = await ledger.findByTrackingId(trackingId);
      return known ? look(known) : 'not_ours';
    },
  };
}

function isNewCharge(order: Order, notice: Notice): boolean {
  return (
    order.recurring !== undefined &&
    order.service.trackingId !== undefined &&
    order.service.trackingId !== notice.trackingId
  );
}

/** A charge that somebody claims; whether the service knows it as one of this subscription is asked next (look.ts). */
function chargeOf(subscription: Order, trackingId: string, now: number): Order {
  return {
    shape: 1,
    version: 0,
    reference: chargeReference(subscription.reference, trackingId),
    kind: 'charge',
    state: 'sending',
    asked: subscription.asked,
    description: subscription.description,
    customer: subscription.customer,
    chargeOf: subscription.reference,
    agent: subscription.agent,
    channel: subscription.channel,
    formId: '',
    typedReference: false,
    createdAt: now,
    calledAt: now,
    changedAt: now,
    service: { trackingId },
    announcements: [],
  };
}
