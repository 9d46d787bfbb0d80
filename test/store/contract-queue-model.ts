// The queue against a model of a few lines: any sequence of triggers, claims, renewals and completions must come out the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim, Reschedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

type QueueEntry = { dueAt: number; attempt: number; token?: string; triggered: boolean };
type Model = { now: number; entries: Map<string, QueueEntry>; claims: Claim[] };
type Step = (model: Model, orders: OrderStore) => Promise<void>;

const ORDERS = ['A', 'B', 'C', 'D'];

export function queueModelContract(open: OpenSubject): void {
  test('any sequence of triggers, claims, renewals and completions comes out as in the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const subject = await open();
        try {
          const { orders } = subject.store;
          for (const name of ORDERS) await orders.insert(sampleOrder(name));
          const model: Model = { now: 1_000, entries: new Map(), claims: [] };
          for (const run of steps) {
            await run(model, orders);
            const due = [...model.entries.values()].map((entry) => entry.dueAt);
            expect(await orders.nextDue('check')).toBe(due.length ? Math.min(...due) : undefined);
          }
        } finally {
          await subject.cleanUp();
        }
      }),
      { numRuns: 100 },
    );
  });
}

const soon = fc.integer({ min: -20, max: 40 });
const maybeSoon = fc.option(soon, { nil: undefined });

const trigger = fc.tuple(fc.constantFrom(...ORDERS), soon).map(([reference, delay]): Step => {
  return async (model, orders) => {
    const at = model.now + delay;
    await orders.trigger('check', referenceOf(reference), at);
    const entry = model.entries.get(reference);
    if (!entry) model.entries.set(reference, { dueAt: at, attempt: 0, triggered: false });
    else if (entry.token) entry.triggered = true;
    else entry.dueAt = Math.min(entry.dueAt, at);
  };
});

const claim = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3 }))
  .map(([leaseMs, limit]): Step => {
    return async (model, orders) => {
      const given = await orders.claim('check', { now: model.now, leaseMs, limit });
      const due = [...model.entries.values()]
        .map((entry) => entry.dueAt)
        .filter((dueAt) => dueAt <= model.now);
      // Which of two with the same time comes first is the driver's choice, so times are compared and not names.
      const oldest = due.sort((a, b) => a - b).slice(0, limit);
      expect(given.map((one) => model.entries.get(one.reference)?.dueAt)).toEqual(oldest);
      for (const { reference, token, attempt } of given) {
        expect(attempt).toBe((model.entries.get(reference)?.attempt ?? 0) + 1);
        model.entries.set(reference, { dueAt: model.now + leaseMs, attempt, token, triggered: false });
      }
      model.claims.push(...given);
    };
  });

const completion = fc
  .tuple(fc.nat(), maybeSoon, maybeSoon, fc.boolean())
  .map(([which, at, atIfTriggered, mayBeHalfDone]): Step => {
    return async (model, orders) => {
      // Any claim ever given, so that stale and repeated completions are tried as well.
      const claimed = model.claims[which % Math.max(model.claims.length, 1)];
      if (!claimed) return;
      const later = (delay: number | undefined) => (delay === undefined ? undefined : model.now + delay);
      const next: Reschedule = { at: later(at), atIfTriggered: later(atIfTriggered), mayBeHalfDone };
      await orders.complete(claimed, next);
      const entry = model.entries.get(claimed.reference);
      if (!entry || entry.token !== claimed.token) return;
      const dueAt = entry.triggered ? (next.atIfTriggered ?? next.at) : next.at;
      if (dueAt === undefined) model.entries.delete(claimed.reference);
      else
        model.entries.set(claimed.reference, {
          dueAt,
          attempt: mayBeHalfDone ? entry.attempt : 0,
          triggered: false,
        });
    };
  });

const renewal = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 30 })).map(([which, leaseMs]): Step => {
  return async (model, orders) => {
    const claimed = model.claims[which % Math.max(model.claims.length, 1)];
    if (!claimed) return;
    const entry = model.entries.get(claimed.reference);
    const isHeld = entry?.token === claimed.token;
    expect(await orders.renew(claimed, { now: model.now, leaseMs })).toBe(isHeld);
    if (isHeld) entry.dueAt = model.now + leaseMs;
  };
});

const pass = fc.integer({ min: 1, max: 30 }).map((ms): Step => {
  return async (model) => {
    model.now += ms;
  };
});

const step = fc.oneof(trigger, claim, completion, renewal, pass);
