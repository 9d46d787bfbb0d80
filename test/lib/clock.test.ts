// The machine's clock, and sleeps that end with their clock or their signal.
import { expect, test } from 'vitest';
import { type Clock, sleep, systemClock } from '#lib/clock.ts';

test('the machine’s clock is the present time', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('the machine’s clock calls back later, and never after it was cancelled', async () => {
  const calls: string[] = [];
  const cancel = systemClock.after(1, () => calls.push('cancelled'));
  cancel();
  await new Promise<void>((resolve) => {
    systemClock.after(5, () => {
      calls.push('later');
      resolve();
    });
    calls.push('first');
  });
  expect(calls).toEqual(['first', 'later']);
});

test('a sleep whose end has passed ends at once, and Node does not warn of it', async () => {
  const warnings: Error[] = [];
  const heard = (warning: Error) => warnings.push(warning);
  process.on('warning', heard);
  await sleep(systemClock, -95);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', heard);
  expect(warnings).toEqual([]);
});

test('a sleep ends when its clock has moved on by its delay', async () => {
  const clock = createHandClock();
  let awake = false;
  const slept = sleep(clock, 1_000).then(() => {
    awake = true;
  });
  expect(clock.waiting()).toEqual([1_000]);
  await Promise.resolve();
  expect(awake).toBe(false);
  clock.ring();
  await slept;
  expect(awake).toBe(true);
});

test('a sleep ends at once when its signal aborts, and leaves no timer and no listener behind', async () => {
  const clock = createHandClock();
  const controller = new AbortController();
  const slept = sleep(clock, 1_000, controller.signal);
  controller.abort();
  await slept;
  expect(clock.waiting()).toEqual([]);
});

test('a sleep whose signal has already aborted sets no timer', async () => {
  const clock = createHandClock();
  await sleep(clock, 1_000, AbortSignal.abort());
  expect(clock.waiting()).toEqual([]);
});

test('a sleep that ended is not ended again by its signal', async () => {
  const clock = createHandClock();
  const controller = new AbortController();
  const slept = sleep(clock, 1_000, controller.signal);
  clock.ring();
  await slept;
  const calledOff = clock.calledOff();
  controller.abort();
  expect(clock.calledOff()).toBe(calledOff);
});

function createHandClock(): Clock & { ring(): void; waiting(): number[]; calledOff(): number } {
  const timers = new Set<{ delayMs: number; callback: () => void }>();
  let calledOff = 0;
  return {
    now: () => 0,
    after(delayMs, callback) {
      const timer = { delayMs, callback };
      timers.add(timer);
      return () => {
        calledOff++;
        timers.delete(timer);
      };
    },
    ring() {
      for (const timer of timers) {
        timers.delete(timer);
        timer.callback();
      }
    },
    waiting: () => [...timers].map((timer) => timer.delayMs),
    calledOff: () => calledOff,
  };
}
