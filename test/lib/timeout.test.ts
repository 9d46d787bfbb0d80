import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { startLimit, withTimeout } from '#lib/timeout.ts';
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

test('a request of a process that stood still is not given up before its answer can be read', async () => {
  const server = createServer((_, response) => void response.end('stood still')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { signal, end } = startLimit(300);
  const answer = fetch(`http://127.0.0.1:${Object(server.address()).port}/`, { signal });
  stallThread(700);
  expect(await (await answer).text()).toBe('stood still');
  end();
});

test('what a signal limits is stopped after its time, and no more once it has ended', async () => {
  const late = startLimit(20);
  const ended = startLimit(20);
  ended.end();
  await once(late.signal, 'abort');
  expect(late.signal.reason).toMatchObject({ name: 'TimeoutError' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ended.signal.aborted).toBe(false);
});

test('what comes in time or fails is passed on, and what comes too late is not', async () => {
  const limited = (promise: Promise<unknown>) => withTimeout(systemClock, 20, promise, 'too late');
  expect(await limited(Promise.resolve('at once'))).toBe('at once');
  await expect(limited(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await limited(new Promise(() => {}))).toBe('too late');
});
