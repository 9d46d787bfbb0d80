// Asks the service how an order stands and lets the answer take effect. Notifications and the clock both end here.
import type { Clock } from '#lib/clock.ts';
import { moneyOf } from '#lib/money.ts';
import { changeOrder, type Happening } from '#orders/change.ts';
import type { Failure, Order, Payment } from '#orders/order.ts';
import { lookAfterNotice, nextLook, SEARCH_MS } from '#orders/watch.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { TransactionRecord } from '#provider/responses.ts';
import type { Claim, Ledger, NextTurn } from '#store/store.ts';
import type { Sending } from './send.ts';
import type { Settle } from './settle.ts';

/** How long a form's own process may take from writing down to calling, before another takes it for dead. */
const START_MS = 60_000;

/** Answers the worker of the `look` queue. Rejects when the service or the store does, and is then tried again. */
export function createLook(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  ledger: Ledger;
  settle: Settle;
  sending: Pick<Sending, 'carryOut' | 'callAgain'>;
  clock: Clock;
}): (claim: Claim) => Promise<NextTurn> {
  const { client, ledger, settle, sending, clock } = deps;

  async function look(order: Order): Promise<Order> {
    if (order.state === 'sending' && order.calledAt === undefined) return resume(order);
    if (order.state === 'sending' && order.kind === 'link') return sending.callAgain(order);
    const { trackingId } = order.service;
    const record = trackingId
      ? await client.getTransactionStatus(trackingId)
      : await client.getTransactionByMerchantReference(order.reference);
    if (!record) return unknownToService(order);
    if (order.kind === 'charge' && !(await belongs(order, record))) return dismiss(order);
    const happening = happeningOf(record);
    const looked = { lookedAt: clock.now() };
    return happening
      ? settle.happen(order.reference, happening, looked)
      : settle.edit(order.reference, (newest) => ({ ...newest, ...looked }));
  }

  /** The process that wrote it down died before it called: a link is harmless to send now, a prompt is not. */
  async function resume(order: Order): Promise<Order> {
    if (clock.now() - order.createdAt < START_MS) return order;
    if (order.kind === 'link') return sending.carryOut(order.reference);
    const failure = { reason: 'interrupted', said: '' } as const;
    return settle.edit(order.reference, (newest) =>
      newest.calledAt === undefined
        ? changeOrder(newest, { event: 'refused', failure }, clock.now())
        : undefined,
    );
  }

  async function unknownToService(order: Order): Promise<Order> {
    const since = clock.now() - (order.calledAt ?? order.createdAt);
    if (order.kind === 'charge') return since < SEARCH_MS ? order : dismiss(order);
    if (order.state !== 'sending' || since < SEARCH_MS) return order;
    return settle.happen(order.reference, {
      event: 'refused',
      failure: { reason: 'never_arrived', said: '' },
    });
  }

  async function belongs(charge: Order, record: TransactionRecord): Promise<boolean> {
    const parent = charge.chargeOf && (await ledger.get(charge.chargeOf));
    if (!parent) return false;
    const names = [
      record.account_number,
      record.subscription_transaction_info?.account_reference,
      record.merchant_reference,
    ];
    return names.some(
      (name) => name && (name === parent.recurring?.accountNumber || name === parent.reference),
    );
  }

  /** Kept, so that the same claim costs no second search, and never told: nobody here asked for it. */
  function dismiss(charge: Order): Promise<Order> {
    return settle.happen(charge.reference, { event: 'refused', failure: { reason: 'not_ours', said: '' } });
  }

  return async (claim) => {
    const order = await ledger.get(claim.reference);
    if (!order) return { at: undefined, againAt: undefined };
    const after = await look(order);
    const now = clock.now();
    const at = nextLook(after, now);
    if (at === undefined && after.state === 'pending')
      await settle.edit(after.reference, (newest) => watchEnded(newest, now));
    return { at, againAt: lookAfterNotice(after, now) };
  };
}

/** What the service's record means here; undefined when it says nothing that could be relied on. */
export function happeningOf(record: TransactionRecord): Happening | undefined {
  const trackingId = record.order_tracking_id;
  switch (record.outcome) {
    case 'pending':
      return { event: 'pending', trackingId };
    case 'completed':
      return { event: 'completed', trackingId, payment: paymentOf(record) };
    case 'failed':
      return { event: 'failed', trackingId, failure: failureOf(record) };
    case 'reversed':
      return { event: 'reversed', trackingId, payment: paymentOf(record) };
    case 'unknown':
      return undefined;
  }
}

function paymentOf(record: TransactionRecord): Payment {
  return {
    paid: moneyOf(record.amount, record.currency),
    method: record.payment_method,
    confirmationCode: record.confirmation_code,
    payer: record.payment_account,
    ...(record.created_at === undefined ? {} : { paidAt: record.created_at }),
  };
}

/** "payment_status_code … sometimes names the reason and is sometimes empty" (SPEC.md, Transaction record). */
function failureOf(record: TransactionRecord): Failure {
  return { reason: 'payment_failed', said: record.payment_status_code || record.description || '' };
}

function watchEnded(order: Order, now: number): Order | undefined {
  if (order.unwatchedAt !== undefined || order.kind === 'charge') return undefined;
  const announcement = {
    id: `watch_ended-${order.version + 1}`,
    at: now,
    news: { kind: 'watch_ended' },
  } as const;
  return { ...order, unwatchedAt: now, announcements: [...order.announcements, announcement] };
}
