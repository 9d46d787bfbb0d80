// A store with something of everything in it, and everything that a store holds as one value, to be compared with another.
import type { AuditEvent } from '#orders/audit-line.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import type { Doc } from '#store/driver.ts';
import { NOT_COPIED } from '#store/marker.ts';
import { withReader } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { EVERY_STATE_AND_KIND, orderIn } from '#test/slack/every-order.ts';
import { sampleAuditEvent } from '#test/store/sample-audit-event.ts';
import { promptOrder, recurringOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const DAY_MS = 24 * 60 * 60_000;
export const FAR = 4_000_000_000_000;
export const WAITING = referenceOf('WAITS-1');

const news = { id: 'n-1', at: 1_700_000_000_000, news: { kind: 'order_found' } } as const;
const paid: Partial<Order> = {
  state: 'paid',
  payments: [
    {
      paid: { amount: '1500', currency: 'KES' },
      method: 'MpesaKE',
      confirmationCode: 'SJK7QWERTY',
      payer: '2547*****678',
      paidAt: 1_700_000_100_000,
    },
  ],
};
const entry = { kind: 'payment', money: { amount: '1500', currency: 'KES' }, payment: 0 } as const;
const entries: readonly MoneyEntry[] = [
  { ...entry, day: '2023-11-14', at: 1_700_000_100_000, learnedAt: 1_700_000_100_000 },
  { ...entry, kind: 'correction', day: '2023-11-15', at: 1_700_000_200_000, learnedAt: 1_700_000_200_000 },
];

/** Orders in every list, queue entries of every kind, values and leases with and without an end, and an audit record. */
export async function fill(store: Store): Promise<void> {
  for (const [index, [state, kind]] of EVERY_STATE_AND_KIND.entries()) {
    const order = orderIn(state, kind, { reference: referenceOf(`EVERY-${index}`) });
    await store.orders.insert(order, { check: FAR + 9, deliver: FAR + 9 });
  }
  await fillOwn(store);
}

/** The same with fewer orders. */
export async function fillOwn({ orders, audit, keyValues, leases }: Store): Promise<void> {
  const asked = (order: Order): AuditEvent[] => [
    sampleAuditEvent({ event: 'asked', order: order.reference, outcome: 'sending' }),
  ];
  const all: readonly Order[] = [
    promptOrder('PROMPT-1', '0712345678', {
      provider: { trackingId: 'track:1' },
      createdAt: 1_700_000_000_001,
    }),
    sampleOrder('inv-9', { typedReference: true, state: 'pending', changedAt: 1_700_000_005_000 }),
    recurringOrder('REC-1', 'ACC 7', 1_700_000_003_000),
    sampleOrder('PAID-1', { ...paid, entries, changedAt: 1_700_000_200_000 }),
    sampleOrder('PAID-OLD', { ...paid, changedAt: 1_700_000_100_000 }),
    sampleOrder('DONE-1', { state: 'cancelled', checksEndedAt: 1_700_000_300_000, agent: 'U2' }),
    sampleOrder('REC-1/track-2', { kind: 'charge', chargeOf: referenceOf('REC-1'), ...paid }),
    sampleOrder('BAD-1', { ...paid, entries, provider: { trackingId: 'bad' } }),
  ];
  for (const order of all) await orders.insert(order, { check: order.createdAt + 5_000 }, asked(order));
  await orders.insert(sampleOrder(WAITING, { announcements: [news] }), { deliver: 1, check: FAR });
  await orders.claimOne('check', referenceOf('PROMPT-1'), { now: FAR, leaseMs: 8_000 });
  const half = await orders.claimOne('deliver', WAITING, { now: 2, leaseMs: 8_000 });
  if (!half) throw new Error('nothing is due');
  await orders.complete(half, { at: FAR + 1, atIfTriggered: FAR + 1, mayBeHalfDone: true });
  const ended = await orders.claimOne('check', referenceOf('DONE-1'), { now: FAR, leaseMs: 8_000 });
  if (ended) await orders.complete(ended, { at: undefined, atIfTriggered: undefined });

  await keyValues('threads').set('C1:1.2', 'PROMPT-1');
  await keyValues('ipn').set('registration: a::b', { id: 'i', urls: ['https://x/é?'] });
  await keyValues('a/b c').set('::', 1, DAY_MS);
  await keyValues('provider').set('token', { token: 'x' }, 5 * 60_000);
  await keyValues('over').set('gone', 1, 1);
  await leases.acquire('event:Ev1', DAY_MS, 'token-1');
  await audit.append([sampleAuditEvent(), sampleAuditEvent({ at: 1_690_000_000_000, who: 'teller' })]);
}

/** Every document, sorted by key, so that two stores can be compared. What is about the place of a store only is left out. */
export async function everythingOf(url: string): Promise<Doc[]> {
  const docs: Doc[] = [];
  await withReader(url, async ({ scan }) => {
    for await (const page of scan('')) docs.push(...page);
  });
  return docs
    .filter(({ key }) => !NOT_COPIED.includes(key))
    .map(({ ttlMs, ...doc }) => ({ ...doc, ttlMs: ttlMs && Math.round(ttlMs / 60_000) * 60_000 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const countOf = (docs: readonly Doc[], prefix: string) =>
  docs.filter(({ key }) => key.startsWith(prefix)).length;
