// Callers that overlap in time share one run.
import { expect, test } from 'vitest';
import { singleFlight } from '#lib/single-flight.ts';

test('callers that overlap share one run and its result', async () => {
  const { runs, finish, shared } = createWork();
  const callers = [shared('token'), shared('token'), shared('token')];
  expect(runs).toEqual(['token']);
  finish('token', 'one');
  expect(await Promise.all(callers)).toEqual(['one', 'one', 'one']);
});

test('callers that overlap share one failure, and the next caller starts a new run', async () => {
  const { runs, fail, finish, shared } = createWork();
  const callers = Promise.allSettled([shared('token'), shared('token')]);
  fail('token', new Error('no luck'));
  expect((await callers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = shared('token');
  expect(runs).toEqual(['token', 'token']);
  finish('token', 'luck');
  expect(await next).toBe('luck');
});

test('a caller after the run has ended gets a new run', async () => {
  const { runs, finish, shared } = createWork();
  const first = shared('token');
  finish('token', 'one');
  expect(await first).toBe('one');
  const second = shared('token');
  finish('token', 'two');
  expect(await second).toBe('two');
  expect(runs).toEqual(['token', 'token']);
});

test('runs with different keys go on at the same time', async () => {
  const { runs, finish, shared } = createWork();
  const a = shared('a');
  const b = shared('b');
  expect(runs).toEqual(['a', 'b']);
  finish('b', 'of b');
  expect(await b).toBe('of b');
  finish('a', 'of a');
  expect(await a).toBe('of a');
});

/** Work that ends when the test says so. */
function createWork() {
  const runs: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string>>();
  const shared = singleFlight((key: string) => {
    runs.push(key);
    const run = Promise.withResolvers<string>();
    open.set(key, run);
    return run.promise;
  });
  return {
    runs,
    shared,
    finish: (key: string, value: string) => open.get(key)?.resolve(value),
    fail: (key: string, error: Error) => open.get(key)?.reject(error),
  };
}
