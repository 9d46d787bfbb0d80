import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createPacing } from '#slack/pacing.ts';

/** A clock that stands still between moves, so that seconds can be counted. */
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

describe('pacing', () => {
  it('lets a short burst through, then one message a second', () => {
    const clock = createStill();
    const pacing = createPacing(clock);
    expect(Array.from({ length: 4 }, () => pacing.turn('C1'))).toEqual([0, 0, 0, 0]);
    expect(pacing.turn('C1')).toBe(1_000);
    clock.advance(1_000);
    expect(pacing.turn('C1')).toBe(0);
    expect(pacing.turn('C1')).toBeGreaterThan(0);
  });

  it('sends each who waits away for a second longer than the one before', () => {
    const pacing = createPacing(createStill());
    for (let turn = 0; turn < 4; turn += 1) pacing.turn('C1');
    expect([pacing.turn('C1'), pacing.turn('C1'), pacing.turn('C1')]).toEqual([1_000, 2_000, 3_000]);
  });

  it('holds up no other channel', () => {
    const pacing = createPacing(createStill());
    for (let turn = 0; turn < 10; turn += 1) pacing.turn('C1');
    expect(pacing.turn('C2')).toBe(0);
  });

  it('counts what jumped the queue', () => {
    const pacing = createPacing(createStill());
    for (let turn = 0; turn < 4; turn += 1) pacing.jumpTheQueue('C1');
    expect(pacing.turn('C1')).toBe(1_000);
  });

  it('starts afresh when the clock was set back', () => {
    const clock = createStill();
    const pacing = createPacing(clock);
    for (let turn = 0; turn < 6; turn += 1) pacing.turn('C1');
    clock.advance(-600_000);
    expect(pacing.turn('C1')).toBe(0);
  });

  it('never gives more turns than the burst and one a second, and everybody who comes back as told gets one in the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (messages) => {
        const clock = createStill();
        const pacing = createPacing(clock);
        const begun = clock.now();
        let due = Array.from({ length: messages }, () => clock.now());
        const told: number[] = [];
        for (let round = 0; due.length > 0 && round < 500; round += 1) {
          const now = clock.now();
          due = due.flatMap((at) => {
            if (at > now) return [at];
            const waitMs = pacing.turn('C1');
            if (waitMs > 0) return [now + waitMs];
            told.push(now);
            return [];
          });
          clock.advance(500);
        }
        expect(told).toHaveLength(messages);
        for (const [index, at] of told.entries())
          expect(at - begun).toBeGreaterThanOrEqual((index - 3) * 1_000);
        // No more than a third of the turns is wasted by coming too late.
        expect((told.at(-1) ?? 0) - begun).toBeLessThanOrEqual(Math.max(2_000, messages * 1_500));
      }),
    );
  });
});
