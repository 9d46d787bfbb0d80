// The socket of Socket Mode goes to Slack by the way that Node itself goes: through a proxy, or directly.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, test } from 'vitest';
import { createWayOut } from '#slack/connect/way-out.ts';
import { until } from '#test/journeys/rig.ts';
import { surroundEachTest } from '#test/surroundings.ts';
import { start } from '#test/teller-process.ts';

const surroundings = surroundEachTest();

/** A proxy that opens tunnels. `asked` has the first line of what went through each; with `isSilent` none is opened. */
async function startProxy({ isSilent = false } = {}) {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  const proxy = createServer().on('connect', (request, inner: Socket) => {
    tunnels.add(inner);
    inner.on('error', () => inner.destroy()).on('close', () => tunnels.delete(inner));
    if (isSilent) return void inner.on('end', () => inner.destroy()).resume();
    const { hostname, port } = new URL(`http://${request.url}`);
    const outer = connect(Number(port), hostname, () =>
      inner.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    outer.on('error', () => inner.destroy());
    inner.once('data', (data: Buffer) => asked.push(String(data).split('\r\n')[0] ?? ''));
    inner.pipe(outer).pipe(inner);
    inner.on('close', () => outer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const tunnel of tunnels) tunnel.destroy();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked, tunnels };
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
  const proxy = await startProxy({ isSilent: true });
  const wayOut = createWayOut({ httpProxy: proxy.url, noProxy: '' });
  const answer = wayOut.dispatcher.request({ origin: 'http://slack.test', path: '/link/', method: 'GET' });
  await expect.poll(() => proxy.tunnels.size).toBe(1);
  wayOut.shut();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => proxy.tunnels.size).toBe(0);
});
