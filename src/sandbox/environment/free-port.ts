// A port for a server that starts a moment later, or that stops and starts again.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';

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
    const mark = await markOf(port);
    if (!mark) continue;
    if (await isServed(port)) {
      mark.close();
      continue;
    }
    kept.push(mark.unref());
    if (kept.length > KEPT) kept.shift()?.close();
    return port;
  }
  throw new Error('This machine gave no free port.');
}

/** Undefined when somebody else has marked the port. */
async function markOf(port: number): Promise<Socket | undefined> {
  const mark = createSocket('udp4');
  const listening = once(mark, 'listening');
  mark.bind({ port, address: '127.0.0.1', exclusive: true });
  return listening.then(
    () => mark,
    () => undefined,
  );
}

/** Asked by a connection: had this thread listened there itself, a process that another thread is just starting could still do. */
async function isServed(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}
