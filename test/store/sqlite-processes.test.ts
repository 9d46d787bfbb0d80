// The embedded driver between real processes: one that is killed, and several on one file.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sampleOrder } from './sample-order.ts';
import { openSqliteSubject } from './sqlite-subject.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

test('every order that was acknowledged is there after SIGKILL, with its wake', async () => {
  const { file, reopen } = await fresh();
  const acknowledged: string[] = [];
  for (const [round, lines] of [5, 40, 150].entries()) {
    const child = start('process-inserts.ts', file, `R${round}`);
    let heard = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (++heard === lines) child.kill('SIGKILL');
    }
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 40 + 150);

  const { ledger } = await reopen();
  const claims = await ledger.claim('look', { now: 1e9, leaseMs: 1, limit: 1e6 });
  const awake = new Set(claims.map((claim) => claim.reference));
  for (const reference of acknowledged) {
    expect(await ledger.get(reference)).toMatchObject({ reference, version: 0 });
    expect(awake.has(reference), `${reference} is awake`).toBe(true);
  }
});

test('several processes on one file get each due order once', async () => {
  const { file, store } = await fresh();
  const names = Array.from({ length: 120 }, (_, index) => `A-${index}`);
  for (const name of names) await store.ledger.insert(sampleOrder(name), { look: 1 });
  const given = await Promise.all((await openTogether(file)).map(claimAll));
  expect(given.flat().sort()).toEqual(names.sort());
});

test('several processes can make the same new file at the same time', async () => {
  const { file, store } = await fresh();
  await store.close();
  for (let round = 0; round < 3; round++) {
    const children = await openTogether(`${file}-new-${round}`);
    expect(await Promise.all(children.map(claimAll))).toEqual([[], [], []]);
  }
});

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  return subject;
}

function start(script: string, ...args: string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Three processes, each with the store open. */
async function openTogether(file: string) {
  const children = Array.from({ length: 3 }, () => {
    const child = start('process-claims.ts', file);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) expect((await lines.next()).value).toBe('open');
  return children;
}

async function claimAll({
  child,
  lines,
}: Awaited<ReturnType<typeof openTogether>>[number]): Promise<string[]> {
  const given: string[] = [];
  child.stdin.write('go\n');
  for (let line = await lines.next(); !line.done; line = await lines.next()) given.push(line.value);
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0);
  return given;
}
