// How a process ends that waits for something. Slow, because the provider takes one registration in a few seconds, and a
// start that waits is a second one beside another.
import { expect, it } from 'vitest';
import { until } from './journeys/rig.ts';
import { surroundEachTest } from './surroundings.ts';
import { start } from './teller-process.ts';

const surroundings = surroundEachTest();

it('a process that is told to stop while it waits for another try ends what it has in hand, and says so', async () => {
  const { goodSettings } = surroundings();
  const first = start({ ...goodSettings, IPN_KEY: 'the-first-key-of-this-test' });
  await until(async () => (await first.ask('/readyz')).status === 200);
  first.child.kill('SIGTERM');
  await first.ended;
  // So soon after the first one the provider takes no other registration, which is waited out.
  const second = start({ ...goodSettings, IPN_KEY: 'the-second-key-of-this-test' });
  await until(() => second.log().includes('Connected to Slack'));
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.log()).toContain('Teller has stopped');
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a process that hears %s while it waits for another one to leave the store ends with 0, and does not begin after all',
  async (signal) => {
    const { goodSettings: settings } = surroundings();
    const first = start(settings);
    await first.url();
    const second = start(settings);
    await until(() => second.log().includes('Another Teller is using'));
    second.child.kill(signal);
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect(second.errors()).toBe('');
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
  },
);
