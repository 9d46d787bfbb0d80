// Keeps the socket of Socket Mode connected. The client's own reconnecting is off: there a failed attempt ends the whole
// process, and after a planned disconnect it waits five seconds.
import type { SocketModeReceiver } from '@slack/bolt';
import { type Clock, sleep } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Reporter } from '#observability/reporter.ts';

const MAX_PAUSE_MS = 30_000;

/** How long disconnecting may take. */
const DISCONNECT_MS = 2_000;

/** `receiver` must not reconnect by itself. Each failed attempt is reported. */
export function createSocket(deps: { receiver: SocketModeReceiver; clock: Clock; reporter: Reporter }) {
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
        deps.reporter.error(error, { what: 'no connection to Slack' });
      }
      isUp = false;
      if (failures > 0) await sleep(clock, Math.min(500 * 2 ** failures, MAX_PAUSE_MS), stopping.signal);
    }
  }

  return {
    /** Connects, and reconnects with backoff whenever the connection is lost; returns at once. */
    start(): void {
      running ??= keepConnected();
    },
    isConnected: () => isUp,
    async stop(): Promise<void> {
      stopping.abort();
      if (!running) return;
      // A socket that is still being opened does not answer the disconnect; stop waiting for it after the limit.
      await withTimeout(clock, DISCONNECT_MS, client.disconnect(), undefined);
      await withTimeout(clock, DISCONNECT_MS, running, undefined);
    },
  };
}
