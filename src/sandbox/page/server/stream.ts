// Server-sent events: each open page gets the parts of its screen that have changed since the last time.
import type { ServerResponse } from 'node:http';
import type { Screen } from './screen.ts';
import { createPatches } from './screen-patch.ts';

type Streams = {
  /** Sends the whole screen now and its changes from then on, until the page goes away. */
  open(response: ServerResponse, screen: () => Screen): void;
  /** Something changed: sent after a short delay, together with what else changes meanwhile. */
  changed(): void;
  stop(): void;
};

const DELAY_MS = 30;

/** `fingerprint` is compared every `pollMs` while a page is open, for the changes that are not reported. */
export function createStreams({
  fingerprint,
  pollMs = 150,
}: {
  fingerprint: () => string;
  pollMs?: number;
}): Streams {
  const senders = new Set<() => void>();
  const open = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let last = '';

  function changed() {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const send of senders) send();
    }, DELAY_MS);
  }

  const poll = setInterval(() => {
    if (open.size === 0) return;
    const now = fingerprint();
    if (now !== last) changed();
    last = now;
  }, pollMs);
  poll.unref();

  return {
    open(response, screen) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const patchOf = createPatches();
      const send = () => {
        const patch = patchOf(screen());
        if (patch) response.write(`data: ${JSON.stringify(patch)}\n\n`);
      };
      senders.add(send);
      open.add(response);
      response.on('close', () => {
        senders.delete(send);
        open.delete(response);
      });
      send();
    },
    changed,
    stop() {
      clearInterval(poll);
      clearTimeout(timer);
      for (const response of open) response.end();
    },
  };
}
