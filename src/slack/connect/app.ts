// Bolt, over a socket or over HTTP. It is not started here: the web server passes requests on, or the socket connects.
import { App, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import { slackLogger } from './clients.ts';
import type { BotIdentity } from './identity.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { createReceive } from './receive.ts';
import { onlySigned, receiveRequests } from './signed-request.ts';
import { createSocket } from './socket.ts';
import { createWayOut } from './way-out.ts';

/** Bolt's own receivers end the process at a body or a frame that they do not expect. receive.ts stands in their place. */
const NO_RECEIVER: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };

/** Of answers to people, ends of steps, and asking for the address of the socket. */
const TIMEOUT_MS = 10_000;

/**
 * Without an answer of Slack's to a ping for so long, the socket counts as dead; a ping goes out three times in it. The client's own
 * five seconds drop a socket that works when this process stood still for as long, because it reads the clock before the answers
 * that came meanwhile. What is acknowledged then does not reach Slack.
 */
const PONG_MS = 10_000;

/** Socket Mode when there is an app token, else HTTP. */
export function createSlackApp(options: {
  botToken: string;
  apiUrl: string;
  signingSecret: string | undefined;
  appToken: string | undefined;
  identity: Pick<BotIdentity, 'known'>;
  clock: Clock;
  reporter: Reporter & StateReporter;
  /** As in createReceive. */
  answered?: (outcome: 'ok' | 'failed', ms: number) => void;
}) {
  const { identity, clock, reporter } = options;
  const logger = slackLogger(reporter);
  const signingSecret = options.signingSecret ?? '';
  const clientOptions = {
    slackApiUrl: options.apiUrl,
    retryConfig: { retries: 0 },
    logger,
    fetch: createLimitedFetch(TIMEOUT_MS),
  };
  const app = new App({
    receiver: NO_RECEIVER,
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
  // receive.ts reports it.
  app.error((error) => Promise.reject(error));
  const receive = createReceive({ app, reporter, answered: options.answered });
  function createSocketWith(appToken: string) {
    const wayOut = createWayOut();
    // Only for the client that it makes.
    const { client } = new SocketModeReceiver({
      appToken,
      dispatcher: wayOut.dispatcher,
      logger,
      autoReconnectEnabled: false,
      clientPingTimeout: PONG_MS,
      installerOptions: { clientOptions },
    });
    return createSocket({ client, wayOut, receive, apiUrl: options.apiUrl, clock, reporter });
  }
  const socket = options.appToken ? createSocketWith(options.appToken) : undefined;
  return {
    app,
    /** For POST /slack/events alone; undefined in Socket Mode, where nothing comes in by HTTP. */
    listener: socket
      ? undefined
      : onlySigned({ signingSecret, clock, reporter, receive: receiveRequests(receive) }),
    /** In Socket Mode: connects, and stays connected. */
    start: () => socket?.start(),
    /** In Socket Mode whether the socket is up; over HTTP always true, as nothing here can tell. */
    isConnected: () => socket?.isConnected() ?? true,
    stop: async () => socket?.stop(),
  };
}
