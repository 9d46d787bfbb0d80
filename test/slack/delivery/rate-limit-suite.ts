// What the rate limit promises, wherever the turns are counted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { createMovingClock, type MovingClock } from '#sandbox/environment/moving-clock.ts';
import type { RateLimit } from '#slack/delivery/rate-limit.ts';

/** A clock that changes only by `advance`, so that seconds can be counted. */
function createStill(): MovingClock {
  let at = 1_000_000;
  return {
    ...createMovingClock(),
    now: () => at,
    advance(ms: number) {
      at += ms;
    },
  };
}

export function rateLimitSuite(
  where: string,
  create: (clock: Clock) => RateLimit | Promise<RateLimit>,
  { runs }: { runs: number },
): void {
  async function start() {
    const clock = createStill();
    const rateLimit = await create(clock);
    /** What that many callers are told one after the other. */
    async function tryTurns(count: number, channel = 'C1'): Promise<number[]> {
      const told: number[] = [];
      for (let turn = 0; turn < count; turn += 1) told.push(await rateLimit.tryTurn(channel));
      return told;
    }
    return { clock, rateLimit, tryTurns };
  }

  /**
   * A store that did not answer in time may have counted the turn all the same, so what follows would say nothing about turns: the
   * case begins anew.
   */
  function whileAnswered<Given extends unknown[]>(tryCase: (...given: Given) => Promise<void>) {
    return async (...given: Given): Promise<void> => {
      for (;;) {
        try {
          return await tryCase(...given);
        } catch (error) {
          if (!/no answer within|cannot be reached/.test(String(error))) throw error;
        }
      }
    };
  }

  describe(`the rate limit ${where}`, () => {
    it('the rate limit lets a short burst through, then one message a second', async () => {
      const { clock, tryTurns } = await start();
      expect(await tryTurns(5)).toEqual([0, 0, 0, 0, 1_000]);
      clock.advance(1_000);
      const [free, more] = await tryTurns(2);
      expect(free).toBe(0);
      expect(more).toBeGreaterThan(0);
    });

    it('the rate limit asks each caller that must wait to wait a second longer than the one before', async () => {
      const { tryTurns } = await start();
      expect((await tryTurns(7)).slice(4)).toEqual([1_000, 2_000, 3_000]);
    });

    it('the rate limit never asks anybody to wait for more than a minute', async () => {
      const { tryTurns } = await start();
      expect((await tryTurns(80)).at(-1)).toBe(60_000);
    });

    it('the rate limit delays no other channel', async () => {
      const { tryTurns } = await start();
      await tryTurns(10);
      expect(await tryTurns(1, 'C2')).toEqual([0]);
    });

    it('the rate limit counts turns that were taken while none was free', async () => {
      const { clock, rateLimit, tryTurns } = await start();
      for (let turn = 0; turn < 4; turn += 1) rateLimit.takeTurn('C1');
      expect(await tryTurns(1)).toEqual([1_000]);
      rateLimit.takeTurn('C1');
      // Whoever was told a second comes back to no turn, and is told the next one then.
      expect(await tryTurns(1)).toEqual([2_000]);
      clock.advance(1_000);
      expect(await tryTurns(1)).toEqual([2_000]);
    });

    it('the rate limit starts again when the clock was set back', async () => {
      const { clock, tryTurns } = await start();
      await tryTurns(6);
      clock.advance(-600_000);
      expect(await tryTurns(1)).toEqual([0]);
    });

    it('the rate limit never gives more turns than the burst and one a second, and callers that come back when asked leave none unused', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 400 }),
          fc.option(fc.integer({ min: 4, max: 60 })),
          whileAnswered(async (messages, awaitedEvery) => {
            const { clock, rateLimit } = await start();
            const begun = clock.now();
            let due = Array.from({ length: messages }, () => clock.now());
            const posted: number[] = [];
            let awaited = 0;
            for (let halfSecond = 1; due.length > 0 && halfSecond < 2_000; halfSecond += 1) {
              const now = clock.now();
              const told = await Promise.all(
                due.filter((at) => at <= now).map(async () => now + (await rateLimit.tryTurn('C1'))),
              );
              due = [...due, ...told].filter((at) => at > now);
              expect(Math.max(now, ...told)).toBeLessThanOrEqual(now + 60_000);
              posted.push(...told.filter((at) => at === now));
              if (awaitedEvery && halfSecond % awaitedEvery === 0) {
                rateLimit.takeTurn('C1');
                awaited += 1;
              }
              clock.advance(500);
            }
            expect(posted).toHaveLength(messages);
            for (const [index, at] of posted.entries())
              expect(at - begun).toBeGreaterThanOrEqual((index - 3) * 1_000);
            expect((posted.at(-1) ?? 0) - begun).toBeLessThanOrEqual((messages + awaited) * 1_000);
          }),
        ),
        {
          numRuns: runs,
          examples: [
            [200, null],
            [400, null],
          ],
        },
      );
    });
  });
}
