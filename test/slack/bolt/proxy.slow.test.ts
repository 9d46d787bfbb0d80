// A whole Teller in Socket Mode, with a proxy and without.
import { expect, it } from 'vitest';
import { until } from '#test/journeys/rig.ts';
import { surroundEachTest } from '#test/surroundings.ts';
import { start } from '#test/teller-process.ts';
import { startProxy } from './start-proxy.ts';

const surroundings = surroundEachTest();

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

it('a socket behind whose tunnel nothing answers is given up after 20 seconds and tried again', async () => {
  const proxy = await startProxy({ holdsSockets: true });
  const teller = start({
    ...surroundings().goodSettings,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy.url,
  });
  const sockets = () => proxy.asked.filter((line) => line.startsWith('GET /link/?ticket=')).length;
  await until(() => sockets() === 1);
  const begunAt = Date.now();
  await until(() => sockets() === 2);
  expect(Date.now() - begunAt).toBeGreaterThanOrEqual(20_000);
  expect((await teller.ask('/readyz')).status).toBe(503);
});
