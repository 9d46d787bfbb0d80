// Work under a lease: one at a time, and never for ever in the way of others.
import { describe, expect, test } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { type HeldLease, LEASE_MS, type Leases, withLease } from '#lib/with-lease.ts';

const LONGEST_POLL_MS = 500;

/** One lease that can be held by others, and a clock that moves whenever somebody waits. */
function rig() {
  let holder: string | undefined;
  let now = 0;
  let count = 0;
  const waits: number[] = [];
  /** What is to be renewed; it does not become due by itself. */
  const renewals = new Set<() => void>();
  const renewed: string[] = [];
  const freedAt = { ms: Number.POSITIVE_INFINITY };
  const clock: Clock = {
    now: () => now,
    after(delayMs, callback) {
      if (delayMs > LONGEST_POLL_MS) {
        renewals.add(callback);
        return () => renewals.delete(callback);
      }
      now += delayMs;
      waits.push(delayMs);
      if (now >= freedAt.ms) holder = undefined;
      queueMicrotask(callback);
      return () => {};
    },
  };
  const leases: Leases = {
    async acquire(_, __, token) {
      if (holder !== undefined) return undefined;
      count += 1;
      holder = token ?? `token ${count}`;
      return holder;
    },
    async renew(_, token, ttlMs) {
      renewed.push(`${token} for ${ttlMs}`);
      return holder === token;
    },
    async release(_, token) {
      if (holder === token) holder = undefined;
    },
  };
  const options = { waitMs: 300, pollMs: 100, clock, onBusy: () => 'busy' };
  /** The time of a renewal has come; resolves when that has been done. */
  async function letRenew() {
    const due = [...renewals];
    renewals.clear();
    for (const renew of due) renew();
    await new Promise((resolve) => setImmediate(resolve));
  }
  /** Stands still for so long (ms), while another process may take the lease, and gives it back before this one goes on. */
  function standStill(ms: number, isTaken = true) {
    now += ms;
    if (isTaken) holder = undefined;
  }
  const isHeld = () => holder !== undefined;
  return { leases, options, waits, freedAt, renewed, letRenew, standStill, isHeld };
}

