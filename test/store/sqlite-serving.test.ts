// One process serves a file: a second one is refused, and who serves next gets at once what was left in the middle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { LEASE_MS as HELD_MS } from '#lib/with-lease.ts';
import { openStore } from '#store/open.ts';
import { claimOne, LEASE_MS, take } from './contract-queue.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import { openSqliteSubject } from './sqlite-subject.ts';

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  return subject;
}

/** As another process opens it, without patience. */
async function openImpatiently(file: string, waitMs = 0) {
  const store = await openStore(`sqlite:${file}`, { clock: systemClock, waitMs });
  onTestFinished(() => store.close());
  return store;
}

describe('serving a file', () => {
  test('a second process that wants to serve the same file is refused with what to do, and can still read it', async () => {
    const { file, store } = await fresh();
    await store.serve();
    await store.serve();
    await store.orders.insert(sampleOrder('A-1'));
    const second = await openImpatiently(file);
    await expect(second.serve()).rejects.toThrow(
      `Another Teller is using ${file}. Stop it, or set STORE_URL to another file. To share one store between several Tellers, use Redis.`,
    );
    expect(await second.orders.get(referenceOf('A-1'))).toMatchObject({ reference: 'A-1' });
    await store.close();
    await second.serve();
  });

  test('a process waits for the one before it to end', async () => {
    const { file, store } = await fresh();
    await store.serve();
    const next = (await openImpatiently(file, 10_000)).serve();
    expect(await Promise.race([next.then(() => 'served'), store.ping().then(() => 'waits')])).toBe('waits');
    await store.close();
    await next;
  });

  test('who serves ends the claims of before, so what was left is due at once, as a further attempt; other turns stay', async () => {
    const { store, reopen } = await fresh();
    await store.orders.insert(sampleOrder('A-1'), { check: 100 });
    await store.orders.insert(sampleOrder('A-2'), { check: 1e15 });
    const claim = await claimOne(store.orders, 100);
    await store.orders.trigger('check', referenceOf('A-1'), 120);
    const { orders, serve } = await reopen();
    expect(await take(orders, 100)).toEqual([]);
    await serve();
    const now = 1_700_000_000_000;
    expect(await orders.renew(claim, { now, leaseMs: LEASE_MS })).toBe(false);
    expect(await claimOne(orders, now)).toMatchObject({ reference: 'A-1', attempt: 2 });
    await orders.complete(claim, { at: 1, atIfTriggered: 1 });
    expect(await take(orders, now)).toEqual([]);
    expect(await take(orders, 1e15)).toEqual(['A-1', 'A-2']);
  });

  test('a delivery that waits at the start counts as one that was begun, because a loss of power may have undone its claim', async () => {
    const { store, reopen } = await fresh();
    await store.orders.insert(sampleOrder('A-1'), { check: 100, deliver: 100 });
    const { orders, serve } = await reopen();
    await serve();
    const limits = { now: 200, leaseMs: LEASE_MS, limit: 1 };
    expect(await orders.claim('deliver', limits)).toMatchObject([{ reference: 'A-1', attempt: 2 }]);
    expect(await orders.claim('check', limits)).toMatchObject([{ reference: 'A-1', attempt: 1 }]);
  });

  test('who serves ends the leases of the one that served before, but not what lasts longer, nor those of a command that runs beside it', async () => {
    const { store, another } = await fresh();
    const command = await another();
    await store.leases.acquire('before', HELD_MS);
    await store.serve();
    await store.leases.acquire('digest', HELD_MS);
    await store.leases.acquire('event:Ev1', 15 * 60_000);
    const token = (await command.leases.acquire('bulks-list', HELD_MS)) ?? '';
    // As if it were killed: nobody releases anything.
    await store.close();
    const next = await another();
    expect(await next.leases.acquire('digest', HELD_MS)).toBeUndefined();
    await next.serve();
    expect(await next.leases.acquire('digest', HELD_MS)).toEqual(expect.any(String));
    for (const name of ['before', 'event:Ev1', 'bulks-list'])
      expect([name, await next.leases.acquire(name, HELD_MS)]).toEqual([name, undefined]);
    expect(await command.leases.renew('bulks-list', token, HELD_MS)).toBe(true);
  });

  test('leases of the process that serves are renewed and released by their tokens, also those that it took before', async () => {
    const { store, another } = await fresh();
    const before = (await store.leases.acquire('before', HELD_MS)) ?? '';
    await store.serve();
    expect(await store.leases.acquire('digest', HELD_MS, 'mine')).toBe('mine');
    const { leases } = await another();
    for (const [name, token] of [
      ['before', before],
      ['digest', 'mine'],
    ] as const) {
      expect(await store.leases.renew(name, 'other', HELD_MS)).toBe(false);
      expect(await store.leases.renew(name, token, HELD_MS)).toBe(true);
      await store.leases.release(name, 'other');
      expect(await leases.acquire(name, HELD_MS)).toBeUndefined();
      await store.leases.release(name, token);
      expect(await leases.acquire(name, HELD_MS)).toEqual(expect.any(String));
    }
  });

  test('a process that merely opens the file ends no claim', async () => {
    const { store, another } = await fresh();
    await store.serve();
    await store.orders.insert(sampleOrder('A-1'), { check: 100 });
    const claim = await claimOne(store.orders, 100);
    await another();
    expect(await store.orders.renew(claim, { now: 100, leaseMs: LEASE_MS })).toBe(true);
  });

  test('the lock is gone as soon as its process is killed, and holds while it merely stands still', async () => {
    const { file } = await fresh();
    const script = `
      const { systemClock } = await import('#lib/clock.ts');
      const { openStore } = await import('#store/open.ts');
      const store = await openStore('sqlite:' + process.argv[1], { clock: systemClock });
      await store.serve();
      console.log('serves');
      // What nobody refers to any more is closed by the garbage collector, and its lock with it.
      setInterval(() => store, 1_000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    other.kill('SIGSTOP');
    const store = await openImpatiently(file);
    await expect(store.serve()).rejects.toThrow('Another Teller is using');
    other.kill('SIGKILL');
    await once(other, 'exit');
    await store.serve();
  });

  test('the file with the lock is for its owner alone', async () => {
    const { file, store } = await fresh();
    await store.serve();
    expect(statSync(`${file}-lock`).mode & 0o077).toBe(0);
  });

  test('a store in memory is served by whoever has it', async () => {
    const store = await openImpatiently(':memory:');
    await store.serve();
    await (await openImpatiently(':memory:')).serve();
  });
});
