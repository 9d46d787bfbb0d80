// Which earlier prompts to a number count, to the millisecond, and how long one waits for another that is being created.
import { expect, test } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS, type Leases } from '#lib/with-lease.ts';
import type { Order } from '#orders/order.ts';
import { createExclusively } from '#payments/ordering/exclusively.ts';
import { createPromptLimits } from '#payments/ordering/prompt-limits.ts';
import { numberOf, promptOrder, referenceOf } from '#test/store/sample-order.ts';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;
const RANG = { requestedAt: NOW };
const PHONE = '0712345678';
const NUMBER = numberOf(PHONE);
const KES_1500 = { amount: '1500', currency: 'KES' };

type Changes = Omit<Partial<Order>, 'requestedAt'> & { readonly requestedAt?: number | undefined };

/** The limits over these orders, given as what differs from a prompt that rang at `now`. */
function begin(own: (now: number) => Record<string, Changes> = () => ({})) {
  const now = NOW;
  let waitedMs = 0;
  /** Wakes at once whoever waits to ask for the lease again; leases that are held need no renewing. */
  const clock: Clock = {
    now: () => now,
    after(ms, wake) {
      if (ms < LEASE_MS / 8) {
        waitedMs += ms;
        queueMicrotask(wake);
      }
      return () => {};
    },
  };
  const orders = Object.entries(own(now)).map(([name, { requestedAt, ...changes }]) =>
    promptOrder(name, PHONE, {
      ...{ state: 'pending', createdAt: now, ...changes },
      ...(requestedAt === undefined ? {} : { requestedAt }),
    }),
  );
  const asked: unknown[] = [];
  /** Names of leases that somebody has. */
  const taken = new Set<string>();
  const leases: Leases = {
    async acquire(name, _ttlMs, token = 'token') {
      if (taken.has(name)) return undefined;
      taken.add(name);
      return token;
    },
    renew: async () => true,
    release: async (name) => void taken.delete(name),
  };
  const limits = createPromptLimits({
    orders: {
      async promptsTo(msisdn, since) {
        asked.push([msisdn, now - since]);
        return orders;
      },
    },
    exclusively: createExclusively({ leases, digest: async (text) => `digest of ${text}`, clock }),
    clock,
  });
  return { now, limits, asked, taken, waited: () => waitedMs };
}

test('the same prompt of the last ten minutes is found, to the millisecond, but not one that was never sent', async () => {
  const { limits, asked } = begin((now) => ({
    NOW: { requestedAt: now },
    'TEN-MINUTES': { requestedAt: now - 10 * MINUTE },
    OLDER: { requestedAt: now - 10 * MINUTE - 1 },
    'NOT-SENT': { state: 'not_sent', requestedAt: now },
    OTHER: { amount: { amount: '1501', currency: 'KES' }, requestedAt: now },
    WAITING: { createdAt: now - 1 },
    'NOT-APPROVED': { state: 'waiting', createdAt: now - 23 * 60 * MINUTE },
  }));
  const same = await limits.sameRecently(NUMBER, KES_1500);
  expect(same.map(({ reference }) => reference)).toEqual(['NOW', 'TEN-MINUTES', 'WAITING', 'NOT-APPROVED']);
  // A prompt may have waited a day for its approval before it rang.
  expect(asked).toEqual([[NUMBER, (24 * 60 + 10) * MINUTE]]);
});

test('the number is free again ten minutes after the third newest prompt that rang and is not paid', async () => {
  const { limits, asked, now } = begin((now) => ({
    OLDEST: { requestedAt: now - 9 * MINUTE },
    NEWEST: { requestedAt: now - 1 * MINUTE },
    MIDDLE: { requestedAt: now - 5 * MINUTE },
    THIRD: { requestedAt: now - 8 * MINUTE },
  }));
  expect(await limits.blockedUntil(NUMBER)).toBe(now + 2 * MINUTE);
  expect(await limits.blockedUntil(NUMBER, { ahead: 1 })).toBe(now + 5 * MINUTE);
  expect(await limits.blockedUntil(NUMBER, { ahead: 2 })).toBe(now + 9 * MINUTE);
  expect(await limits.blockedUntil(NUMBER, { own: referenceOf('NEWEST') })).toBe(now + 1 * MINUTE);
  expect(asked[0]).toEqual([NUMBER, (24 * 60 + 10) * MINUTE]);
});

test.each<[string, Changes]>([
  ['paid', { state: 'paid', requestedAt: NOW }],
  ['paid back', { state: 'reversed', requestedAt: NOW }],
  ['never sent', { state: 'not_sent', requestedAt: NOW }],
  ['not requested yet', {}],
])('a prompt that was %s does not count against its number', async (_what, own) => {
  const { limits } = begin(() => ({ A: RANG, B: RANG, C: own }));
  expect(await limits.blockedUntil(NUMBER)).toBeUndefined();
});

test('a prompt of exactly ten minutes ago does not count against its number any more', async () => {
  const ago = (ms: number) => begin((now) => ({ A: RANG, B: RANG, C: { requestedAt: now - ms } }));
  expect(await ago(10 * MINUTE).limits.blockedUntil(NUMBER)).toBeUndefined();
  const younger = ago(10 * MINUTE - 1);
  expect(await younger.limits.blockedUntil(NUMBER)).toBe(younger.now + 1);
});

test('two prompts to one number are created one after the other, and the second gives up after a second', async () => {
  const { limits, taken, waited } = begin();
  taken.add(`prompts:digest of prompts to ${NUMBER}`);
  expect(await limits.exclusively(numberOf('0722000111'), async () => 'done')).toBe('done');
  await expect(limits.exclusively(NUMBER, async () => 'done')).rejects.toThrow(
    'another prompt to the same number is being created',
  );
  expect(waited()).toBe(1_000);
  taken.clear();
  expect(await limits.exclusively(NUMBER, async () => 'done')).toBe('done');
});
