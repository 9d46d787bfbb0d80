// The socket of Socket Mode goes to Slack by the way that Node itself goes: through a proxy, or directly.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createWayOut } from '#slack/connect/way-out.ts';
import { type Manner, startProxy } from './start-proxy.ts';
import { startSocket } from './start-socket.ts';

/** The way out through a proxy, and what becomes of a request on it to an address of Slack's. */
async function request(origin: string, manner: Manner) {
  const proxy = await startProxy(manner);
  const wayOut = createWayOut({ httpProxy: proxy.url, noProxy: '' });
  onTestFinished(wayOut.shut);
  const answer = wayOut.dispatcher.request({ origin, path: '/link/', method: 'GET' });
  return { proxy, wayOut, answer };
}

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
