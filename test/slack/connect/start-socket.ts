// Teller's connection to Slack in Socket Mode, without anything else of Teller.
import { SocketModeReceiver } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { slackLogger } from '#slack/connect/clients.ts';
import { createSocket } from '#slack/connect/socket.ts';
import type { WayOut } from '#slack/connect/way-out.ts';

/** Stops at the end of the test. `failures`: what was reported to whoever runs Teller. */
export function startSocket(apiUrl: string, { wayOut, clock }: { wayOut: WayOut; clock: Clock }) {
  const { client } = new SocketModeReceiver({
    appToken: 'xapp-1',
    dispatcher: wayOut.dispatcher,
    logger: slackLogger({ error: () => '', warn: () => {} }),
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, fetch } },
  });
  const failures: { sentence: string; error: unknown }[] = [];
  const socket = createSocket({
    client,
    wayOut,
    receive: async () => {},
    apiUrl,
    clock,
    reporter: {
      warn: () => {},
      failing: (_, sentence, error) => failures.push({ sentence, error }),
      working: () => {},
    },
  });
  socket.start();
  onTestFinished(() => socket.stop());
  return { failures, isConnected: socket.isConnected };
}
