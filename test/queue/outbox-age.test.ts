// How long the oldest news waits to be posted, also while its next try is not due.
import { describe, expect, test } from 'vitest';
import type { Announcement } from '#orders/announcement.ts';
import { createOutboxAge } from '#queue/outbox-age.ts';
import type { Claim } from '#store/store.ts';
import { type Rig, startRig } from '#test/payments/status/rig.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const NEWS = (at: number): Announcement => ({ id: 'cancelled-1', at, news: { kind: 'cancelled', by: 'U1' } });

const never = { at: undefined, atIfTriggered: undefined };

async function start() {
  const rig = await startRig();
  return { ...rig, outboxAge: createOutboxAge(rig) };
}

const claimOf = async ({ orders, clock }: Rig) => {
  const [claim] = await orders.claim('deliver', { now: clock.now(), leaseMs: 60_000, limit: 1 });
  if (!claim) throw new Error('nothing was due');
  return claim;
};

describe('the age of the oldest news', () => {
  test('the outbox age is 0 when no news waits', async () => {
    expect(await (await start()).outboxAge.ageMs()).toBe(0);
  });

  test('the outbox age grows while nobody claims the order', async () => {
    const rig = await start();
    await rig.put('INV-1', { announcements: [NEWS(rig.clock.now())] }, 'deliver');
    rig.clock.advance(90_000);
    expect(await rig.outboxAge.ageMs()).toBeGreaterThanOrEqual(90_000);
  });

  test('the outbox age goes on growing between two tries', async () => {
    const rig = await start();
    await rig.put('INV-1', { announcements: [NEWS(rig.clock.now())] }, 'deliver');
    const claim = await claimOf(rig);
    const later = { at: rig.clock.now() + 600_000, atIfTriggered: undefined };
    await rig.orders.complete(claim, await rig.outboxAge.watch(async () => later)(claim));
    rig.clock.advance(90_000);
    expect(await rig.outboxAge.ageMs()).toBeGreaterThanOrEqual(90_000);
  });

  test('the outbox age is 0 again when the news was posted, here or by another process', async () => {
    const rig = await start();
    const kept = await rig.put('INV-1', { announcements: [NEWS(rig.clock.now())] }, 'deliver');
    const claim = await claimOf(rig);
    const failing = rig.outboxAge.watch(() => Promise.reject(new Error('Slack is down')));
    await expect(failing(claim)).rejects.toThrow('Slack is down');
    await rig.orders.complete(claim, { at: rig.clock.now() + 600_000, atIfTriggered: undefined });
    rig.clock.advance(90_000);
    expect(await rig.outboxAge.ageMs()).toBeGreaterThanOrEqual(90_000);
    await rig.orders.save({ ...kept, announcements: [] });
    expect(await rig.outboxAge.ageMs()).toBe(0);
  });

  test('the outbox age grows from its first try on while an order with news cannot be read, as one of a newer version', async () => {
    const rig = await start();
    const newer: object = { announcements: [NEWS(rig.clock.now())], schemaVersion: 99 };
    await rig.put('INV-1', newer, 'deliver');
    const claim = await claimOf(rig);
    const reading = rig.outboxAge.watch(({ reference }) => rig.orders.get(reference).then(() => never));
    await expect(reading(claim)).rejects.toThrow('INV-1 cannot be read');
    await rig.orders.complete(claim, { at: rig.clock.now() + 600_000, atIfTriggered: undefined });
    rig.clock.advance(90_000);
    expect(await rig.outboxAge.ageMs()).toBeGreaterThanOrEqual(90_000);
  });

  test('the outbox age asks for an order only while its news may wait, and for a thousand at most', async () => {
    const rig = await startRig();
    const asked: string[] = [];
    const orders = {
      async get(reference: Claim['reference']) {
        asked.push(reference);
        return undefined;
      },
      nextDue: async () => undefined,
    };
    const outboxAge = createOutboxAge({ orders, clock: rig.clock });
    const deliver = (name: string, at?: number) =>
      outboxAge.watch(async () => ({ at, atIfTriggered: undefined }))({
        queue: 'deliver',
        reference: referenceOf(name),
        token: 'token',
        attempt: 1,
      });
    await deliver('POSTED');
    await outboxAge.ageMs();
    expect(asked).toEqual([]);
    for (let number = 0; number < 1_001; number += 1) await deliver(`A-${number}`, 1);
    expect(await outboxAge.ageMs()).toBe(0);
    expect(asked).toHaveLength(1_000);
    expect(asked).not.toContain('A-1000');
    await outboxAge.ageMs();
    expect(asked).toHaveLength(1_000);
  });
});
