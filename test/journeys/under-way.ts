// Sees requests that are under way, so that a test can wait until nothing happens any more instead of for a while.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';

const STARTED = 'http.server.request.start';

/** Of all servers in this thread: the stand-ins, and the bot unless it has a thread of its own. */
export function watchRequests(): { open(): number; stop(): void } {
  const open = new Set<ServerResponse>();
  function started(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('response' in message)) return;
    const { response } = message;
    if (!(response instanceof ServerResponse)) return;
    open.add(response);
    response.once('close', () => open.delete(response));
  }
  subscribe(STARTED, started);
  return { open: () => open.size, stop: () => unsubscribe(STARTED, started) };
}
