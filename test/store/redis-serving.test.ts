// That a process and a copy of its store see each other, also after the process was cut off from Redis or stood still.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openForCopy } from '#store/open.ts';
import { createLayout } from '#store/redis/layout.ts';
import { KEYS, openBeside } from './redis-over-connection.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

const COUNTS_MS = 10_000;

/** What one process has of Redis, which is cut off from it as a test wants. */
async function openProcess() {
  const { server, connection } = await openBeside(subjects);
  const line = { isCut: false };
  const time = { ms: 0 };
  const through = <Value>(work: () => Promise<Value>) =>
    line.isCut ? Promise.reject(new Error('Redis is away')) : work();
  const layout = createLayout(
    {
      ask: (...command) => through(() => connection.ask(...command)),
      run: (...script) => through(() => connection.run(...script)),
    },
    KEYS,
    () => time.ms,
  );
  onTestFinished(() => layout.leave());
  return { server, line, layout, time };
}

describe.skipIf(NO_REDIS)(`a process that serves a Redis${LEFT_OUT}`, () => {
  test('looks again before it goes on once it counts as gone, and stops beside a copy that has begun meanwhile', async () => {
    const { server, line, layout, time } = await openProcess();
    await layout.serve();
    await layout.check();
    line.isCut = true;
    time.ms = COUNTS_MS - 1;
    expect(layout.isUsable()).toBe(true);
    time.ms = COUNTS_MS;
    expect(layout.isUsable()).toBe(false);
    await server.ask('DEL', KEYS.serving);
    const copy = await openForCopy(server.url, { isTarget: false });
    line.isCut = false;
    await expect(layout.check()).rejects.toThrow('being copied');
    await copy.close();
    await layout.check();
    expect(layout.isUsable()).toBe(true);
  });

  test('that could not say so at its start says so before it uses anything, so that no copy begins beside it', async () => {
    const { server, line, layout } = await openProcess();
    line.isCut = true;
    await layout.serve();
    line.isCut = false;
    await layout.check();
    await expect(openForCopy(server.url, { isTarget: false })).rejects.toThrow(/^A Teller uses/);
  });
});
