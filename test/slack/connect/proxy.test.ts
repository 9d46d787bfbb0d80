// The socket of Socket Mode goes to Slack by the way that Node itself goes: through a proxy, or directly.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, test } from 'vitest';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createWayOut } from '#slack/connect/way-out.ts';
import { until } from '#test/journeys/rig.ts';
import { surroundEachTest } from '#test/surroundings.ts';
import { start } from '#test/teller-process.ts';
import { startSocket } from './start-socket.ts';

const surroundings = surroundEachTest();

/**
 * `opens`: the proxy opens each tunnel. `leads nowhere`: it opens them, but nothing behind them answers. `waits`: it opens none.
 * `breaks off`: it ends the connection in place of opening one.
 */
type Manner = 'opens' | 'leads nowhere' | 'waits' | 'breaks off';

/** `asked` has the first line of what went through each tunnel, `wanted` counts the tunnels that it was asked for. */
async function startProxy(manner: Manner = 'opens') {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  let wanted = 0;
  const proxy = createServer().on('connect', (request, inner: Socket) => {
    wanted += 1;
    tunnels.add(inner);
    inner.on('error', () => inner.destroy()).on('close', () => tunnels.delete(inner));
    if (manner === 'breaks off') return void inner.destroy();
    if (manner === 'waits') return void inner.on('end', () => inner.destroy()).resume();
    inner.once('data', (data: Buffer) => asked.push(String(data).split('\r\n')[0] ?? ''));
    const open = () => inner.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (manner === 'leads nowhere') {
      inner.on('end', () => inner.destroy());
      return void open();
    }
    const { hostname, port } = new URL(`http://${request.url}`);
    const outer = connect(Number(port), hostname, open);
    outer.on('error', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
    inner.on('close', () => outer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const tunnel of tunnels) tunnel.destroy();
    proxy.close();
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url, asked, tunnels, wanted: () => wanted };
}

/** The way out through a proxy, and what becomes of a request on it to an address of Slack's. */
async function request(origin: string, manner: Manner) {
  const proxy = await startProxy(manner);
  const wayOut = createWayOut({ httpProxy: proxy.url, noProxy: '' });
  onTestFinished(wayOut.shut);
  const answer = wayOut.dispatcher.request({ origin, path: '/link/', method: 'GET' });
  return { proxy, wayOut, answer };
}

it.each([
  ['through the proxy with NODE_USE_ENV_PROXY', '1', 1],
  ['directly without NODE_USE_ENV_PROXY', undefined, 0],
])('a process in Socket Mode connects %s', async (_, NODE_USE_ENV_PROXY, count) => {
  const proxy = await startProxy();
  const teller = start({ ...surroundings().goodSettings, NODE_USE_ENV_PROXY, HTTP_PROXY: proxy.url });
  await until(async () => (await teller.ask('/readyz')).status === 200);
  expect(surroundings().slack.sockets.count()).toBe(1);
  expect(proxy.asked.filter((line) => line.startsWith('GET /link/?ticket='))).toHaveLength(count);
});

test('what the proxy holds open is ended when nobody waits for it any more', async () => {
  const { proxy, wayOut, answer } = await request('http://slack.test', 'waits');
  await expect.poll(() => proxy.tunnels.size).toBe(1);
  wayOut.shut();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => proxy.tunnels.size).toBe(0);
});

test('a request through a tunnel behind which nothing answers fails when nobody waits for it any more', async () => {
  const { proxy, wayOut, answer } = await request('https://slack.test', 'leads nowhere');
  // The beginning of the TLS handshake.
  await expect.poll(() => proxy.asked.length).toBe(1);
  wayOut.shut();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => proxy.tunnels.size).toBe(0);
});

test('a proxy that breaks off is asked for one tunnel in a try, and the reason is kept', async () => {
  const { proxy, answer } = await request('https://slack.test', 'breaks off');
  let failure: unknown;
  answer.catch((error: unknown) => {
    failure = error;
  });
  await expect.poll(() => describeNetworkFailure(failure)).toContain('broke off the connection');
  expect(proxy.wanted()).toBe(1);
});

test('a socket that hangs in a tunnel behind which nothing answers is given up after twenty seconds and tried again', async () => {
  const slack = createServer((_, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end('{"ok":true,"url":"wss://slack.test/link/?ticket=1"}');
  }).listen(0, '127.0.0.1');
  await once(slack, 'listening');
  onTestFinished(() => void slack.close());
  const proxy = await startProxy('leads nowhere');
  const clock = createMovingClock();
  clock.hold();
  const { failures } = startSocket(`http://127.0.0.1:${(slack.address() as AddressInfo).port}/api/`, {
    wayOut: createWayOut({ httpProxy: proxy.url, noProxy: '' }),
    clock,
  });
  await expect.poll(() => proxy.asked.length).toBe(1);
  clock.advance(20_000);
  await expect.poll(() => failures.length).toBe(1);
  clock.advance(1_000);
  await expect.poll(proxy.wanted).toBe(2);
});
