import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createRateLimit } from '#slack/delivery/rate-limit.ts';

/** A clock that changes only by `advance`, so that seconds can be counted. */
function createStill() {
  let at = 1_000_000;
  return {
    ...createMovingClock(),
    now: () => at,
    advance(ms: number) {
      at += ms;
    },
  };
}

describe('the rate limit', () => {
  it('the rate limit lets a short burst through, then one message a second', () => {
    const clock = createStill();
    const rateLimit = createRateLimit(clock);
    expect(Array.from({ length: 4 }, () => rateLimit.tryTurn('C1'))).toEqual([0, 0, 0, 0]);
    expect(rateLimit.tryTurn('C1')).toBe(1_000);
    clock.advance(1_000);
    expect(rateLimit.tryTurn('C1')).toBe(0);
    expect(rateLimit.tryTurn('C1')).toBeGreaterThan(0);
  });

  it('the rate limit asks each caller that must wait to wait a second longer than the one before', () => {
    const rateLimit = createRateLimit(createStill());
    for (let turn = 0; turn < 4; turn += 1) rateLimit.tryTurn('C1');
    expect([rateLimit.tryTurn('C1'), rateLimit.tryTurn('C1'), rateLimit.tryTurn('C1')]).toEqual([
      1_000, 2_000, 3_000,
    ]);
  });

  it('the rate limit delays no other channel', () => {
    const rateLimit = createRateLimit(createStill());
    for (let turn = 0; turn < 10; turn += 1) rateLimit.tryTurn('C1');
    expect(rateLimit.tryTurn('C2')).toBe(0);
  });

  it('the rate limit counts turns that were taken while none was free', () => {
    const rateLimit = createRateLimit(createStill());
    for (let turn = 0; turn < 4; turn += 1) rateLimit.takeTurn('C1');
    expect(rateLimit.tryTurn('C1')).toBe(1_000);
  });

  it('the rate limit starts again when the clock was set back', () => {
    const clock = createStill();
    const rateLimit = createRateLimit(clock);
    for (let turn = 0; turn < 6; turn += 1) rateLimit.tryTurn('C1');
    clock.advance(-600_000);
    expect(rateLimit.tryTurn('C1')).toBe(0);
  });

  it('the rate limit never gives more turns than the burst and one a second, and every caller that comes back when asked gets a turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (messages) => {
        const clock = createStill();
        const rateLimit = createRateLimit(clock);
        const begun = clock.now();
        let due = Array.from({ length: messages }, () => clock.now());
        const posted: number[] = [];
        for (let round = 0; due.length > 0 && round < 500; round += 1) {
          const now = clock.now();
          due = due.flatMap((at) => {
            if (at > now) return [at];
            const waitMs = rateLimit.tryTurn('C1');
            if (waitMs > 0) return [now + waitMs];
            posted.push(now);
            return [];
          });
          clock.advance(500);
        }
        expect(posted).toHaveLength(messages);
        for (const [index, at] of posted.entries())
          expect(at - begun).toBeGreaterThanOrEqual((index - 3) * 1_000);
        // At most a third of the turns is lost because nobody came at the time.
        expect((posted.at(-1) ?? 0) - begun).toBeLessThanOrEqual(Math.max(2_000, messages * 1_500));
      }),
    );
  });
});
