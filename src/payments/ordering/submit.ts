// Creates an order and submits it to the payment service, in this order: save it, post its card, save `requestedAt`,
// send the request, save the answer. After a crash the saved order shows how far that went, so that no customer is
// prompted twice. Called by slack/ for forms and steps, and by status/due-check.ts for what a crash left.
import type { Clock } from '#lib/clock.ts';
import { NO_CHARGES } from '#orders/charges.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { applyEvent, type OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import { eventFrom } from '#payments/status/from-record.ts';
import type { IpnRegistration } from '#payments/status/ipn-registration.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';
import {
  detailsFromOrder,
  detailsFromPush,
  type OrderSettings,
  orderRequest,
  pushRequest,
} from './order-request.ts';

/** The fields of an order that its form gives; createOrder adds the rest. */
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

/** `already_created`: by this same form before; it is that order. */
export type CreateResult =
  | { readonly status: 'created' | 'already_created'; readonly order: Order }
  | { readonly status: 'reference_taken' | 'account_number_taken' };

export type Ordering = {
  /** Saves the order and nothing more. A form that is sent twice gets one order (`Draft.formId`). */
  createOrder(draft: Draft): Promise<CreateResult>;
  /** Posts the card, sends the request once and saves the answer; resolves to the order with that answer. */
  submitOrder(reference: Reference): Promise<Order>;
  /** The same after a process died before the request: first looks in Slack whether the card was already posted. */
  resume(reference: Reference): Promise<Order>;
  /** Repeats a link's request after its answer was lost: for an id that it knows, the service returns the same order. */
  resubmit(order: Order): Promise<Order>;
};

/** How often a link's request is repeated after a lost answer while the agent waits; later the check queue repeats it. */
const LINK_REPEATS = 2;

export function createOrdering(deps: {
  orders: OrderStore;
  client: ProviderClient;
  registration: IpnRegistration;
  updates: OrderUpdates;
  clock: Clock;
  settings: OrderSettings;
  /** Posts the order's card in its channel. Rejects when it cannot, and then the order is not sent. */
  postCard: (order: Order, how: { mayAlreadyBePosted: boolean }) => Promise<void>;
  logFailure: LogFailure;
}): Ordering {
  const { orders, client, registration, updates, clock, settings, logFailure } = deps;

  async function createOrder(draft: Draft): Promise<CreateResult> {
    if (draft.recurring) {
      // A charge may name its order by the account number alone, so two orders may not have the same one.
      const [existing] = await orders.findByAccountNumber(draft.recurring.accountNumber);
      if (existing && existing.formId !== draft.formId) return { status: 'account_number_taken' };
    }
    const now = clock.now();
    const order: Order = {
      ...draft,
      schemaVersion: 2,
      version: 0,
      state: 'sending',
      createdAt: now,
      changedAt: now,
      ...(draft.recurring ? { charges: NO_CHARGES } : {}),
      service: {},
      announcements: [],
    };
    const check = nextCheck(order, now);
    if (await orders.insert(order, check === undefined ? {} : { check })) return { status: 'created', order };
    const existing = await orders.get(draft.reference);
    return existing?.formId === draft.formId
      ? { status: 'already_created', order: existing }
      : { status: 'reference_taken' };
  }

  async function submitOrder(reference: Reference, how: { mayAlreadyBePosted: boolean }): Promise<Order> {
    const order = await orders.get(reference);
    if (!order) throw new Error(`there is no order ${reference}`);
    if (order.state !== 'sending' || order.requestedAt !== undefined) return order;
    let ipnId: string;
    try {
      if (!order.card) await deps.postCard(order, how);
      const existing = order.typedReference
        ? await client.getTransactionByMerchantReference(order.reference)
        : undefined;
      if (existing) return markNotSent(order, { reason: 'reference_known', serviceMessage: '' });
      ipnId = await registration.ensure();
    } catch (error) {
      return markNotSent(order, logFailure(error, order));
    }
    const marked = await markRequested(order.reference);
    return marked ? send(marked, ipnId) : ((await orders.get(reference)) ?? order);
  }

  /**
   * Saves `requestedAt`; undefined when another process was first. Only the process that saved it may send the request,
   * and an order without it has certainly not been sent.
   */
  async function markRequested(reference: Reference): Promise<Order | undefined> {
    let marked: Order | undefined;
    const saved = await updates.updateOrder(reference, (newest) => {
      marked =
        newest.state === 'sending' && newest.requestedAt === undefined
          ? { ...newest, requestedAt: clock.now() }
          : undefined;
      return marked;
    });
    return marked && saved;
  }

  async function send(order: Order, ipnId: string, repeats = LINK_REPEATS): Promise<Order> {
    try {
      return await updates.saveEvent(order.reference, await request(order, ipnId));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome === 'unknown')
        return afterNoAnswer(order, ipnId, error, repeats);
      if (error.code === 'InvalidIpnId' && repeats > 0) {
        // The stored id belongs to another environment. The order was refused, so sending it again is safe.
        await registration.forget(ipnId);
        return registration.ensure().then(
          (newIpnId) => send(order, newIpnId, 0),
          (failed: unknown) => markNotSent(order, logFailure(failed, order)),
        );
      }
      return markNotSent(order, logFailure(error, order));
    }
  }

  async function request(order: Order, ipnId: string): Promise<OrderEvent> {
    const service = order.prompt
      ? detailsFromPush(await client.push(pushRequest(order, settings, ipnId)))
      : detailsFromOrder(await client.submitOrder(orderRequest(order, settings, ipnId)));
    return { event: 'accepted', service };
  }

  /** A link's request is repeated, a prompt's never: the service is asked whether it has it, now and by later checks. */
  async function afterNoAnswer(order: Order, ipnId: string, error: unknown, repeats: number): Promise<Order> {
    if (order.kind === 'link' && repeats > 0) return send(order, ipnId, repeats - 1);
    logFailure(error, order);
    try {
      const record = await client.getTransactionByMerchantReference(order.reference);
      const event = record && eventFrom(record);
      if (order.prompt && event) return await updates.saveEvent(order.reference, event);
    } catch {
      // No answer to this either; the check queue asks again.
    }
    return updates.updateOrder(order.reference, (newest) =>
      newest.state === 'sending' && newest.outcomeUnknownAt === undefined
        ? { ...newest, outcomeUnknownAt: clock.now() }
        : undefined,
    );
  }

  function markNotSent(order: Order, failure: Failure): Promise<Order> {
    return updates.updateOrder(order.reference, (newest) =>
      applyEvent(newest, { event: 'refused', failure }, clock.now()),
    );
  }

  return {
    createOrder,
    submitOrder: (reference) => submitOrder(reference, { mayAlreadyBePosted: false }),
    resume: (reference) => submitOrder(reference, { mayAlreadyBePosted: true }),
    resubmit: async (order) => send(order, await registration.ensure(), 0),
  };
}
