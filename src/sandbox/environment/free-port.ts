// A port for a server that starts a moment later, or that stops and starts again.
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Above the last port that fetch refuses (10080), and below those that systems give to outgoing connections (from 32,768 on
 * Linux), because one of those could take a port before the server listens.
 */
const FIRST = 10_100;
/** Processes and threads that run side by side take their ports from different parts. */
const PARTS = 128;
const PART_SIZE = 177;

const part = FIRST + ((process.pid + threadId) % PARTS) * PART_SIZE;
let taken: number | undefined;

/** A free port of 127.0.0.1, which this thread gets once only. Nothing but that keeps it free. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PART_SIZE; tries += 1) {
    taken = (taken ?? Math.floor(Math.random() * PART_SIZE)) + 1;
    const port = part + (taken % PART_SIZE);
    if (await isFree(port)) return port;
  }
  throw new Error('This machine gave no free port.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
