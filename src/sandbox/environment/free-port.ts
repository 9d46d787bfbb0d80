// A port for a server that starts a moment later, or that stops and starts again.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Above the last port that fetch refuses (10080), and below those that systems give to outgoing connections (from 32,768 on
 * Linux), because one of those could take a port before the server listens.
 */
const RANGE = { first: 10_100, last: 32_767 };

/** More than the servers of one thread that run at the same time. */
const KEPT = 200;

/** A server listens by TCP. That this thread has the port, a socket on the same port by UDP tells other threads and processes. */
const kept: Socket[] = [];

/** A free port of 127.0.0.1, which nobody else gets from here before this thread has ended or got many more. */
export async function freePort({ first, last } = RANGE): Promise<number> {
  const count = last - first + 1;
  const start = Math.floor(Math.random() * count);
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + ((start + tries) % count);
    const mark = await bound(createSocket('udp4'), (socket) =>
      socket.bind({ port, address: '127.0.0.1', exclusive: true }),
    );
    if (!mark) continue;
    const server = await bound(createServer(), (tcp) => tcp.listen(port, '127.0.0.1'));
    server?.close();
    if (!server) {
      mark.close();
      continue;
    }
    await once(server, 'close');
    kept.push(mark.unref());
    if (kept.length > KEPT) kept.shift()?.close();
    return port;
  }
  throw new Error('This machine gave no free port.');
}

/** Undefined when the port is taken. */
async function bound<One extends Socket | Server>(
  one: One,
  bind: (one: One) => void,
): Promise<One | undefined> {
  const listening = once(one, 'listening');
  bind(one);
  return listening.then(
    () => one,
    () => undefined,
  );
}
