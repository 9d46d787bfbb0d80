import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import { stallThread } from '#test/stall-thread.ts';

const read = () => readFile(import.meta.filename, 'utf8');

test('a process that stood still while it waited reads the answer that came meanwhile', async () => {
  const answer = withTimeout(systemClock, 50, read(), 'too late');
  stallThread(400);
  expect(await answer).toContain('stood still');
});

test('what never comes is waited for once more after the process stood still, and then no longer', async () => {
  const answer = withTimeout(systemClock, 50, new Promise(() => {}), 'too late');
  stallThread(400);
  expect(await answer).toBe('too late');
});

test('what comes in time or fails is passed on, and what comes too late is not', async () => {
  const limited = (promise: Promise<unknown>) => withTimeout(systemClock, 20, promise, 'too late');
  expect(await limited(Promise.resolve('at once'))).toBe('at once');
  await expect(limited(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await limited(new Promise(() => {}))).toBe('too late');
});
