// Refreshing a Home while Teller stops.
import { expect, test } from 'vitest';
import { createInFlight } from '#lib/in-flight.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createRefreshSoon, GATHER_MS } from '#slack/tasks/refresh-soon.ts';

function begin(refresh: (userId: string) => Promise<void>) {
  const clock = createMovingClock();
  const inFlight = createInFlight();
  const stop = new AbortController();
  const logged: unknown[] = [];
  const reporter = { error: (error: unknown) => `${logged.push(error)}` };
  const refreshSoon = createRefreshSoon({ refresh, clock, inFlight, stopping: stop.signal, reporter });
  return { clock, inFlight, stop, logged, refreshSoon };
}

test('what changes within two seconds makes one refresh for each person', () => {
  const refreshed: string[] = [];
  const { clock, refreshSoon } = begin(async (userId) => void refreshed.push(userId));
  for (const userId of ['U1', 'U2', 'U1']) refreshSoon(userId);
  expect(refreshed).toEqual([]);
  clock.advance(GATHER_MS);
  expect(refreshed).toEqual(['U1', 'U2']);
  refreshSoon('U1');
  clock.advance(GATHER_MS);
  expect(refreshed).toEqual(['U1', 'U2', 'U1']);
});

test('a Home whose refresh waits when Teller stops is left as it is, and nothing is logged', async () => {
  const { clock, stop, inFlight, logged, refreshSoon } = begin(async () => {
    throw new Error('the store is closed');
  });
  refreshSoon('U1');
  stop.abort();
  clock.advance(GATHER_MS);
  await inFlight.settled();
  expect(logged).toEqual([]);
});

test('Teller’s stop waits for a refresh that has begun, and one that fails before is logged', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const { clock, stop, inFlight, logged, refreshSoon } = begin(() => promise);
  refreshSoon('U1');
  clock.advance(GATHER_MS);
  stop.abort();
  let isSettled = false;
  const settled = inFlight.settled().then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  reject(new Error('Slack did not take it'));
  await settled;
  await Promise.resolve();
  expect(logged).toHaveLength(1);
});
