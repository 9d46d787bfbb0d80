// Takes the port for the HTTP server, or says why it may not.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Resolves with the port that `server` listens on; rejects with a sentence when it may not have the port. 0 is any free one. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port);
  try {
    // Rejects when there is an error first.
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(portTrouble(port, codeOf(cause) ?? String(cause)), { cause });
  }
  return (server.address() as AddressInfo).port;
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
    return `Port ${port} is taken: another program listens there, perhaps another Teller. Stop it, or set PORT to a free port.`;
  if (code === 'EACCES')
    return `Teller may not listen on port ${port}: ports below 1024 need more rights. Set PORT to a higher one, such as 3000.`;
  return `Teller cannot listen on port ${port} (${code}). Set PORT to another one.`;
}
