// What waits for approval, as the embedded store finds it.
import { expect, onTestFinished, test } from 'vitest';
import { readWaiting } from '#payments/reports/waiting.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const DAY_MS = 24 * 60 * 60_000;

test('the refund of an old payment that waits for longest is among what waits, however many newer orders wait', async () => {
  const { store, cleanUp } = await openSqliteSubject();
  onTestFinished(cleanUp);
  const now = 1_700_000_000_000;
  const request = { number: 1, askedBy: 'U1', state: 'open' } as const;
  const old = sampleOrder('OLD-1', {
    state: 'paid',
    createdAt: now - 30 * DAY_MS,
    approval: { ...request, about: 'refund', askedAt: now },
  });
  const newer = Array.from({ length: 520 }, (_, index) =>
    sampleOrder(`NEW-${index}`, {
      state: 'waiting',
      createdAt: now + index,
      approval: { ...request, about: 'order', askedAt: now + 1 + index },
    }),
  );
  await Promise.all([old, ...newer].map((order) => store.orders.insert(order)));
  const waiting = await readWaiting(store.orders);
  expect(waiting).toHaveLength(521);
  expect(waiting.map(({ reference }) => reference)).toContain('OLD-1');
});
