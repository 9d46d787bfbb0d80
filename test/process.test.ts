// Teller as a process of its own: a setting is missing, or all is well. process.slow.test.ts has what else may come.
import { expect, it } from 'vitest';
import { until } from './journeys/rig.ts';
import { surroundEachTest } from './surroundings.ts';
import { start } from './teller-process.ts';

const surroundings = surroundEachTest();
const goodSettings = () => surroundings().httpSettings;

it('a process with nothing set ends with 1 and names every setting that is missing', async () => {
  const teller = start({});
  expect(await teller.ended).toEqual({ code: 1, signal: null });
  for (const name of Object.keys(goodSettings()).filter((name) => !OPTIONAL.includes(name))) {
    expect(teller.errors()).toContain(`${name}: is missing`);
  }
});

it('a process becomes healthy and ready, and ends with 0 on SIGTERM', async () => {
  const teller = start(goodSettings());
  await until(async () => (await teller.ask('/readyz')).status === 200);
  expect(await teller.ask('/readyz')).toEqual({ status: 200, body: { ready: true, faults: [] } });
  expect(await teller.ask('/healthz')).toEqual({ status: 200, body: { ok: true } });
  expect(surroundings().provider.registrations()).toHaveLength(1);
  expect(teller.log()).toContain(`SLACK_API_URL isn’t Slack’s: the bot token and every message go to `);
  teller.child.kill('SIGTERM');
  expect(await teller.ended).toEqual({ code: 0, signal: null });
});

/** What a full set has beyond the settings that nobody can guess. */
const OPTIONAL = ['SLACK_API_URL', 'PORT', 'STORE_URL'];
