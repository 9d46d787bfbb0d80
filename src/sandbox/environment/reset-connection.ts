// How the stand-ins break a connection off: what a network does that fails.
import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset. One whose end is on its way is only closed: Node refuses to reset
 * that and keeps it for ever, and a thread that has it never ends.
 */
export function resetConnection(socket: Socket | null | undefined): void {
  if (socket?.writableEnded) socket.destroy();
  else socket?.resetAndDestroy();
}
