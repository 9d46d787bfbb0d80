import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { resetConnection } from '#sandbox/environment/reset-connection.ts';

test('a connection is reset, so its other end reads of a failure', async () => {
  const { here, there } = await connection();
  const failed = once(there, 'error');
  resetConnection(here);
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
});

// Node answers EINVAL, and this thread would never end.
test('a connection whose end is on its way is closed without an error', async () => {
  const { here } = await connection();
  const errors: unknown[] = [];
  here.on('error', (error) => errors.push(error));
  const closed = once(here, 'close');
  here.end();
  resetConnection(here);
  await closed;
  expect(errors).toEqual([]);
});

async function connection(): Promise<{ here: Socket; there: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const there = connect((server.address() as AddressInfo).port, '127.0.0.1');
  there.resume();
  const [here] = (await accepted) as [Socket];
  return { here, there };
}
