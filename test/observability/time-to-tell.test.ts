// From hearing of a payment to posting it: which moment counts as the beginning.
import { expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createTimeToTell } from '#observability/time-to-tell.ts';

function measured() {
  let now = 1_000_000;
  const seconds: number[] = [];
  const clock = { ...systemClock, now: () => now };
  const time = createTimeToTell({ clock, observe: (one) => seconds.push(one) });
  return {
    ...time,
    seconds,
    /** Resolves to the time by then. */
    after(ms: number) {
      now += ms;
      return now;
    },
  };
}

test('the time is that from the notification which led to the check that found the payment', () => {
  const time = measured();
  time.notified('A-1', time.after(0));
  const learnedAt = time.after(700);
  time.learned('A-1');
  time.checked('A-1');
  time.after(300);
  time.told('A-1', learnedAt);
  expect(time.seconds).toEqual([1]);
});

test('of several notifications the first counts, and a copy after the payment was told counts for nothing', () => {
  const time = measured();
  time.notified('A-1', time.after(0));
  time.notified('A-1', time.after(1_000));
  const learnedAt = time.after(0);
  time.learned('A-1');
  time.after(1_000);
  time.told('A-1', learnedAt);
  time.notified('A-1', time.after(5_000));
  time.checked('A-1');
  time.told('A-1', time.after(60_000));
  expect(time.seconds).toEqual([2, 0]);
});

test('what another replica has told does not count for news of the same order that comes days later', () => {
  for (const isNotified of [true, false]) {
    const time = measured();
    time.notified('A-1', time.after(0));
    time.learned('A-1');
    time.checked('A-1');
    // A copy, whose check finds nothing new.
    time.notified('A-1', time.after(1_000));
    time.checked('A-1');
    time.after(3 * 24 * 3_600_000);
    if (isNotified) time.notified('A-1', time.after(0));
    const learnedAt = time.after(500);
    time.learned('A-1');
    time.checked('A-1');
    time.after(250);
    time.told('A-1', learnedAt);
    expect(time.seconds).toEqual([isNotified ? 0.75 : 0.25]);
  }
});

test('a payment that is not told yet keeps its notification when its order is saved again', () => {
  const time = measured();
  time.notified('A-1', time.after(0));
  const learnedAt = time.after(100);
  time.learned('A-1');
  time.checked('A-1');
  time.after(100);
  time.learned('A-1');
  time.after(100);
  time.told('A-1', learnedAt);
  expect(time.seconds).toEqual([0.3]);
});

test('a reversal that is notified before the payment is told is measured from its own notification', () => {
  const time = measured();
  time.notified('A-1', time.after(0));
  const paidAt = time.after(100);
  time.learned('A-1');
  time.checked('A-1');
  time.notified('A-1', time.after(100));
  time.after(100);
  time.told('A-1', paidAt);
  const reversedAt = time.after(200);
  time.learned('A-1');
  time.checked('A-1');
  time.after(200);
  time.told('A-1', reversedAt);
  expect(time.seconds).toEqual([0.3, 0.5]);
});

test('a notification whose check found nothing yet, or got no answer, is not the beginning', () => {
  const time = measured();
  time.notified('A-1', time.after(0));
  time.checked('A-1');
  const learnedAt = time.after(20_000);
  time.learned('A-1');
  time.checked('A-1');
  time.after(500);
  time.told('A-1', learnedAt);
  expect(time.seconds).toEqual([0.5]);
});

test('without a notification, or where another replica took it, the time is that from the check’s answer', () => {
  const time = measured();
  const learnedAt = time.after(0);
  time.learned('A-1');
  time.checked('A-1');
  time.after(250);
  time.told('A-1', learnedAt);
  expect(time.seconds).toEqual([0.25]);
});

test('a clock that went back makes no time below 0', () => {
  const time = measured();
  const learnedAt = time.after(0);
  time.after(-5_000);
  time.told('A-1', learnedAt);
  expect(time.seconds).toEqual([0]);
});

test('more orders than can be remembered are measured from the check', () => {
  const time = measured();
  for (let n = 0; n <= 10_000; n += 1) time.notified(`A-${n}`, time.after(0));
  const learnedAt = time.after(1_000);
  for (const reference of ['A-0', 'A-10000']) time.told(reference, learnedAt);
  expect(time.seconds).toEqual([0, 1]);
});
