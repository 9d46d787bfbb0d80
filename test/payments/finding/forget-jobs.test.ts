// How the erasing of a customer is stored while it is under way.
import { expect, onTestFinished, test } from 'vitest';
import { createForgetJobs, type ForgetJob } from '#payments/finding/forget-jobs.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { openStore } from '#store/open.ts';
import { referenceOf } from '#test/store/sample-order.ts';

test('an order that waits is stored with a reason that an earlier version knows, and read as waiting', async () => {
  const clock = createMovingClock();
  const store = await openStore('sqlite::memory:', { clock });
  onTestFinished(() => store.close());
  const keyValues = store.keyValues('forgetting');
  const jobs = createForgetJobs({ keyValues, leases: store.leases, clock });
  const job: ForgetJob = {
    ...{ id: 'job', by: 'U9', at: clock.now(), erased: 0, files: [] },
    left: [referenceOf('A-1')],
    kept: [
      { reference: referenceOf('A-2'), because: 'waiting' },
      { reference: referenceOf('A-3'), because: 'open', until: 5 },
    ],
  };
  const stored = {
    kept: [
      { reference: 'A-2', because: 'open' },
      { reference: 'A-3', because: 'open', until: 5 },
    ],
  };
  await jobs.begin(job);
  expect(await keyValues.get('job')).toMatchObject(stored);
  expect(await jobs.all()).toEqual([job]);
  await jobs.save({ ...job, erased: 1 });
  expect(await keyValues.get('job')).toMatchObject(stored);
});
