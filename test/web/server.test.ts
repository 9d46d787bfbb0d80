// The one HTTP server: its addresses, its manners, and that no request can end the process.
import { describe, expect, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

describe('the server', () => {
  test('is alive', async () => {
    const web = await startWeb();
    const answer = await web.get('/healthz');
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  });

  test('is ready when nothing is at fault, and names all faults when something is', async () => {
    const ready = await startWeb();
    const good = await ready.get('/readyz');
    expect([good.status, await good.json()]).toEqual([200, { ready: true, faults: [] }]);
    const faults = ['the store cannot be reached', 'the notification URL is not registered yet'];
    const troubled = await startWeb({ readinessFaults: async () => faults });
    const bad = await troubled.get('/readyz');
    expect([bad.status, await bad.json()]).toEqual([503, { ready: false, faults }]);
  });

  test('has metrics in their own format', async () => {
    const web = await startWeb();
    const answer = await web.get('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(await answer.text()).toBe('teller_up 1\n');
  });

  test.each([
    '/',
    '/nowhere',
    '/paid/',
    '/PAID',
    '/healthz/x',
    '/__proto__',
    '/constructor',
    '/%',
    '/%E0%A4%A',
    '/a/../b',
  ])('knows nothing at %s', async (path) => {
    const web = await startWeb();
    const answer = await web.get(path);
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
  ])('answers the odd address %s and lives on', async (target) => {
    const web = await startWeb();
    const answer = await web.raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect((await web.get('/healthz')).status).toBe(200);
    expect(web.reported).toEqual([]);
  });

  test.each([
    ['POST', '/paid', 'GET'],
    ['DELETE', '/healthz', 'GET'],
    ['PUT', '/readyz', 'GET'],
    ['OPTIONS', '/metrics', 'GET'],
    ['PUT', '/ipn/some-key', 'GET, POST'],
  ])('does not %s %s, and says what it does', async (method, path, allow) => {
    const web = await startWeb();
    const answer = await web.get(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });

  test('answers HEAD like GET, without the body', async () => {
    const web = await startWeb();
    for (const path of ['/paid', '/healthz', '/metrics']) {
      const answer = await web.get(path, { method: 'HEAD' });
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, '']);
    }
    expect((await web.get('/nowhere', { method: 'HEAD' })).status).toBe(404);
  });

  test('gives Slack’s requests to Bolt and nothing else', async () => {
    const seen: string[] = [];
    const web = await startWeb({
      slackListener: (request, response) => {
        seen.push(`${request.method} ${request.url}`);
        response.end('bolt');
      },
    });
    expect(await (await web.get('/slack/events', { method: 'POST', body: 'x' })).text()).toBe('bolt');
    const get = await web.get('/slack/events');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await web.get('/slack/other', { method: 'POST' })).status).toBe(404);
    expect(seen).toEqual(['POST /slack/events']);
  });

  test('knows no address for Slack when Slack does not come by HTTP', async () => {
    const web = await startWeb();
    expect((await web.get('/slack/events', { method: 'POST' })).status).toBe(404);
  });
});

describe('a handler that fails', () => {
  const fault = new Error('the database is on fire');

  test.each(['/readyz', '/metrics'])(
    'at %s answers 500 without telling why, and the server lives on',
    async (path) => {
      const web = await startWeb({
        readinessFaults: () => Promise.reject(fault),
        readMetrics: () => Promise.reject(fault),
      });
      const answer = await web.get(path);
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain('fire');
      expect(web.reported).toEqual([{ error: fault, route: path }]);
      expect((await web.get('/healthz')).status).toBe(200);
    },
  );

  test('by throwing at once is no worse', async () => {
    const web = await startWeb({
      slackListener: () => {
        throw fault;
      },
    });
    expect((await web.get('/slack/events', { method: 'POST' })).status).toBe(500);
    expect((await web.get('/healthz')).status).toBe(200);
  });

  test('under a notification’s address does not tell the log the key', async () => {
    const web = await startWeb({
      countNotification: () => {
        throw fault;
      },
    });
    expect((await web.get(`/ipn/${KEY}?x=1`)).status).toBe(500);
    expect(web.reported).toEqual([{ error: fault, route: '/ipn' }]);
  });
});

describe('stopping', () => {
  test('lets a running request end, and takes no new one', async () => {
    let finish: (faults: string[]) => void = () => {};
    let asked = () => {};
    const begun = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const web = await startWeb({
      readinessFaults: () => {
        asked();
        return new Promise<string[]>((resolve) => {
          finish = resolve;
        });
      },
    });
    const running = web.get('/readyz');
    await begun;
    const stopped = web.server.stop();
    await expect(web.get('/healthz')).rejects.toThrow();
    finish([]);
    expect((await running).status).toBe(200);
    await stopped;
  });

  test('rejects a start on a port that is taken', async () => {
    const first = await startWeb();
    const second = await startWeb();
    await second.server.stop();
    await expect(second.server.start(Number(new URL(first.url).port))).rejects.toThrow('EADDRINUSE');
  });
});
