// How the work of a queue ends is told to whoever counts.
import { expect, test } from 'vitest';
import { countedWork } from '#queue/counted-work.ts';
import { ClaimLost, type HeldClaim } from '#queue/held-claim.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { DONE } from './worker-rig.ts';

const CLAIM: HeldClaim = {
  queue: 'check',
  reference: referenceOf('INV-1'),
  token: 'token',
  attempt: 1,
  confirm: async () => {},
};

test.each([
  ['failed', new Error('the service is down')],
  ['lost', new ClaimLost('another process has it')],
])('work that ends with an error counts as %s, and the error goes on', async (outcome, error) => {
  const ended: unknown[] = [];
  const work = countedWork(
    () => Promise.reject(error),
    (...how) => ended.push(how),
  );
  await expect(work(CLAIM)).rejects.toBe(error);
  expect(ended).toEqual([['INV-1', outcome]]);
});

test('work that ends counts as ok, and what it says of its next time goes on', async () => {
  const ended: unknown[] = [];
  const work = countedWork(
    async () => DONE,
    (...how) => ended.push(how),
  );
  expect(await work(CLAIM)).toBe(DONE);
  expect(ended).toEqual([['INV-1', 'ok']]);
});
