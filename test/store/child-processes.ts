// Teller's store in processes of their own: one that is killed in the middle of its work, and several at once.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { verifyChain } from '#store/audit.ts';
import type { OrderStore, Store } from '#store/store.ts';
import { referenceOf } from './sample-order.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Stores orders in a process (process-inserts.ts) until it has acknowledged `lines` of them, and kills it with -9. Answers what
 * it said.
 */
export async function insertUntilKilled(url: string, prefix: string, lines: number): Promise<string[]> {
  const child = start('process-inserts.ts', [url, prefix]);
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (acknowledged.push(line) === lines) child.kill('SIGKILL');
  }
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  return acknowledged;
}

/** Claims every due order and checks that all of `references` are among them, as they were inserted. */
export async function expectAllWaiting(orders: OrderStore, references: readonly string[]): Promise<void> {
  const claims = await orders.claim('check', { now: 1e9, leaseMs: 1, limit: 1e6 });
  const waiting = new Set(claims.map((claim) => claim.reference));
  for (const reference of references) {
    expect(await orders.get(referenceOf(reference))).toMatchObject({ reference, version: 0 });
    expect(waiting.has(referenceOf(reference)), `${reference} waits`).toBe(true);
  }
}

/** Of the orders that a process stored two together, both are there or neither, also of those that it did not acknowledge. */
export async function expectPairs(orders: OrderStore): Promise<void> {
  const names = (await orders.openOf('U1', 1e6)).map(({ reference }) => reference);
  const firsts = names.filter((name) => /[13579]$/.test(name));
  const seconds = names.filter((name) => name.endsWith('-second'));
  expect(seconds.sort()).toEqual(firsts.map((name) => `${name}-second`).sort());
  expect(seconds.length).toBeGreaterThan(10);
}

/** Every order has one line in the audit record, also those that were not acknowledged, and there is no other line. */
export async function expectLines({ orders, audit }: Store): Promise<void> {
  const stored = (await orders.openOf('U1', 1e6)).map(({ reference }) => reference).sort();
  const lines = await audit.read({ after: 0, limit: stored.length + 1 });
  expect(lines.flatMap((one) => one?.line?.order ?? []).sort()).toEqual(stored);
  for (const reference of stored.slice(0, 20))
    expect((await audit.linesOf(reference)).lines).toMatchObject([{ order: reference }]);
  expect(await verifyChain(audit)).toMatchObject({ status: 'whole', head: { count: stored.length } });
}

/** What processes that open the store at the same time say is the digest of one text. */
export function digestsOf(url: string, count = 4): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const lines = createInterface({ input: start('process-digest.ts', [url]).stdout });
      const { value } = await lines[Symbol.asyncIterator]().next();
      return String(value);
    }),
  );
}

type Claimer = { readonly child: Child; readonly lines: AsyncIterator<string> };

/** Processes, each with the store open. */
export async function openTogether(url: string, count = 3, env: NodeJS.ProcessEnv = {}): Promise<Claimer[]> {
  const children = Array.from({ length: count }, () => {
    const child = start('process-claims.ts', [url], env);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) expect((await lines.next()).value).toBe('open');
  return children;
}

/** Lets it claim all that is due; answers what it was given. */
export async function claimAll({ child, lines }: Claimer): Promise<string[]> {
  const given: string[] = [];
  child.stdin.write('go\n');
  for (let line = await lines.next(); !line.done; line = await lines.next()) given.push(line.value);
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0);
  return given;
}

function start(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