describe('work under a lease', () => {
  test('runs while the lease is held, and gives it back with the answer', async () => {
    const { leases, options, isHeld, waits } = rig();
    expect(await withLease(leases, 'job', options, async () => `held: ${isHeld()}`)).toBe('held: true');
    expect(isHeld()).toBe(false);
    expect(waits).toEqual([]);
  });

  test('gives the lease back when it fails, and rejects as the work did', async () => {
    const { leases, options, isHeld } = rig();
    const work = async () => Promise.reject(new Error('the work failed'));
    await expect(withLease(leases, 'job', options, work)).rejects.toThrow('the work failed');
    expect(isHeld()).toBe(false);
  });

  test('waits for others to give it back', async () => {
    const { leases, options, waits, freedAt } = rig();
    await leases.acquire('job', 1);
    freedAt.ms = 200;
    expect(await withLease(leases, 'job', options, async () => 'done')).toBe('done');
    expect(waits).toEqual([100, 100]);
  });

  test('is not done when others hold the lease for longer than the wait, and their lease stays', async () => {
    const { leases, options, waits, isHeld } = rig();
    await leases.acquire('job', 1);
    expect(await withLease(leases, 'job', options, async () => 'done')).toBe('busy');
    expect(waits).toEqual([100, 100, 100]);
    expect(isHeld()).toBe(true);
    const onBusy = () => {
      throw new Error('others are at it');
    };
    await expect(withLease(leases, 'job', { ...options, onBusy }, async () => 'done')).rejects.toThrow(
      'others are at it',
    );
  });

  test('renews the lease until it ends, also after a renewal that failed, so that only a killed process leaves one behind', async () => {
    const { leases, options, renewed, letRenew } = rig();
    let end = (_: string) => {};
    const work = () => new Promise<string>((resolve) => (end = resolve));
    let isDown = false;
    const weak: Leases = {
      ...leases,
      async renew(...lease) {
        if (isDown) throw new Error('the store is down');
        return leases.renew(...lease);
      },
    };
    const done = withLease(weak, 'job', options, work);
    // There is nothing to renew before it has been acquired.
    await letRenew();
    await letRenew();
    isDown = true;
    await letRenew();
    isDown = false;
    await letRenew();
    const [first] = renewed;
    expect(first).toMatch(new RegExp(`^[0-9a-f-]{36} for ${LEASE_MS}$`));
    expect(renewed).toEqual([first, first]);
    end('done');
    expect(await done).toBe('done');
    await letRenew();
    expect(renewed).toHaveLength(2);
  });

  test('is begun anew when its process stood still until another one could have the lease, and goes on when none had', async () => {
    for (const [isTaken, times] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const { leases, options, standStill, isHeld } = rig();
      let begun = 0;
      const work = async (held: HeldLease) => {
        begun += 1;
        await held.confirm();
        if (begun === 1) standStill(LEASE_MS, isTaken);
        await held.confirm();
        return `begun ${begun} times`;
      };
      expect(await withLease(leases, 'job', options, work)).toBe(`begun ${times} times`);
      expect(isHeld()).toBe(false);
    }
  });

  test('is left to the process that has its lease by then', async () => {
    const { leases, options, standStill } = rig();
    const work = async ({ confirm }: HeldLease) => {
      standStill(LEASE_MS);
      await leases.acquire('job', LEASE_MS, 'another');
      await confirm();
      return 'done';
    };
    expect(await withLease(leases, 'job', options, work)).toBe('busy');
  });

  test('has its lease confirmed without a question for as long as it was renewed lately, and by the store after that', async () => {
    const { leases, options, renewed, standStill } = rig();
    await withLease<unknown>(leases, 'job', options, async ({ confirm }) => {
      standStill(LEASE_MS / 2 - 1, false);
      await confirm();
      expect(renewed).toHaveLength(0);
      standStill(1, false);
      await confirm();
      expect(renewed).toHaveLength(1);
      // The clock was set back.
      standStill(-LEASE_MS, false);
      await confirm();
      expect(renewed).toHaveLength(2);
    });
  });

  test('that cannot have its lease confirmed rejects as the store does', async () => {
    const { leases, options, standStill } = rig();
    const down: Leases = { ...leases, renew: async () => Promise.reject(new Error('the store is down')) };
    const work = async ({ confirm }: HeldLease) => {
      standStill(LEASE_MS, false);
      await confirm();
      return 'done';
    };
    await expect(withLease(down, 'job', options, work)).rejects.toThrow('the store is down');
  });

  test('is not done when the lease cannot be asked for', async () => {
    const { leases, options } = rig();
    const down: Leases = { ...leases, acquire: async () => Promise.reject(new Error('the store is down')) };
    let isDone = false;
    const work = async () => {
      isDone = true;
      return 'done';
    };
    await expect(withLease(down, 'job', options, work)).rejects.toThrow('the store is down');
    expect(isDone).toBe(false);
  });

  test('counts as done although the lease cannot be given back: it ends by itself', async () => {
    const { leases, options } = rig();
    const down: Leases = { ...leases, release: async () => Promise.reject(new Error('the store is down')) };
    expect(await withLease(down, 'job', options, async () => 'done')).toBe('done');
  });

  test('a lease that was asked for without an answer is given back, so that nobody waits for it to end', async () => {
    const { leases, options, waits, isHeld } = rig();
    let outages = 3;
    const weak: Leases = {
      ...leases,
      async acquire(...lease) {
        await leases.acquire(...lease);
        throw new Error('no answer');
      },
      async release(...lease) {
        outages -= 1;
        if (outages >= 0) throw new Error('no answer');
        await leases.release(...lease);
      },
    };
    await expect(withLease(weak, 'job', options, async () => 'done')).rejects.toThrow('no answer');
    expect(isHeld()).toBe(true);
    await expect.poll(isHeld).toBe(false);
    expect(waits.slice(0, 3)).toEqual([500, 500, 500]);
    expect(await withLease(leases, 'job', options, async () => 'done')).toBe('done');
  });

  test('a lease that cannot be given back for as long as it lasts is left to end by itself', async () => {
    const { leases, options, waits } = rig();
    let releases = 0;
    const down: Leases = {
      ...leases,
      acquire: async () => Promise.reject(new Error('no answer')),
      async release() {
        releases += 1;
        throw new Error('no answer');
      },
    };
    await expect(withLease(down, 'job', options, async () => 'done')).rejects.toThrow('no answer');
    await expect.poll(() => waits.reduce((sum, ms) => sum + ms, 0)).toBe(LEASE_MS);
    expect(releases).toBe(16);
  });
});
