// Submits a created order (create-order.ts) to the provider, in this order: post its card, settle the orders that it was made
// from (settle-chain.ts), save `requestedAt`, send the request, save the answer. After a crash the saved order shows how far that went, so that no customer is
// prompted twice. Called by slack/ for forms and steps, and by status/due-check.ts for what a crash left.
import { type Clock, sleep } from '#lib/clock.ts';
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
import { ClaimLost, type Worker } from '#queue/worker.ts';
import type { OrderStore } from '#store/store.ts';
import { createKnownAtProvider } from './known-at-provider.ts';
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
import type { WhatNoLongerHolds, WhyNotNow } from './why-not-now.ts';

export type Ordering = {
  /**
   * Posts the card, sends the request once and saves the answer; resolves to the order with that answer. Of an order that waits
   * for approval only the card is posted.
   */
  submitOrder(reference: Reference): Promise<Order>;
  /**
   * The same of a row of a bulk, which is submitted again while the provider refuses it as busy. `isFurtherTry`: another process may
   * have begun, even if no claim says so after a loss of power.
   */
  submitRow(reference: Reference, isFurtherTry: boolean): Promise<Order>;
  /**
   * The same after a process died before the request: first looks in Slack whether the card was already posted. Posts it only
   * if `confirm` resolves (HeldClaim), and rejects with ClaimLost when another process has the order.
   */
  resume(reference: Reference, confirm: () => Promise<void>): Promise<Order>;
  /** Repeats a link's request after a lost answer. Undefined when it was given up, or something stands in the way by now. */
  resubmit(order: Order): Promise<Order | undefined>;
};

/** `mayAlreadyBePosted`: by a process that died. `confirm` comes right before the card is posted. */
export type CardPosting = { mayAlreadyBePosted: boolean; confirm?: () => Promise<void> };

/** `isRepeated`: the order will be submitted again after this error, so it stays as if it had never been requested. */
type Attempt = CardPosting & { isRepeated?: (error: unknown, order: Order) => boolean };

/** With `ipnId`: this process has saved `requestedAt`, so it must send the request. */
type Prepared = { readonly order: Order; readonly ipnId?: string };

/** How often a link's request is repeated after a lost answer while the agent waits; later the check queue repeats it. */
const LINK_REPEATS = 2;

/** For so long after its first refusal (ms) a row of a bulk is submitted again, with longer and longer pauses. */
const BUSY_FOR_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 20_000;

