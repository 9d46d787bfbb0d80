// Takes the port for the HTTP server, or says why it may not.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * So long (ms) a port may be taken only for now: by a Teller that is just ending, or by a process that another thread is starting,
 * which has all sockets of this one until it has become another program.
 */
const TAKEN_FOR_NOW_MS = 1_000;
const RETRY_MS = 50;

/**
 * Resolves with the port that `server` listens on; rejects with a sentence when it may not have the port, also after a moment. 0 is
 * any free one.
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    server.listen(port);
    try {
      // Rejects when there is an error first.
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    } catch (cause) {
      if (codeOf(cause) !== 'EADDRINUSE' || waitedMs >= TAKEN_FOR_NOW_MS)
        throw new Error(portTrouble(port, codeOf(cause) ?? String(cause)), { cause });
    }
    // Nothing else may keep the process alive by now, and a sleep of lib/clock.ts does not.
    await sleep(RETRY_MS);
  }
}

/** Whether `listen` rejected because another program has the port. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && codeOf(error.cause) === 'EADDRINUSE';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function portTrouble(port: number, code: unknown): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program, perhaps another Teller. Stop it, or set PORT to a free port.`;
  if (code === 'EACCES')
    return `Teller isn’t allowed to listen on port ${port}: ports below 1024 need more rights. Set PORT to a higher one, such as 3000.`;
  return `Teller can’t listen on port ${port} (${code}). Set PORT to another one.`;
}
