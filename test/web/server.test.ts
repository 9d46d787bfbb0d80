// The addresses of Teller over HTTP, with whatever anybody may send there.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Rig, startRig } from '#test/journeys/rig.ts';

const TOKEN = 'a-token-of-prometheus';
let rig: Rig;
beforeAll(async () => {
  rig = await startRig(
    { METRICS_TOKEN: TOKEN, MERCHANT_NAME: `<b onclick="x('&')">Duka</b>` },
    { socket: false },
  );
});
afterAll(() => rig.stop());

const port = () => Number(new URL(rig.botUrl).port);
const get = (path: string, init: RequestInit = {}) =>
  fetch(rig.botUrl + path, { ...init, headers: { connection: 'close', ...init.headers } });

/** Sends the bytes as they are; resolves with all that comes back until the connection is closed. */
function raw(target: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

test('Health: /healthz and /readyz need no token', async () => {
  expect([(await get('/healthz')).status, await (await get('/readyz')).json()]).toEqual([
    200,
    { ready: true, faults: [] },
  ]);
});

describe('Metrics', () => {
  const asked = (authorization?: string) =>
    get('/metrics', authorization ? { headers: { authorization } } : {});

  test.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])(
    'Metrics: shown to whoever has the token: “%s”',
    async (given) => {
      const answer = await asked(given);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/plain; version=0\.0\.4/),
      ]);
      expect(await answer.text()).toContain('\nteller_');
    },
  );

  test.each([
    undefined,
    'Bearer',
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ])('Metrics: refused to others: “%s”', async (given) => {
    const answer = await asked(given);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.text()).not.toMatch(new RegExp(`teller_|${TOKEN}`));
  });

  test.each(['//metrics', '/x/../metrics', '/x/%2e%2E/metrics', '/.\\metrics', '/metrics#x'])(
    'Metrics: not read under the spelling %s, which a proxy may let through',
    async (path) => expect(await raw(path)).toMatch(/^HTTP\/1\.1 404 /),
  );
});

test.each(
  [
    '/',
    '/nowhere',
    '/paid//',
    '/PAID',
    '/healthz/x',
    '/__proto__',
    '/constructor',
    '/%',
    '/a/../b',
    '/ipn',
  ].concat(['/ipn/', '/r', '/r/', '/r/a/b', '/R/x', '/q', '/q/', '/q/.png', '/q/x.png', '/slack/other']),
)('Address: %s is none', async (path) => {
  const answer = await get(path);
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
});

test.each([
  '//',
  '///',
  '//evil.example/paid',
  '*',
  '/\\',
  'http://',
  '?',
  '/ipn/%',
  `/${'x'.repeat(5_000)}`,
])('Address: the odd %s is answered, and Teller goes on', async (target) => {
  expect(await raw(target)).toMatch(/^HTTP\/1\.1 (400|404) /);
  expect((await get('/healthz')).status).toBe(200);
});

