// The Redis driver between real processes: one that is killed, several on one server, and one that speaks TLS.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { freePort } from '#sandbox/environment/free-port.ts';
import { openStore } from '#store/open.ts';
import {
  claimAll,
  digestsOf,
  expectAllWaiting,
  expectLines,
  expectPairs,
  insertUntilKilled,
  openTogether,
} from './child-processes.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';
import { sampleOrder } from './sample-order.ts';
import { makeCertificate } from './self-signed.ts';

async function fresh(settings: readonly string[] = []) {
  const server = await startRedis(settings);
  onTestFinished(() => server.remove());
  const store = await openStore(server.url, { clock: systemClock });
  onTestFinished(() => store.close());
  return { server, store };
}

async function orders(orders: Awaited<ReturnType<typeof fresh>>['store']['orders'], count: number) {
  const names = Array.from({ length: count }, (_, index) => `A-${index}`);
  for (const name of names) await orders.insert(sampleOrder(name), { check: 1 });
  return names.sort();
}

describe.skipIf(NO_REDIS)(`processes on one Redis${LEFT_OUT}`, () => {
  test('every order that was acknowledged is there after SIGKILL, with its trigger and its line in the audit record', async () => {
    const { server, store } = await fresh();
    const acknowledged: string[] = [];
    for (const [round, lines] of [5, 40, 150].entries()) {
      acknowledged.push(...(await insertUntilKilled(server.url, `R${round}`, lines)));
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 40 + 150);
    await expectAllWaiting(store.orders, acknowledged);
    await expectPairs(store.orders);
    await expectLines(store);
  });

  test('that start together on a new one make one key', async () => {
    const { server } = await fresh();
    for (let round = 0; round < 3; round++) {
      await server.ask('FLUSHALL');
      const digests = await digestsOf(server.url);
      expect(digests[0]).toMatch(/^[\w-]{22}$/);
      expect(new Set(digests).size).toBe(1);
    }
  });

  test('several get each due order once', async () => {
    const { server, store } = await fresh();
    const names = await orders(store.orders, 120);
    const given = await Promise.all((await openTogether(server.url)).map(claimAll));
    expect(given.flat().sort()).toEqual(names);
  });

  test('over TLS the store works with a certificate that is trusted, and does nothing without', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'teller-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const made = makeCertificate();
    await writeFile(certificate, made.certificate);
    await writeFile(key, made.key);
    const port = await freePort();
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    const tls = ['--tls-port', String(port), ...files, '--tls-auth-clients', 'no'];
    const { store } = await fresh(tls);
    const names = await orders(store.orders, 3);

    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const distrustful = await openStore(`rediss://127.0.0.1:${port}`, { clock: systemClock, warn });
    onTestFinished(() => distrustful.close());
    expect(warnings).toEqual([expect.stringContaining('certificate')]);
    await expect(distrustful.ping()).rejects.toThrow('certificate');

    const trust = { NODE_EXTRA_CA_CERTS: certificate };
    const [claimer] = await openTogether(`rediss://127.0.0.1:${port}`, 1, trust);
    if (!claimer) throw new Error('no process');
    expect((await claimAll(claimer)).sort()).toEqual(names);
  });
});