/** True when the provider did nothing, and may do the same later. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof ProviderError &&
    error.outcome === 'refused' &&
    (error.kind === 'rate_limited' || error.kind === 'unavailable')
  );
}

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
  const known = createKnownAtProvider(client);
  const { markRequested, markUnrequested, markUnknown } = createRequestMarks(deps);

  /** Works under a claim, so that the check queue takes the order up only if this process dies. */
  async function underClaim(
    reference: Reference,
    isFurtherTry: boolean,
    work: (how: CardPosting) => Promise<Prepared>,
  ): Promise<Prepared> {
    const hold = await deps.hold(reference);
    // Another process has taken it up.
    if (!hold) return { order: await read(reference) };
    const { claim, end } = hold;
    let prepared: Prepared | undefined;
    try {
      prepared = await work({
        mayAlreadyBePosted: isFurtherTry || claim.attempt > 1,
        confirm: claim.confirm,
      });
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      return { order: await read(reference) };
    } finally {
      const now = clock.now();
      end({ at: prepared ? nextDue(prepared.order, now) : now, atIfTriggered: now });
    }
    return prepared;
  }

  /**
   * Submits an order; a row of a bulk again and again while the provider refuses it as busy, because nobody waits for one row, and the
   * rows behind it wait as well. A row is left to the next process when Teller stops. Rejects with ClaimLost as `how.confirm` does.
   */
  async function submitWhileBusy(reference: Reference, how: CardPosting): Promise<Order> {
    let refusedSince: number | undefined;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const isRepeated = (error: unknown, { bulk }: Order) =>
        bulk !== undefined &&
        isBusy(error) &&
        clock.now() + pauseMs <= (refusedSince ?? clock.now()) + BUSY_FOR_MS;
      try {
        return await sendPrepared(await prepare(reference, { ...how, isRepeated }), isRepeated);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      refusedSince ??= clock.now();
      await sleep(clock, pauseMs, deps.stopping);
      const order = await read(reference);
      if (deps.stopping.aborted) return order;
      await how.confirm?.();
      const failure = await deps.whyNotNow(order);
      if (failure) return saveUnrequested(reference, { event: 'refused', failure });
    }
  }

  /** One that was not sent has no checks left, and is due for nothing but erasing. */
  function nextDue(order: Order, now: number): number | undefined {
    return nextCheck(order, now) ?? erasureTime(order, deps.retentionDays);
  }

  /** Up to `requestedAt`: from then on a second process finds out by itself what became of the request. */
  async function prepare(reference: Reference, how: Attempt): Promise<Prepared> {
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
      const event = await known.eventOf(order, how);
      if (event) return { order: await saveUnrequested(reference, event) };
      ipnId = await registration.ensure();
      const unsettled = await deps.settleChain(order, how.confirm);
      if (unsettled)
        return { order: await saveUnrequested(reference, { event: 'refused', failure: unsettled }) };
    } catch (error) {
      if (error instanceof ClaimLost || how.isRepeated?.(error, order)) throw error;
      // The next process goes on with the order.
      if (deps.stopping.aborted && error instanceof ProviderError) return { order };
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

  const sendPrepared = async ({ order, ipnId }: Prepared, isRepeated?: Attempt['isRepeated']) =>
    ipnId ? send(order, ipnId, LINK_REPEATS, isRepeated) : order;

  async function read(reference: Reference): Promise<Order> {
    const order = await orders.get(reference);
    if (!order) throw new Error(`there is no order ${reference}`);
    return order;
  }

  /** `isRepeated` is for a first request only: after that an answer may have been lost, and the order stays requested. */
  async function send(
    order: Order,
    ipnId: string,
    repeats: number,
    isRepeated?: Attempt['isRepeated'],
  ): Promise<Order> {
    const isRepeat = repeats < LINK_REPEATS;
    try {
      return await updates.saveEvent(order.reference, await request(order, ipnId));
    } catch (error) {
      if (error instanceof StoodStill)
        return markNotSent(order.reference, { reason: 'interrupted', providerMessage: '' });
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
      if (isRepeated?.(error, order)) {
        await markUnrequested(order);
        throw error;
      }
      const failure = logFailure(error, order);
      return order.kind === 'link' && isRepeat && (await known.mayBe(order.reference))
        ? markUnknown(order, failure)
        : markNotSent(order.reference, failure);
    }
  }

  async function request(order: Order, ipnId: string): Promise<OrderEvent> {
    const event = order.bulk && (await known.eventOfPrompt(order));
    if (event) return event;
    const provider = order.prompt
      ? detailsFromPush(
          await client.push(pushRequest(order, settings, ipnId), () =>
            checkStillExpected(order.requestedAt, clock.now()),
          ),
        )
      : detailsFromOrder(await client.submitOrder(orderRequest(order, settings, ipnId)));
    return { event: 'accepted', provider };
  }

  /** A link's request is repeated, a prompt's never: the provider is asked whether it has it, now and by later checks. */
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
    submitOrder: async (reference) =>
      sendPrepared(await underClaim(reference, false, (how) => prepare(reference, how))),
    async submitRow(reference, isFurtherTry) {
      const submitted = await underClaim(reference, isFurtherTry, async (how) => ({
        order: await submitWhileBusy(reference, how),
      }));
      return submitted.order;
    },
    resume: (reference, confirm) => submitWhileBusy(reference, { mayAlreadyBePosted: true, confirm }),
    resubmit: async (order) =>
      // Of one that is pending the provider has told that it has it.
      order.state === 'sending' && (order.checksEndedAt !== undefined || (await deps.whyNotNow(order)))
        ? undefined
        : send(order, await registration.ensure(), 0),
  };
}