test.each([
  ['POST', '/paid/', 'GET'],
  ['DELETE', '/healthz', 'GET'],
  ['PUT', '/readyz', 'GET'],
  ['OPTIONS', '/metrics', 'GET'],
  ['PUT', '/ipn/some-key/', 'GET, POST'],
  ['GET', '/slack/events', 'POST'],
  ['POST', '/r/x', 'GET'],
  ['DELETE', '/q/x.png', 'GET'],
])('Method: %s %s is answered with the methods that are allowed', async (method, path, allow) => {
  const answer = await get(path, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual(
    path.endsWith('.png') ? [expect.toBeOneOf([404, 405]), expect.toBeOneOf([allow, null])] : [405, allow],
  );
});

test('Method: HEAD is answered as GET without the body', async () => {
  for (const [path, status] of [
    ['/paid', 200],
    ['/healthz', 200],
    ['/r/x', 404],
    ['/nowhere', 404],
  ] as const) {
    const answer = await get(path, { method: 'HEAD' });
    expect([path, answer.status, await answer.text()]).toEqual([path, status, '']);
  }
});

describe('Page of the customer', () => {
  test.each(['/paid', '/cancelled'])(
    '%s loads nothing, is kept nowhere, and shows nothing of its address',
    async (path) => {
      const answer = await get(path);
      const page = await answer.text();
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'unsafe-inline'.*frame-ancestors \*/,
        ),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const name = '&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;Duka&lt;/b&gt;';
      expect(page).toContain(name);
      expect(page.replaceAll(name, '')).not.toMatch(
        /<script|javascript:|\son\w+=|https?:\/\/|<img|<link|<iframe|<b /i,
      );
      const query = 'OrderTrackingId=x&OrderMerchantReference=%3Cscript%3E&amount=1500&merchantName=Mallory';
      expect(await (await get(`${path}?${query}`)).text()).toBe(page);
    },
  );

  test.each([
    ['/paid', 'sw-KE,sw;q=0.9,en;q=0.5', 'sw'],
    ['/cancelled', 'fr-CA', 'fr'],
    ['/paid', 'de', 'en'],
    ['/r/x', 'sw', 'sw'],
  ])('%s with “%s” is in %s', async (path, accepted, language) => {
    const answer = await get(path, { headers: { 'accept-language': accepted } });
    expect([answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual([
      language,
      'accept-language',
    ]);
    expect(await answer.text()).toContain(`<html lang="${language}">`);
  });
});

describe('Notification', () => {
  const TRACKING = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';
  const QUERY = `OrderTrackingId=${TRACKING}&OrderMerchantReference=INV-1&OrderNotificationType=IPNCHANGE`;
  const ANSWER = {
    orderNotificationType: 'IPNCHANGE',
    orderTrackingId: TRACKING,
    orderMerchantReference: 'INV-1',
    status: 200,
  };
  const path = () => new URL(rig.ipnUrl).pathname;
  const post = (body: string, type = 'text/plain', query = '') =>
    get(path() + query, { method: 'POST', body, headers: { 'content-type': type } });

  test.each([
    ['a query', '', 'text/plain', `?${QUERY}`],
    [
      'JSON',
      JSON.stringify({ OrderTrackingId: TRACKING, OrderMerchantReference: 'INV-1' }),
      'application/json',
      '',
    ],
    ['a form', QUERY, 'application/x-www-form-urlencoded', ''],
    ['a form sent as JSON', QUERY, 'application/json', ''],
  ])('Notification: %s is read and repeated in the answer', async (_, body, type, query) => {
    const answer = await post(body, type, query);
    expect([answer.status, await answer.json()]).toEqual([200, ANSWER]);
  });

  test.each([
    ['wrong', 404],
    [undefined, 400],
  ])('Notification: without an order, key %s', async (key, status) => {
    const address = key ? `/ipn/${key}` : path();
    for (const init of [{}, { method: 'POST', body: '{' }])
      expect((await get(address, init)).status).toBe(status);
  });

  test('Notification: a key that is almost right leads nowhere', async () => {
    const key = path().replace('/ipn/', '');
    const turned = key.replace(/[a-z]/i, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    for (const other of [`${key}x`, key.slice(1), turned, `${key}//`, `${key}/more`, '%00', '%C3%A9'])
      expect([other, (await get(`/ipn/${other}?${QUERY}`)).status]).toEqual([other, 404]);
  });

  test('Notification: a body of up to 64 kB is read, and a longer one is answered all the same', async () => {
    const lengths = [64 * 1024, 64 * 1024 + 1, 4 * 1024 * 1024];
    const statuses = [];
    for (const length of lengths)
      statuses.push((await post('x'.repeat(length), 'text/plain', `?${QUERY}`)).status);
    expect(statuses).toEqual([200, 413, 413]);
  });

  test('Notification: a sender who hangs up in the middle stops nothing', async () => {
    const socket = connect(port(), '127.0.0.1');
    const head = `POST ${path()} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"OrderTrackingId"`;
    await new Promise((resolve) => socket.write(head, resolve));
    socket.destroy();
    expect((await get(`${path()}?${QUERY}`)).status).toBe(200);
  });
});

test('Connection: an idle one is kept for longer than proxies keep theirs', async () => {
  const { headers } = await get('/healthz', { headers: { connection: 'keep-alive' } });
  // Caddy keeps them for two minutes, AWS for one, Google for ten.
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(600);
});

test.each(['/ipn', '/r', '/q', '/slack', '/a/b', '/caf%C3%A9'])(
  'Public path: %s reaches every route, left in front or taken off',
  async (prefix) => {
    await rig.restartWith({ PUBLIC_URL: rig.botUrl + prefix, METRICS_TOKEN: TOKEN });
    const ipn = new URL(rig.ipnUrl).pathname.slice(prefix.length);
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const path of [prefix, '']) {
      for (const route of ['/paid', '/cancelled', '/healthz', '/metrics', '/metrics/'])
        expect([path, route, (await get(path + route, { headers })).status]).toEqual([path, route, 200]);
      expect((await get(path + ipn)).status).toBe(400);
      expect((await get(`${path}/slack/events`)).status).toBe(405);
    }
    expect((await get(`${prefix}/metrics`)).status).toBe(401);
    expect((await get(`${prefix}${prefix}x/paid`)).status).toBe(404);
    await rig.restartWith({ PUBLIC_URL: rig.botUrl + prefix, METRICS_TOKEN: '' });
    expect([(await get(`${prefix}/metrics`)).status, (await get('/metrics')).status]).toEqual([404, 200]);
  },
);

test.each([
  ['nothing', ''],
  ['a part of a head', 'POST /slack/events HTTP/1.1\r\nhost: x\r\n'],
])('Stop: a connection on which %s has come does not hold it up', async (_, sent) => {
  const socket = connect(port(), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  await once(socket, 'connect');
  socket.write(sent);
  await get('/healthz');
  await rig.stopBot();
  await closed;
  await rig.startBot();
});
