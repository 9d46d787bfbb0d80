// What every driver does when there is nothing under it any more: it says so, always, by a rejection.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '#store/store.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { numberOf, referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function outageContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return subject;
  }

  describe('outages', () => {
    test('ping resolves while the store works', async () => {
      const { store } = await fresh();
      await expect(store.ping()).resolves.toBeUndefined();
    });

    test('every call rejects while the store is dead, and none throws at once', async () => {
      const subject = await fresh();
      const calls = callsOf(subject.store);
      await subject.breakDown();
      await expectRejections(calls);
    });

    test('every call rejects after close, and closing again is no mistake', async () => {
      const { store } = await fresh();
      const calls = callsOf(store);
      await store.close();
      await expectRejections(calls);
      await expectRejections({ 'new key values': () => store.keyValues('made after close').get('key') });
      await expect(store.close()).resolves.toBeUndefined();
    });
  });
}

export async function expectRejections(calls: Record<string, () => Promise<unknown>>): Promise<void> {
  // All are listened to at once: one that rejects before its turn would otherwise count as unheard.
  const endings = Object.entries(calls).map(async ([name, call]) => {
    const ending = await call().then(
      () => 'resolved',
      (error) => (error instanceof Error ? 'rejected' : 'rejected with something that is no Error'),
    );
    return `${name}: ${ending}`;
  });
  expect(await Promise.all(endings)).toEqual(Object.keys(calls).map((name) => `${name}: rejected`));
}

/** Every method of a store once; its key values are made at once. */
export function callsOf(store: Store): Record<string, () => Promise<unknown>> {
  const { orders, audit, leases } = store;
  const values = store.keyValues('token');
  const claim = { queue: 'check', reference: referenceOf('A-1'), token: 'token', attempt: 1 } as const;
  return {
    ping: () => store.ping(),
    insert: () => orders.insert(sampleOrder('A-1')),
    get: () => orders.get(referenceOf('A-1')),
    findByReference: () => orders.findByReference('A-1'),
    promptsTo: () => orders.promptsTo(numberOf('254712345678'), 0),
    findByTrackingId: () => orders.findByTrackingId('t-1'),
    findByAccountNumber: () => orders.findByAccountNumber('S-1'),
    openOf: () => orders.openOf('U1', 1),
    closedOf: () => orders.closedOf('U1', 1),
    entriesBetween: () =>
      orders.entriesBetween({ firstDay: '2026-11-21', lastDay: '2026-11-22' }, { limit: 1 }),
    saveTogether: () => orders.saveTogether([{ order: sampleOrder('A-1') }]),
    save: () => orders.save(sampleOrder('A-1')),
    trigger: () => orders.trigger('check', referenceOf('A-1'), 1),
    claim: () => orders.claim('check', { now: 1, leaseMs: 1, limit: 1 }),
    claimOne: () => orders.claimOne('check', referenceOf('A-1'), { now: 1, leaseMs: 1 }),
    renew: () => orders.renew(claim, { now: 1, leaseMs: 1 }),
    complete: () => orders.complete(claim, { at: undefined, atIfTriggered: undefined }),
    nextDue: () => orders.nextDue('check'),
    'insert with audit events': () => orders.insert(sampleOrder('A-1'), {}, [sampleAuditEvent()]),
    'audit.append': () => audit.append([sampleAuditEvent()]),
    'audit.head': () => audit.head(),
    'audit.read': () => audit.read({ after: 0, limit: 1 }),
    'audit.linesOf': () => audit.linesOf(referenceOf('A-1')),
    'audit.linesBetween': () => audit.linesBetween({ from: 0, to: 1 }, { limit: 1 }),
    everyOrder: async () => {
      for await (const _ of store.everyOrder());
    },
    acquire: () => leases.acquire('job', 1_000),
    'leases.renew': () => leases.renew('job', 'token', 1_000),
    release: () => leases.release('job', 'token'),
    'keyValues.get': () => values.get('key'),
    'keyValues.set': () => values.set('key', 1),
    'keyValues.delete': () => values.delete('key'),
  };
}
