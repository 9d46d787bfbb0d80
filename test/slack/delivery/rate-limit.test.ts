// How fast messages are posted in one channel once Slack has limited it, and how fast erased ones are edited.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createChannelPaces, createPace } from '#slack/delivery/rate-limit.ts';

/** A clock that changes only by `advance`, so that seconds can be counted. */
function stillClock() {
  let at = 1_000_000;
  return {
    ...createMovingClock(),
    now: () => at,
    advance(ms: number) {
      at += ms;
    },
  };
}

describe('ChannelPaces', () => {
  it('ChannelPaces: nothing waits where Slack has limited nothing', () => {
    const paces = createChannelPaces(stillClock());
    for (let post = 0; post < 100; post += 1) expect(paces.tryTurn('C1', false)).toBe(0);
    paces.limited('C1', 10_000);
    expect(paces.tryTurn('C2', false)).toBe(0);
  });

  it('ChannelPaces: a limited channel waits as long as Slack asks, then takes one message a second', () => {
    const clock = stillClock();
    const paces = createChannelPaces(clock);
    paces.limited('C1', 10_000);
    const waits = () => [1, 2, 3].map(() => paces.tryTurn('C1', false));
    expect(waits()).toEqual([10_000, 11_000, 12_000]);
    clock.advance(10_000);
    expect(paces.tryTurn('C1', false)).toBe(0);
    expect(paces.tryTurn('C1', false)).toBeGreaterThan(0);
    clock.advance(6 * 60_000);
    paces.limited('C2', 1_000);
    expect(waits()).toEqual([0, 0, 0]);
  });

  it('ChannelPaces: money takes the next turn, whatever waits longer', () => {
    const clock = stillClock();
    const paces = createChannelPaces(clock);
    paces.limited('C1', 2_000);
    expect(paces.tryTurn('C1', false)).toBe(2_000);
    expect(paces.tryTurn('C1', true)).toBe(2_000);
    expect(paces.tryTurn('C1', true)).toBe(3_000);
    clock.advance(2_000);
    expect(paces.tryTurn('C1', false)).toBe(2_000);
    expect(paces.tryTurn('C1', true)).toBe(0);
    clock.advance(1_000);
    expect(paces.tryTurn('C1', true)).toBe(0);
    clock.advance(1_000);
    expect(paces.tryTurn('C1', false)).toBe(0);
  });
});

it('Pace: a burst passes, then one each interval, and callers that come back when told leave no turn unused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.array(fc.boolean()), (count, kinds) => {
      const clock = stillClock();
      const pace = createPace(clock, { everyMs: 1_000, burst: 4, maxWaitMs: 60_000 });
      const begun = clock.now();
      let due = Array.from({ length: count }, (_, index) => ({ at: begun, isMoney: kinds[index] ?? false }));
      const taken: number[] = [];
      while (due.length > 0) {
        const now = clock.now();
        due = due.flatMap((one) => {
          if (one.at > now) return [one];
          const waitMs = pace.tryTurn(one.isMoney);
          expect(waitMs).toBeLessThanOrEqual(60_000);
          if (waitMs > 0) return [{ ...one, at: now + waitMs }];
          taken.push(now);
          return [];
        });
        clock.advance(500);
      }
      for (const [index, at] of taken.entries())
        expect(at - begun).toBeGreaterThanOrEqual((index - 3) * 1_000);
      expect((taken.at(-1) ?? 0) - begun).toBeLessThanOrEqual(count * 1_000);
    }),
    {
      numRuns: 50,
      examples: [
        [200, []],
        [400, []],
      ],
    },
  );
});
