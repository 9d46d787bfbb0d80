// Routes under the path of PUBLIC_URL and with a slash at their end, as proxies may pass them on.
import { expect, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

test.each(['/metrics', '/metrics/'])('Metrics: %s is answered', async (path) => {
  expect((await (await startWeb()).get(path)).status).toBe(200);
});

test.each(['/teller/metrics', '/teller/metrics/'])(
  'Metrics: %s under the path of PUBLIC_URL needs a METRICS_TOKEN',
  async (path) => {
    const publicUrl = 'https://shop.test/teller';
    const open = await startWeb({ publicUrl });
    expect((await open.get(path)).status).toBe(404);
    const guarded = await startWeb({ publicUrl, metricsToken: 'a-token-of-prometheus' });
    const headers = { authorization: 'Bearer a-token-of-prometheus' };
    expect([(await guarded.get(path)).status, (await guarded.get(path, { headers })).status]).toEqual([
      401, 200,
    ]);
  },
);

test.each(['/ipn', '/r', '/q', '/slack', '/paid', '/a/b', '/caf%C3%A9'])(
  'Public path: %s reaches every route, left in front or taken off',
  async (prefix) => {
    const web = await startWeb({
      publicUrl: `https://shop.test${prefix}`,
      slackListener: (_, response) => void response.end('bolt'),
    });
    for (const path of [prefix, '']) {
      for (const route of ['/paid', '/cancelled', '/healthz', '/readyz'])
        expect([path, route, (await web.get(path + route)).status]).toEqual([path, route, 200]);
      expect((await web.get(`${path}/ipn/${KEY}`)).status).toBe(400);
      expect((await web.get(`${path}/slack/events`, { method: 'POST' })).status).toBe(200);
      expect((await web.get(`${path}/slack/events`)).status).toBe(405);
    }
    expect((await web.get(`${prefix}${prefix}x/paid`)).status).toBe(404);
  },
);
