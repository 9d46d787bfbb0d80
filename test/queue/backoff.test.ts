import { expect, it } from 'vitest';
import { backoff } from '#queue/worker.ts';

it('Backoff: seconds at first, half a minute for a day, then an hour', () => {
  expect([1, 2, 3, 4, 5, 2_880, 2_881].map(backoff)).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 3_600_000,
  ]);
});
