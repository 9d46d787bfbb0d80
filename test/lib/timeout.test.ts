import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '#lib/clock.ts';
import { startLimit, withTimeout } from '#lib/timeout.ts';
import { stallThread } from '#test/stall-thread.ts';

/** A wait of `limitMs` whose timers ring when the test says so. */
function waitFor(limitMs: number) {
  const timers: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    after(_, callback) {
      timers.push(callback);
      return () => {};
    },
  };
  const answer = Promise.withResolvers<string>();
  return { answer, timers, waited: withTimeout(clock, limitMs, answer.promise, 'too late') };
}

test('a process that stood still while it waited reads the answer that came meanwhile', async () => {
  const { answer, timers, waited } = waitFor(10);
  stallThread(300);
  timers[0]?.();
  answer.resolve('in time');
  expect(await waited).toBe('in time');
});

test('what never comes is waited for once more after the process stood still, and then no longer', async () => {
  const { timers, waited } = waitFor(10);
  stallThread(300);
  timers[0]?.();
  timers[1]?.();
  expect(await waited).toBe('too late');
});

test('what comes later than its limit is given up at once where the process did not stand still', async () => {
  const { answer, timers, waited } = waitFor(60_000);
  timers[0]?.();
  answer.resolve('in vain');
  expect(await waited).toBe('too late');
  expect(timers).toHaveLength(1);
});

test('what comes in time or fails is passed on', async () => {
  const limited = (promise: Promise<unknown>) => withTimeout(systemClock, 60_000, promise, 'too late');
  expect(await limited(Promise.resolve('at once'))).toBe('at once');
  await expect(limited(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
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
