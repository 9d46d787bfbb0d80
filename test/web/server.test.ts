// The HTTP server: its addresses, its answers, and that no request ends the process.
import { describe, expect, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

describe('the server', () => {
  test('/healthz answers 200', async () => {
    const web = await startWeb();
    const answer = await web.get('/healthz');
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  });

  test('/readyz answers 200 without faults, and 503 with all faults by name', async () => {
    const ready = await startWeb();
    const good = await ready.get('/readyz');
    expect([good.status, await good.json()]).toEqual([200, { ready: true, faults: [] }]);
    const faults = ['the store cannot be reached', 'the notification URL is not registered yet'];
    const troubled = await startWeb({ readinessFaults: async () => faults });
    const bad = await troubled.get('/readyz');
    expect([bad.status, await bad.json()]).toEqual([503, { ready: false, faults }]);
  });

  test('/metrics answers in Prometheus’ content type', async () => {
    const web = await startWeb();
    const answer = await web.get('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(await answer.text()).toBe('teller_up 1\n');
  });

  test.each(['//metrics', '/x/../metrics', '/x/%2e%2E/metrics', '/.\\metrics', '/metrics#x'])(
    '/metrics is not read under the other spelling %s, which a proxy that keeps it from the outside may let through',
    async (path) => {
      const web = await startWeb();
      const answer = await web.raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).not.toContain('teller_up');
    },
  );

  describe('with a METRICS_TOKEN', () => {
    const TOKEN = 'a-token-of-prometheus';
    const asked = async (authorization?: string) => {
      const web = await startWeb({ metricsToken: TOKEN });
      const answer = await web.get('/metrics', authorization ? { headers: { authorization } } : {});
      return {
        status: answer.status,
        scheme: answer.headers.get('www-authenticate'),
        text: await answer.text(),
      };
    };

    test.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])(
      '/metrics answers whoever has it: %s',
      async (given) => {
        expect(await asked(given)).toMatchObject({ status: 200, text: 'teller_up 1\n' });
      },
    );

    test.each([
      undefined,
      'Bearer',
      'Bearer ',
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.toUpperCase()}`,
      `Basic ${TOKEN}`,
      TOKEN,
    ])('/metrics refuses others, says how to ask, and shows no metric: %s', async (given) => {
      const answer = await asked(given);
      expect(answer).toMatchObject({ status: 401, scheme: 'Bearer' });
      expect(answer.text).not.toContain('teller_up');
      expect(answer.text).not.toContain(TOKEN);
    });

    test('the other addresses ask for no token', async () => {
      const web = await startWeb({ metricsToken: TOKEN });
      for (const path of ['/healthz', '/readyz', '/paid'])
        expect([path, (await web.get(path)).status]).toEqual([path, 200]);
    });
  });

  test.each([
    '/',
    '/nowhere',
    '/paid//',
    '/PAID',
    '/healthz/x',
    '/__proto__',
    '/constructor',
    '/%',
    '/%E0%A4%A',
    '/a/../b',
  ])('the address %s answers 404', async (path) => {
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
  ])('the odd address %s is answered, and the server goes on', async (target) => {
    const web = await startWeb();
    const answer = await web.raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect((await web.get('/healthz')).status).toBe(200);
    expect(web.reported).toEqual([]);
  });

  test.each([
    ['POST', '/paid/', 'GET'],
    ['PUT', '/ipn/some-key/', 'GET, POST'],
    ['POST', '/paid', 'GET'],
    ['DELETE', '/healthz', 'GET'],
    ['PUT', '/readyz', 'GET'],
    ['OPTIONS', '/metrics', 'GET'],
    ['PUT', '/ipn/some-key', 'GET, POST'],
  ])('%s %s answers 405 with the allowed methods', async (method, path, allow) => {
    const web = await startWeb();
    const answer = await web.get(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });

  test('HEAD is answered like GET, without the body', async () => {
    const web = await startWeb();
    for (const path of ['/paid', '/healthz', '/metrics']) {
      const answer = await web.get(path, { method: 'HEAD' });
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, '']);
    }
    expect((await web.get('/nowhere', { method: 'HEAD' })).status).toBe(404);
  });

  test('requests to /slack/events go to Bolt, and no others do', async () => {
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

  test('/slack/events answers 404 in Socket Mode', async () => {
    const web = await startWeb();
    expect((await web.get('/slack/events', { method: 'POST' })).status).toBe(404);
  });
});

describe('a handler that fails', () => {
  const fault = new Error('the database is on fire');

  test.each(['/readyz', '/metrics'])(
    'an error at %s answers 500 without saying why, and the server goes on',
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

  test('an error that Bolt’s listener throws answers 500, and the server goes on', async () => {
    const web = await startWeb({
      slackListener: () => {
        throw fault;
      },
    });
    expect((await web.get('/slack/events', { method: 'POST' })).status).toBe(500);
    expect((await web.get('/healthz')).status).toBe(200);
  });

  test.each([
    ['', '/ipn'],
    ['/', '/ipn'],
    ['', '/shop/ipn'],
    ['/', '/shop/ipn'],
  ])('an error at the notification address is logged without its key (%s after %s)', async (slash, route) => {
    const web = await startWeb({
      publicUrl: 'https://shop.test/shop',
      countNotification: () => {
        throw fault;
      },
    });
    expect((await web.get(`${route}/${KEY}${slash}?x=1`)).status).toBe(500);
    expect(web.reported).toEqual([{ error: fault, route }]);
  });
});

describe('stopping', () => {
  test('a server that stops lets a running request end and accepts no new one', async () => {
    let finish: (faults: string[]) => void = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const web = await startWeb({
      drainMs: 60_000,
      readinessFaults: () => {
        begin();
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

  test('starting on a port that is taken is rejected with the port and the setting to change', async () => {
    const first = await startWeb();
    const second = await startWeb();
    await second.server.stop();
    const port = Number(new URL(first.url).port);
    await expect(second.server.start(port)).rejects.toThrow(new RegExp(`^Port ${port} is taken: .*set PORT`));
  });
});
