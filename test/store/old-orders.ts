// Orders as version 0.1 stored them (orders-0.1.jsonl): every kind in every state, news and alerts of every kind waiting.
// With what they are read as today, and what every driver must find of them.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { searchTermsOf } from '#store/search-terms.ts';
import type { OrderStore, Store } from '#store/store.ts';
import { indexAll } from './contract-index-older.ts';

/** Old to new, as it is written in a document; nothing else has changed since. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['"shape":1', '"schemaVersion":3'],
  ['"asked":', '"amount":'],
  ['"calledAt":', '"requestedAt":'],
  ['"doubtAt":', '"outcomeUnknownAt":'],
  ['"lookedAt":', '"checkedAt":'],
  ['"unwatchedAt":', '"checksEndedAt":'],
  ['"cancelAskedAt":', '"cancelRequestedAt":'],
  ['"againOf":', '"resendOf":'],
  ['"said":', '"serviceMessage":'],
  ['"shows":', '"contentHash":'],
  ['"after":', '"previousState":'],
  ['"kind":"found"', '"kind":"order_found"'],
  ['"kind":"watch_ended"', '"kind":"checks_ended"'],
];

type OldOrder = { readonly text: string; readonly order: Order };

export const OLD_ORDERS: readonly OldOrder[] = readFileSync(
  new URL('orders-0.1.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((text) => {
    const renamed = RENAMED.reduce((document, [old, now]) => document.replaceAll(old, now), text);
    return { text, order: withPayments(JSON.parse(renamed)) };
  });

/** Version 0.1 had one payment, and none of a reversal whose record lacked it: that was of the order's amount. */
function withPayments({ payment, ...order }: Order & { payment?: Payment }): Order {
  const { state, amount, changedAt } = order;
  const known = payment ?? { paid: amount, method: '', confirmationCode: '', payer: '' };
  if (state === 'reversed') return { ...order, payments: [{ ...known, reversedAt: changedAt }] };
  return payment ? { ...order, payments: [payment] } : order;
}

/** The same after a step that lets each order which was sent again name its successor. */
export const LINKED_OLD_ORDERS: readonly OldOrder[] = OLD_ORDERS.map(({ text, order }) => {
  const later = OLD_ORDERS.find((other) => other.order.resendOf === order.reference)?.order;
  if (!later) return { text, order };
  const { reference, version, state } = later;
  const successor = { reference, version, state };
  return { text: JSON.stringify({ ...JSON.parse(text), successor }), order: { ...order, successor } };
});

/** All of them are read as orders of today, and every list finds those that belong in it. */
export async function expectOldOrders(orders: OrderStore, all = OLD_ORDERS): Promise<void> {
  const old = all.map(({ order }) => order);
  for (const order of old) {
    expect(await orders.get(order.reference)).toEqual(order);
    const { trackingId } = order.service;
    if (trackingId) expect(await orders.findByTrackingId(trackingId)).toEqual(order);
    const { accountNumber } = order.recurring ?? {};
    if (accountNumber) expect(await orders.findByAccountNumber(accountNumber)).toEqual([order]);
  }
  const own = old.filter((order) => order.kind !== 'charge');
  const isListedOpen = (order: Order) =>
    isOpen(order.state) && order.checksEndedAt === undefined && order.successor === undefined;
  const closedAt = (order: Order) => Math.max(order.changedAt, order.checksEndedAt ?? 0);
  const open = own.filter(isListedOpen).sort((a, b) => b.createdAt - a.createdAt);
  const recent = own.filter((order) => !isListedOpen(order)).sort((a, b) => closedAt(b) - closedAt(a));
  expect(await orders.openOf('U1', 99)).toEqual(open);
  expect(await orders.closedOf('U1', 99)).toEqual(recent);
  const timeOf = (order: Order) => order.payments?.[0]?.paidAt ?? order.changedAt;
  const money = old.filter((order) => wasPaid(order.state)).sort((a, b) => timeOf(a) - timeOf(b));
  expect(await orders.unenteredBetween({ from: 0, to: 2e12 }, { limit: 99 })).toEqual({
    orders: money,
    damaged: [],
    next: undefined,
  });
}

/** None is found by a search until all have been indexed; then each is, by all of its terms. */
export async function expectIndexed(store: Store, all = OLD_ORDERS): Promise<void> {
  expect(await store.orders.search([], { limit: 99 })).toEqual({ orders: [], next: undefined });
  await indexAll(store, 10);
  for (const { order } of all) {
    const page = await store.orders.search(
      searchTermsOf(order).map((term) => [term]),
      { limit: 99 },
    );
    expect(page.orders).toContainEqual(order);
  }
  expect((await store.orders.search([], { limit: 99 })).orders).toHaveLength(all.length);
}

/** The next save writes the document as it is today. `documentOf` reads it past the driver. */
export async function expectSavedAsToday(
  orders: OrderStore,
  documentOf: (reference: string) => Promise<string>,
  all = OLD_ORDERS,
): Promise<void> {
  for (const { text, order } of all) {
    expect(await documentOf(order.reference)).toBe(text);
    await orders.save(order);
    expect(JSON.parse(await documentOf(order.reference))).toEqual({ ...order, version: order.version + 1 });
  }
}
