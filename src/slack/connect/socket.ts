// Keeps the socket of Socket Mode up. Its client can do that by itself, but a failed attempt then ends the whole
// process, and after a planned disconnect it waits for five seconds, so it is done here.
import type { SocketModeReceiver } from '@slack/bolt';
import { type Clock, sleep } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';

export type Socket = {
  /** Connects, and connects again whenever it must; returns at once. */
  start(): void;
  isConnected(): boolean;
  stop(): Promise<void>;
};

const MAX_PAUSE_MS = 30_000;

/** How long a goodbye may take. */
const GOODBYE_MS = 2_000;

/** `receiver` must not reconnect by itself. `failed` hears of each attempt that came to nothing. */
export function createSocket(deps: {
  receiver: SocketModeReceiver;
  clock: Clock;
  failed: (error: unknown) => void;
}): Socket {
  const { clock } = deps;
  const { client } = deps.receiver;
  const stopping = new AbortController();
  let isUp = false;
  let running: Promise<void> | undefined;

  async function keepConnected(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await client.start();
        isUp = true;
        failures = 0;
        await new Promise((resolve) => {
          client.once('disconnected', resolve);
          stopping.signal.addEventListener('abort', resolve, { once: true });
        });
      } catch (error) {
        failures += 1;
        deps.failed(error);
      }
      isUp = false;
      if (failures > 0) await sleep(clock, Math.min(500 * 2 ** failures, MAX_PAUSE_MS), stopping.signal);
    }
  }

  return {
    start() {
      running ??= keepConnected();
    },
    isConnected: () => isUp,
    async stop() {
      stopping.abort();
      if (!running) return;
      // A socket that is just being opened has nobody to say goodbye to yet; the process or its test ends it.
      await withTimeout(clock, GOODBYE_MS, client.disconnect(), undefined);
      await withTimeout(clock, GOODBYE_MS, running, undefined);
    },
  };
}
