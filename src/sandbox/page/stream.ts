// Server-sent events: each open page gets the parts of its screen that have changed since it was last told.
import type { ServerResponse } from 'node:http';
import type { Screen } from './screen.ts';

export type Streams = {
  /** Sends the whole screen now and its changes from then on, until the page goes away. */
  open(response: ServerResponse, screen: () => Screen): void;
  /** Something happened: told after a moment, together with what else happens in it. */
  stir(): void;
  stop(): void;
};

const MOMENT_MS = 30;

/** `pulse` is looked at every `pulseMs` while a page is open: a new one means that something happened unheard. */
export function createStreams({ pulse, pulseMs = 150 }: { pulse: () => string; pulseMs?: number }): Streams {
  const tellers = new Set<() => void>();
  const open = new Set<ServerResponse>();
  let moment: NodeJS.Timeout | undefined;
  let lastPulse = '';

  function stir() {
    moment ??= setTimeout(() => {
      moment = undefined;
      for (const tell of tellers) tell();
    }, MOMENT_MS);
  }

  const heart = setInterval(() => {
    if (open.size === 0) return;
    const now = pulse();
    if (now !== lastPulse) stir();
    lastPulse = now;
  }, pulseMs);
  heart.unref();

  return {
    open(response, screen) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const told = new Map<string, string>();
      const tell = () => {
        const news = Object.entries(screen()).flatMap(([part, value]) => {
          const json = JSON.stringify(value);
          if (told.get(part) === json) return [];
          told.set(part, json);
          return [`${JSON.stringify(part)}:${json}`];
        });
        if (news.length > 0) response.write(`data: {${news.join(',')}}\n\n`);
      };
      tellers.add(tell);
      open.add(response);
      response.on('close', () => {
        tellers.delete(tell);
        open.delete(response);
      });
      tell();
    },
    stir,
    stop() {
      clearInterval(heart);
      clearTimeout(moment);
      for (const response of open) response.end();
    },
  };
}
