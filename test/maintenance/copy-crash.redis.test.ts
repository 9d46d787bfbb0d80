// A copy that is killed in the middle, as with `kill -9`, and run again: everything is there once, and nothing is missing.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore, withReader } from '#store/open.ts';
import { fillStore } from '#test/bench/fill.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { sampleAuditEvent } from '#test/store/sample-audit-event.ts';
import { everythingOf } from './full-store.ts';

const MAIN = join(import.meta.dirname, '../../src/maintenance/main.ts');
const ORDERS = 5_000;

async function filled() {
  const folder = mkdtempSync(join(tmpdir(), 'teller-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  await fillStore(`sqlite:${file}`, { from: 0, to: ORDERS, open: 50 });
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  await store.keyValues('threads').set('C1:1.2', 'DONE-1');
  await store.audit.append(Array.from({ length: 2_500 }, () => sampleAuditEvent()));
  await store.close();
  return { file, from: `sqlite:${file}` };
}

/** Whether at least one order has arrived. */
async function hasBegun(url: string): Promise<boolean> {
  try {
    return await withReader(url, async ({ scan }) => {
      for await (const page of scan('order:')) if (page.length > 0) return true;
      return false;
    });
  } catch {
    return false;
  }
}

async function killInTheMiddle(from: string, to: string): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'copy', from, to], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  // It stands still while it is looked at, or it might end meanwhile.
  do {
    child.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGSTOP');
  } while (child.exitCode === null && !(await hasBegun(to)));
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

async function expectWholeAfterKill(from: string, to: string): Promise<void> {
  const before = await everythingOf(from);
  await killInTheMiddle(from, to);
  const store = await openStore(to, { clock: systemClock });
  await expect(store.serve()).rejects.toThrow('unfinished copy');
  await store.close();
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'copy', from, to, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ isGood: true, orders: ORDERS + 50, values: 1, lines: 2_500 });
  expect(await everythingOf(to)).toEqual(before);
}

describe.skipIf(NO_REDIS)(`a copy that is killed${LEFT_OUT}`, () => {
  test('on its way to a file goes on when it is run again', async () => {
    const { file, from } = await filled();
    await expectWholeAfterKill(from, `sqlite:${file}-2`);
  });

  test('on its way to Redis goes on when it is run again, once the killed one counts as gone', async () => {
    const redis = await startRedis();
    onTestFinished(redis.remove);
    const { from } = await filled();
    await expectWholeAfterKill(from, redis.url);
  });
});
