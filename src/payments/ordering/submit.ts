// Submits a created order (create-order.ts) to the provider, in this order: post its card, settle the orders that it was made
// from (settle-chain.ts), save `requestedAt`, send the request, save the answer. After a crash the saved order shows how far that went, so that no customer is
// prompted twice. Called by slack/ for forms and steps, and by status/due-check.ts for what a crash left.
import type { Clock } from '#lib/clock.ts';
import { lastRequestedAt } from '#orders/bulk.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import { applyEvent } from '#orders/events.ts';
import { erasureTime } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import type { IpnRegistration } from '#payments/status/ipn-registration.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import { ClaimLost } from '#queue/held-claim.ts';
import type { Worker } from '#queue/worker.ts';
import type { OrderStore } from '#store/store.ts';
import { createAskFirst } from './ask-first.ts';
import { createKnownAtService } from './known-at-service.ts';
import {
  detailsFromOrder,
  detailsFromPush,
  type OrderSettings,
  orderRequest,
  pushRequest,
} from './order-request.ts';
import type { PromptLimits } from './prompt-limits.ts';
import { checkStillExpected, createRequestMarks, StoodStill } from './request-marks.ts';
import type { SettleChain } from './settle-chain.ts';
import type { WhatNoLongerHolds } from './still-holds.ts';
import { whenFree } from './when-free.ts';
import type { WhyNotNow } from './why-not-now.ts';

export type Ordering = {
  /**
   * Posts the card, sends the request once and saves the answer; resolves to the order with that answer. Of an order that waits
   * for approval only the card is posted. `isFurtherTry`: another process may have begun, even if no claim says so after a loss of power.
   */
  submitOrder(reference: Reference, isFurtherTry?: boolean): Promise<Order>;
  /**
   * The same after a process died before the request: first looks in Slack whether the card was already posted. Posts it only
   * if `confirm` resolves (HeldClaim), and rejects with ClaimLost when another process has the order.
   */
  resume(reference: Reference, confirm: () => Promise<void>): Promise<Order>;
  /** Repeats a link's request after a lost answer. Undefined when it was given up, or something stands in the way by now. */
  resubmit(order: Order): Promise<Order | undefined>;
  /** Goes on with a prompt of a bulk that the service has refused as too frequent (orders/bulk.ts), for a process that died. */
  requestAgain(order: Order): Promise<Order>;
};

/** `mayAlreadyBePosted`: by a process that died. `confirm` comes right before the card is posted. */
export type CardPosting = { mayAlreadyBePosted: boolean; confirm?: () => Promise<void> };

/** With `ipnId`: this process has saved `requestedAt`, so it must send the request. */
type Prepared = { readonly order: Order; readonly ipnId?: string };

/** How often a link's request is repeated after a lost answer while the agent waits; later the check queue repeats it. */
const LINK_REPEATS = 2;

