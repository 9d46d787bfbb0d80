// Write, call, write: an order is in the orders and its card in the channel before the service hears of it.

import type { Clock } from '#lib/clock.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { applyEvent, type OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import type { IpnRegistration } from '#payments/status/ipn-registration.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import { eventFrom } from '#payments/status/record-event.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';
import { detailsFromOrder, type OrderSettings, orderRequest } from './order-request.ts';
import { detailsFromPush, pushRequest } from './push-request.ts';

/** What a form asks for; the rest of the order is made here. */
export type Draft = Pick<
  Order,
  | 'reference'
  | 'kind'
  | 'amount'
  | 'description'
  | 'customer'
  | 'agent'
  | 'channel'
  | 'formId'
  | 'typedReference'
> &
  Partial<Pick<Order, 'prompt' | 'recurring' | 'resendOf'>>;

export type CreateResult =
  | { readonly status: 'new' | 'already'; readonly order: Order }
  | { readonly status: 'reference_taken' }
  | { readonly status: 'account_number_taken'; readonly by: Order };

export type Ordering = {
  /** Writes the order down. The same form again gets the order that it made before. Calls nobody. */
  createOrder(draft: Draft): Promise<CreateResult>;
  /** Posts the card, calls the service and keeps its answer. Answers the order as it then stands; never sends twice. */
  submitOrder(reference: Reference): Promise<Order>;
  /** The same for an order whose first process died on the way: its card may stand there already. */
  resume(reference: Reference): Promise<Order>;
  /** A link whose answer was lost is asked for again under its id, which the service answers with the same order. */
  resubmit(order: Order): Promise<Order>;
};

/** A link's lost answer is asked for again this often while the agent waits; then the look queue goes on. */
const LINK_REPEATS = 2;

export function createOrdering(deps: {
  orders: OrderStore;
  client: ProviderClient;
  registration: IpnRegistration;
  updates: OrderUpdates;
  clock: Clock;
  settings: OrderSettings;
  /** Puts the card where people see it; rejects when that cannot be done, and then nothing is sent. */
  postCard: (order: Order, how: { mayStand: boolean }) => Promise<void>;
  /** Turns what went wrong into the failure that is kept and told, with an incident id that the log has too. */
  explain: (error: unknown, order: Order) => Failure;
}): Ordering {
  const { orders, client, registration, updates, clock, settings } = deps;

  async function createOrder(draft: Draft): Promise<CreateResult> {
    if (draft.recurring) {
      const [by] = await orders.findByAccountNumber(draft.recurring.accountNumber);
      // Charges are told apart by account number alone, so one subscriber number serves one order.
      if (by && by.formId !== draft.formId) return { status: 'account_number_taken', by };
    }
    const now = clock.now();
    const order: Order = {
      ...draft,
      schemaVersion: 2,
      version: 0,
      state: 'sending',
      createdAt: now,
      changedAt: now,
      service: {},
      announcements: [],
    };
    const check = nextCheck(order, now);
    if (await orders.insert(order, check === undefined ? {} : { check })) return { status: 'new', order };
    const already = await orders.get(draft.reference);
    return already?.formId === draft.formId
      ? { status: 'already', order: already }
      : { status: 'reference_taken' };
  }

  async function submitOrder(reference: Reference, { mayStand }: { mayStand: boolean }): Promise<Order> {
    const order = await orders.get(reference);
    if (!order) throw new Error(`no order ${reference} in the orders`);
    if (order.state !== 'sending' || order.requestedAt !== undefined) return order;
    let notificationId: string;
    try {
      if (!order.card) await deps.postCard(order, { mayStand });
      const known = order.typedReference
        ? await client.getTransactionByMerchantReference(order.reference)
        : undefined;
      if (known) return refuse(order, { reason: 'reference_known', serviceMessage: '' });
      notificationId = await registration.ensure();
    } catch (error) {
      return refuse(order, deps.explain(error, order));
    }
    const mine = await markCalled(order.reference);
    return mine ? call(mine, notificationId) : ((await orders.get(reference)) ?? order);
  }

  /** The line between "nothing can have happened" and "something may have": only one process ever gets over it. */
  async function markCalled(reference: Reference): Promise<Order | undefined> {
    let mine: Order | undefined;
    const kept = await updates.updateOrder(reference, (newest) => {
      mine =
        newest.state === 'sending' && newest.requestedAt === undefined
          ? { ...newest, requestedAt: clock.now() }
          : undefined;
      return mine;
    });
    return mine && kept;
  }

  async function call(order: Order, notificationId: string, repeats = LINK_REPEATS): Promise<Order> {
    try {
      return await updates.saveEvent(order.reference, await submit(order, notificationId));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome === 'unknown')
        return lost(order, notificationId, error, repeats);
      if (error.code === 'InvalidIpnId' && repeats > 0) {
        // An id of another environment: registered again once. The refusal means that nothing was sent.
        await registration.forget(notificationId);
        return callWithFreshId(order);
      }
      return refuse(order, deps.explain(error, order));
    }
  }

  async function callWithFreshId(order: Order): Promise<Order> {
    let fresh: string;
    try {
      fresh = await registration.ensure();
    } catch (error) {
      return refuse(order, deps.explain(error, order));
    }
    return call(order, fresh, 0);
  }

  async function submit(order: Order, notificationId: string): Promise<OrderEvent> {
    const service = order.prompt
      ? detailsFromPush(await client.push(pushRequest(order, settings, notificationId)))
      : detailsFromOrder(await client.submitOrder(orderRequest(order, settings, notificationId)));
    return { event: 'accepted', service };
  }

  /** The answer was lost. A prompt is only ever asked about; a link is harmless to ask for again. */
  async function lost(order: Order, notificationId: string, error: unknown, repeats: number): Promise<Order> {
    if (order.kind === 'link' && repeats > 0) return call(order, notificationId, repeats - 1);
    deps.explain(error, order);
    try {
      const record = await client.getTransactionByMerchantReference(order.reference);
      const event = record && eventFrom(record);
      if (order.prompt && event) return await updates.saveEvent(order.reference, event);
    } catch {
      // The service cannot be asked either; the look queue goes on asking.
    }
    return updates.updateOrder(order.reference, (newest) =>
      newest.state === 'sending' && newest.outcomeUnknownAt === undefined
        ? { ...newest, outcomeUnknownAt: clock.now() }
        : undefined,
    );
  }

  function refuse(order: Order, failure: Failure): Promise<Order> {
    return updates.updateOrder(order.reference, (newest) =>
      applyEvent(newest, { event: 'refused', failure }, clock.now()),
    );
  }

  return {
    createOrder,
    submitOrder: (reference) => submitOrder(reference, { mayStand: false }),
    resume: (reference) => submitOrder(reference, { mayStand: true }),
    resubmit: async (order) => call(order, await registration.ensure(), 0),
  };
}
