// What answers at Teller's addresses, what each method gets, and what /readyz names when something is down.
import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: false });
  await until(async () => (await ask('GET', '/readyz')).status === 200);
});
afterEach(() => rig.stop());

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  return fetch(rig.botUrl + path, { method, headers: { connection: 'close', ...headers } });
}

it.each([
  ['POST', '/slack/events', 401],
  ['GET', '/slack/events', 405],
  ['GET', '/paid', 200],
  ['HEAD', '/cancelled', 200],
  ['POST', '/paid', 405],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['DELETE', '/metrics', 405],
  ['GET', '/r/made-up', 404],
  ['GET', '/q/made-up.png', 404],
  ['GET', '/', 404],
  ['GET', '/.env', 404],
  ['GET', '/%00', 404],
  ['GET', '/constructor', 404],
])('HTTP: %s %s is answered with %i', async (method, path, status) => {
  expect((await ask(method, path)).status).toBe(status);
  expect((await ask('GET', '/healthz')).status).toBe(200);
});

it.each<[string, RegExp, () => Promise<() => unknown>]>([
  [
    'a store that is gone',
    /store/,
    async () => {
      const file = rig.storeUrl.replace('sqlite:', '');
      await rename(file, `${file}-elsewhere`);
      return () => rename(`${file}-elsewhere`, file);
    },
  ],
  [
    'a bot token that Slack refuses',
    /Slack/,
    async () => {
      const { secrets } = rig.slack;
      const { botToken } = secrets;
      secrets.botToken = 'xoxb-another-token';
      await rig.restartWith({});
      return () => {
        secrets.botToken = botToken;
        rig.clock.advance(60_000);
      };
    },
  ],
  [
    'a notification address that is not registered',
    /notification/i,
    async () => {
      const down = rig.provider.faults.unavailable({ operation: 'registerIpn' });
      await rig.restartWith({ IPN_KEY: 'another-unguessable-key' });
      return () => {
        down.end();
        rig.clock.advance(60_000);
      };
    },
  ],
])('Readiness: %s makes /readyz 503 and names it, while /healthz stays 200', async (_, named, breakIt) => {
  const repair = await breakIt();
  await until(async () => (await ask('GET', '/readyz')).status === 503);
  expect(await (await ask('GET', '/readyz')).json()).toEqual({
    ready: false,
    faults: [expect.stringMatching(named)],
  });
  expect((await ask('GET', '/healthz')).status).toBe(200);
  await repair();
  await until(async () => (await ask('GET', '/readyz')).status === 200);
});

it('Metrics: METRICS_TOKEN is asked for at /metrics and nowhere else', async () => {
  await rig.restartWith({ METRICS_TOKEN: 'a-token-of-prometheus' });
  const withToken = (token: string) => ask('GET', '/metrics', { authorization: token });
  expect((await ask('GET', '/metrics')).status).toBe(401);
  for (const wrong of [
    'Bearer another-token-than-this',
    'a-token-of-prometheus',
    'Basic a-token-of-prometheus',
  ])
    expect((await withToken(wrong)).status).toBe(401);
  const given = await withToken('Bearer a-token-of-prometheus');
  expect([given.status, await given.text()]).toEqual([200, expect.stringContaining('teller_')]);
  for (const open of ['/healthz', '/readyz', '/paid']) expect((await ask('GET', open)).status).toBe(200);
});
