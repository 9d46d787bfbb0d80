// A port that nobody listens on, for whoever must know its address before it listens.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** On 127.0.0.1. Nothing keeps it free: take it soon. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('This machine gave no free port.');
  return address.port;
}
