// What the store promises of leases: one holder at a time, and never for longer than was said.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenSubject } from './subject.ts';

/** Longer than any test takes, also by the machine's clock. */
const LONG_MS = 600_000;

export function leasesContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, leases: subject.store.leases };
  }

  describe('leases', () => {
    test('of two replicas and many askers exactly one gets the lease', async () => {
      const { subject, leases } = await fresh();
      const other = (await subject.another()).leases;
      const answers = await Promise.all(
        [leases, other, leases, other].map((one) => one.acquire('job', LONG_MS)),
      );
      expect(answers.filter((token) => token !== undefined)).toHaveLength(1);
      expect(await other.acquire('job', LONG_MS)).toBeUndefined();
    });

    test('leases of different names do not meet', async () => {
      const { leases } = await fresh();
      const one = await leases.acquire('one', LONG_MS);
      const two = await leases.acquire('two', LONG_MS);
      expect(one).toEqual(expect.any(String));
      expect(two).toEqual(expect.any(String));
      expect(one).not.toBe(two);
    });

    test('a released lease can be had again', async () => {
      const { leases } = await fresh();
      const token = await leases.acquire('job', LONG_MS);
      await leases.release('job', token ?? '');
      expect(await leases.acquire('job', LONG_MS)).toEqual(expect.any(String));
    });

    test('a token of another name or time does not release', async () => {
      const { leases } = await fresh();
      const first = (await leases.acquire('job', LONG_MS)) ?? '';
      const foreign = (await leases.acquire('other', LONG_MS)) ?? '';
      await leases.release('job', foreign);
      expect(await leases.acquire('job', LONG_MS)).toBeUndefined();
      await leases.release('job', first);
      await leases.acquire('job', LONG_MS);
      await leases.release('job', first);
      expect(await leases.acquire('job', LONG_MS)).toBeUndefined();
    });

    test('a lease that nobody released ends by itself', async () => {
      const { subject, leases } = await fresh();
      const first = (await leases.acquire('job', 50)) ?? '';
      await subject.letTimePass(60);
      const second = await leases.acquire('job', LONG_MS);
      expect(second).toEqual(expect.any(String));
      await leases.release('job', first);
      expect(await leases.acquire('job', LONG_MS)).toBeUndefined();
    });

    test('a lease lasts from its renewal for as long as the renewal says, and another token does not renew it', async () => {
      const { subject, leases } = await fresh();
      const own = (await leases.acquire('job', LONG_MS)) ?? '';
      const foreign = (await leases.acquire('other', LONG_MS)) ?? '';
      expect(await leases.renew('job', foreign, 1)).toBe(false);
      expect(await leases.renew('other', own, 1)).toBe(false);
      await subject.letTimePass(20);
      expect(await leases.acquire('job', LONG_MS)).toBeUndefined();
      expect(await leases.acquire('other', LONG_MS)).toBeUndefined();
      expect(await leases.renew('job', own, 1)).toBe(true);
      await subject.letTimePass(20);
      expect(await leases.acquire('job', LONG_MS)).toEqual(expect.any(String));
    });

    test('a lease that is renewed stays held, by the same token', async () => {
      const { leases } = await fresh();
      const token = (await leases.acquire('job', LONG_MS)) ?? '';
      expect(await leases.renew('job', token, LONG_MS)).toBe(true);
      expect(await leases.acquire('job', LONG_MS)).toBeUndefined();
      expect(await leases.renew('job', token, LONG_MS)).toBe(true);
    });

    test('a lease that was released is not there again after it is renewed', async () => {
      const { leases } = await fresh();
      const token = (await leases.acquire('job', LONG_MS)) ?? '';
      await leases.release('job', token);
      expect(await leases.renew('job', token, LONG_MS)).toBe(false);
      expect(await leases.acquire('job', LONG_MS)).toEqual(expect.any(String));
    });

    test('a lease outlives a restart', async () => {
      const { subject, leases } = await fresh();
      await leases.acquire('job', LONG_MS);
      const reopened = await subject.reopen();
      expect(await reopened.leases.acquire('job', LONG_MS)).toBeUndefined();
    });
  });
}
