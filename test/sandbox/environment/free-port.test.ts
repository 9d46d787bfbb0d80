import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#sandbox/environment/free-port.ts';

const HALF = 20;

test('two processes never get the same port, and what a server has neither', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port: first } = server.address() as AddressInfo;
  const range = { first, last: first + 2 * HALF };

  const other = fork(new URL('take-ports.ts', import.meta.url), [JSON.stringify(range), String(HALF)]);
  onTestFinished(() => void other.kill());
  const [theirs] = (await once(other, 'message')) as [number[]];
  const ours: number[] = [];
  for (;;) {
    const port = await freePort(range).catch(() => undefined);
    if (port === undefined) break;
    ours.push(port);
  }
  expect(theirs).toHaveLength(HALF);
  expect(new Set([first, ...theirs, ...ours]).size).toBe(1 + theirs.length + ours.length);
});
