// What /readyz says of a SQLite file that takes no more. That of Redis is in store-faults.redis.test.ts.
import { expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { surroundEachTest } from '#test/surroundings.ts';
import { start } from '#test/teller-process.ts';
import { until } from './rig.ts';

const surroundings = surroundEachTest();

it('Readiness: a disk that takes no more is named until it takes writes again', async () => {
  const settings = surroundings().httpSettings;
  // The log of writes beside a new file has 270 kB, and each question about readiness adds 4 kB to it.
  const teller = start(settings, 400);
  await until(async () => (await teller.ask('/readyz')).status === 200);
  await until(async () => (await teller.ask('/readyz')).status === 503);
  const { body } = await teller.ask('/readyz');
  const fault = SAYS.storeDiskFull;
  expect(body).toEqual({ ready: false, faults: [fault] });
  expect((await teller.ask('/healthz')).status).toBe(200);
  const file = String(settings['STORE_URL']).replace('sqlite:', '');
  withRawFile(file, (raw) => raw.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  expect(await teller.ask('/readyz')).toEqual({ status: 200, body: { ready: true, faults: [] } });
});
