// Earlier keys of the notification URL, over a store of the test: what is kept of them, and what strangers can cause.
import { expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createIpnKeys } from '#payments/status/ipn-keys.ts';
import { createDigest, makeStoreKey } from '#store/digest.ts';

const DAY = 24 * 3_600_000;

function aStore() {
  const values = new Map<string, unknown>();
  const digest = createDigest(makeStoreKey());
  let now = 1_700_000_000_000;
  let reads = 0;
  let isDown = false;
  const keysOf = (key: string) =>
    createIpnKeys({
      key,
      keyValues: {
        get: async <Value>(name: string) => {
          reads += 1;
          if (isDown) throw new Error('the store is down');
          return values.get(name) as Value | undefined;
        },
        set: async (name, value) => values.set(name, JSON.parse(JSON.stringify(value))),
        delete: async (name) => values.delete(name),
      },
      leases: { acquire: async () => 'lease', renew: async () => true, release: async () => undefined },
      digest: async (text) => digest(text),
      clock: { ...systemClock, now: () => now },
    });
  return {
    keysOf,
    later: (ms: number) => {
      now += ms;
    },
    reads: () => reads,
    goDown: () => {
      isDown = true;
    },
    kept: () => JSON.stringify([...values]),
  };
}

test('strangers cause one read of the store in a second, however many keys they try', async () => {
  const store = aStore();
  const keys = store.keysOf('the-present-key');
  await keys.remember();
  const before = store.reads();
  const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => keys.standingOf(`key-${n}`)));
  expect([new Set(answers), store.reads() - before]).toEqual([new Set(['unknown']), 1]);
  store.later(1_000);
  expect(await keys.standingOf('the-present-key')).toBe('accepted');
  expect(store.reads() - before).toBe(2);
});

test('the key of a replica that came after the clock was set back is accepted', async () => {
  const store = aStore();
  const keys = store.keysOf('the-present-key');
  await keys.remember();
  expect(await keys.standingOf('the-next-key')).toBe('unknown');
  store.later(-3_600_000);
  await store.keysOf('the-next-key').remember();
  store.later(1_000);
  expect(await keys.standingOf('the-next-key')).toBe('accepted');
});

test('the store keeps no key, only what tells a former one from one that never was', async () => {
  const store = aStore();
  for (const key of ['first-key', 'second-key', 'third-key']) {
    await store.keysOf(key).remember();
    store.later(20 * DAY);
  }
  expect(store.kept()).not.toMatch(/first|second|third/);
  const accepted = store.keysOf('third-key');
  expect(await accepted.standingOf('first-key')).toBe('former');
  expect(await accepted.standingOf('second-key')).toBe('accepted');
  expect(await accepted.standingOf('fourth-key')).toBe('unknown');
  await accepted.remember();
  expect(store.kept().match(/digest/g)).toHaveLength(3);
});

test('a key that another process uses is accepted, also while the two are restarted one after the other', async () => {
  const store = aStore();
  await store.keysOf('old-key').remember();
  const old = store.keysOf('old-key');
  expect(await old.standingOf('new-key')).toBe('unknown');
  await store.keysOf('new-key').remember();
  store.later(1_000);
  expect(await old.standingOf('new-key')).toBe('accepted');
  expect(await store.keysOf('new-key').standingOf('old-key')).toBe('accepted');
});

test('while the store is down nobody says that a key is wrong', async () => {
  const store = aStore();
  const keys = store.keysOf('the-present-key');
  await keys.remember();
  store.goDown();
  await expect(keys.standingOf('old-key')).rejects.toThrow('the store is down');
});
