// Bolt, over a socket or over HTTP. It is not started here: the web server passes requests on, or the socket connects.
import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import { slackLogger } from './clients.ts';
import type { BotIdentity } from './identity.ts';
import { onlySigned } from './signed-request.ts';
import { createSocket } from './socket.ts';

/** Bolt answers a request that no listener acknowledged after this long; Slack itself waits three seconds. */
const UNHANDLED_MS = 2_900;

/** Socket Mode when there is an app token, else HTTP. */
export function createSlackApp(options: {
  botToken: string;
  apiUrl: string;
  signingSecret: string | undefined;
  appToken: string | undefined;
  identity: Pick<BotIdentity, 'known'>;
  clock: Clock;
  reporter: Reporter & StateReporter;
}) {
  const { identity, clock, reporter } = options;
  const logger = slackLogger(reporter);
  const signingSecret = options.signingSecret ?? '';
  const clientOptions = { slackApiUrl: options.apiUrl, retryConfig: { retries: 0 }, logger };
  const http = options.appToken
    ? undefined
    : new HTTPReceiver({
        signingSecret,
        // signed-request.ts has checked it before Bolt sees the request.
        signatureVerification: false,
        unhandledRequestTimeoutMillis: UNHANDLED_MS,
        logger,
      });
  const overSocket = options.appToken
    ? new SocketModeReceiver({
        appToken: options.appToken,
        logger,
        autoReconnectEnabled: false,
        installerOptions: { clientOptions },
      })
    : undefined;
  const app = new App({
    ...(http ? { receiver: http } : {}),
    ...(overSocket ? { receiver: overSocket } : {}),
    convoStore: false,
    logger,
    clientOptions,
    // Bolt calls this for every request; it needs the bot's ids only to ignore the bot's own events.
    authorize: async () => {
      const known = identity.known();
      return {
        botToken: options.botToken,
        ...(known ? { botUserId: known.botUserId, botId: known.botId } : {}),
      };
    },
  });
  app.error(async (error) => void reporter.error(error, { what: 'a Slack request failed' }));
  const socket =
    overSocket && createSocket({ receiver: overSocket, apiUrl: options.apiUrl, clock, reporter });
  return {
    app,
    /** For POST /slack/events alone; undefined in Socket Mode, where nothing comes in by HTTP. */
    listener: http && onlySigned({ signingSecret, clock, reporter, bolt: http.requestListener }),
    /** In Socket Mode: connects, and stays connected. */
    start: () => socket?.start(),
    /** In Socket Mode whether the socket is up; over HTTP always true, as nothing here can tell. */
    isConnected: () => socket?.isConnected() ?? true,
    stop: async () => socket?.stop(),
  };
}