export function createOrdering(deps: {
  orders: OrderStore;
  client: ProviderClient;
  registration: IpnRegistration;
  updates: OrderUpdates;
  clock: Clock;
  settings: OrderSettings;
  /** As RETENTION_DAYS; undefined keeps everything. */
  retentionDays: number | undefined;
  /** Posts the order's card in its channel. Rejects when it cannot, and then the order is not sent. */
  postCard: (order: Order, how: CardPosting) => Promise<void>;
  promptLimits: Pick<PromptLimits, 'exclusively'>;
  whyNotNow: WhyNotNow;
  whatNoLongerHolds: WhatNoLongerHolds;
  settleChain: SettleChain;
  logFailure: LogFailure;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
  /** Worker.hold of the check queue. */
  hold: Worker['hold'];
}): Ordering {
  const { orders, client, registration, updates, clock, settings, logFailure } = deps;
  const known = createKnownAtService(client);
  const askFirst = createAskFirst({ ...deps, known });
  const { markRequested, markRefused, markRequestedAgain, markUnknown } = createRequestMarks(deps);

  /** Under a claim, so that the check queue takes the order up only if this process dies. */
  async function submitOrder(reference: Reference, isFurtherTry = false): Promise<Order> {
    const hold = await deps.hold(reference);
    // Another process has taken it up.
    if (!hold) return read(reference);
    const { claim, end } = hold;
    let prepared: Prepared | undefined;
    try {
      prepared = await prepare(reference, {
        mayAlreadyBePosted: isFurtherTry || claim.attempt > 1,
        confirm: claim.confirm,
      });
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      return read(reference);
    } finally {
      const now = clock.now();
      end({ at: prepared ? nextDue(prepared.order, now) : now, atIfTriggered: now });
    }
    return sendPrepared(prepared);
  }

  /** One that was not sent has no checks left, and is due for nothing but erasing. */
  function nextDue(order: Order, now: number): number | undefined {
    return nextCheck(order, now) ?? erasureTime(order, deps.retentionDays);
  }

  /** Up to `requestedAt`: from then on a second process finds out by itself what became of the request. */
  async function prepare(reference: Reference, how: CardPosting): Promise<Prepared> {
    const order = await read(reference);
    const isWaiting = order.state === 'waiting';
    if (!isWaiting && (order.state !== 'sending' || order.requestedAt !== undefined)) return { order };
    let ipnId: string;
    try {
      if (!order.card) await deps.postCard(order, how);
      if (isWaiting) return { order: await read(reference) };
      const isLate = order.approval !== undefined || isDeadlineOver(order, clock.now());
      const fault = isLate ? await deps.whatNoLongerHolds(order) : undefined;
      if (fault) return { order: await saveUnrequested(reference, { event: 'refused', failure: fault }) };
      const first = await askFirst(order, how);
      if (first.event) return { order: await saveUnrequested(reference, first.event) };
      if (first.ipnId === undefined) return { order };
      const unsettled = await deps.settleChain(order, how.confirm);
      if (unsettled)
        return { order: await saveUnrequested(reference, { event: 'refused', failure: unsettled }) };
      ipnId = first.ipnId;
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      const refused = { event: 'refused', failure: logFailure(error, order) } as const;
      return { order: await saveUnrequested(reference, refused) };
    }
    const marked = await markRequested(order);
    return marked ? { order: marked, ipnId } : { order: await read(reference) };
  }

  /** Unless another process has requested the order: this one may have stood still and lost its claim. */
  const saveUnrequested = (reference: Reference, event: OrderEvent) =>
    updates.updateOrder(reference, (newest) =>
      newest.requestedAt === undefined ? applyEvent(newest, event, clock.now()) : undefined,
    );

  const sendPrepared = async ({ order, ipnId }: Prepared) => (ipnId ? send(order, ipnId) : order);

  async function read(reference: Reference): Promise<Order> {
    const order = await orders.get(reference);
    if (!order) throw new Error(`there is no order ${reference}`);
    return order;
  }

  async function send(order: Order, ipnId: string, repeats = LINK_REPEATS): Promise<Order> {
    const isRepeat = repeats < LINK_REPEATS;
    try {
      const event = await request(order, ipnId);
      return event ? await updates.saveEvent(order.reference, event) : await read(order.reference);
    } catch (error) {
      if (error instanceof StoodStill)
        return markNotSent(order.reference, { reason: 'interrupted', serviceMessage: '' });
      if (!(error instanceof ProviderError) || error.outcome === 'unknown')
        return afterNoAnswer(order, ipnId, error, repeats);
      if (error.code === 'InvalidIpnId' && repeats > 0) {
        // The stored id belongs to another environment. The order was refused, so sending it again is safe.
        await registration.forget(ipnId);
        return registration.ensure().then(
          async (newIpnId) => {
            const fault = await deps.whyNotNow(order);
            return fault ? markNotSent(order.reference, fault) : send(order, newIpnId, 0);
          },
          (failed: unknown) => markNotSent(order.reference, logFailure(failed, order)),
        );
      }
      const failure = logFailure(error, order);
      return order.kind === 'link' && isRepeat && (await known.mayBe(order.reference))
        ? markUnknown(order, failure)
        : markNotSent(order.reference, failure);
    }
  }

  /** Undefined when another process goes on with it, or nobody. */
  async function request(order: Order, ipnId: string): Promise<OrderEvent | undefined> {
    const { reference, requestedAt, lastRequest } = order;
    let markedAt = lastRequestedAt(order);
    const check = () => checkStillExpected(markedAt, clock.now());
    const details = async () =>
      order.prompt
        ? detailsFromPush(await client.push(pushRequest(order, settings, ipnId), check))
        : detailsFromOrder(await client.submitOrder(orderRequest(order, settings, ipnId)));
    const once = async (): Promise<OrderEvent> =>
      (order.bulk && (await known.eventOfPrompt(order))) ?? { event: 'accepted', service: await details() };
    if (!order.bulk || requestedAt === undefined) return once();
    return whenFree(once, {
      since: lastRequest?.at ?? requestedAt,
      wasRefused: () => markRefused(reference),
      async mayRepeat() {
        const marked = await markAgain(order);
        markedAt = marked && lastRequestedAt(marked);
        return marked !== undefined;
      },
      clock,
      signal: deps.stopping,
    });
  }

  /** Undefined also when the store does not answer in time: the row stays refused, and the check queue goes on with it. */
  async function markAgain(order: Order): Promise<Order | undefined> {
    try {
      return await markRequestedAgain(order);
    } catch (error) {
      logFailure(error, order);
      return undefined;
    }
  }

  /** A link's request is repeated, a prompt's never: the service is asked whether it has it, now and by later checks. */
  async function afterNoAnswer(order: Order, ipnId: string, error: unknown, repeats: number): Promise<Order> {
    const mayRepeat = order.kind === 'link' && repeats > 0 && !(await deps.whyNotNow(order));
    if (mayRepeat) return send(order, ipnId, repeats - 1);
    const failure = logFailure(error, order);
    try {
      const event = await known.eventOfPrompt(order);
      if (event) return await updates.saveEvent(order.reference, event);
    } catch {
      // No answer to this either; the check queue asks again.
    }
    return markUnknown(order, failure);
  }

  const markNotSent = (reference: Reference, failure: Failure) =>
    updates.saveEvent(reference, { event: 'refused', failure });

  return {
    submitOrder,
    resume: async (reference, confirm) =>
      sendPrepared(await prepare(reference, { mayAlreadyBePosted: true, confirm })),
    resubmit: async (order) =>
      // Of one that is pending the service has told that it has it.
      order.state === 'sending' && (order.checksEndedAt !== undefined || (await deps.whyNotNow(order)))
        ? undefined
        : send(order, await registration.ensure(), 0),
    async requestAgain(order) {
      const ipnId = await registration.ensure();
      const marked = await markRequestedAgain(order);
      return marked ? send(marked, ipnId) : read(order.reference);
    },
  };
}
