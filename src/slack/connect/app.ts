// Slack's door: Bolt, its clients, and what must be refused before Bolt sees it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { App, HTTPReceiver, type Logger, type LogLevel, SocketModeReceiver } from '@slack/bolt';
import { WebClient, WebClientEvent } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { WhoAmI } from './identity.ts';
import { onlySigned } from './signed-request.ts';
import { createSocket } from './socket.ts';

export type BoltLog = Record<'warn' | 'error', (message: string) => void>;

/** Bolt gives a request that no listener answers this long; Slack itself waits three seconds. */
const UNHANDLED_MS = 2_900;

/**
 * Two clients, because a rate limit pauses a whole client: one for people who wait (`interaction`), one for news
 * (`announcements`). Neither repeats a call by itself: a post whose answer was lost would stand there twice.
 */
export function createSlackClients(options: {
  token: string;
  apiUrl: string;
  log: BoltLog;
  /** Slack refused a call because there were too many. */
  limited?: (client: 'interaction' | 'announcements') => void;
}) {
  const common = {
    slackApiUrl: options.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: boltLogger(options.log),
  };
  const clients = {
    interaction: new WebClient(options.token, { ...common, timeout: 8_000 }),
    announcements: new WebClient(options.token, { ...common, timeout: 15_000 }),
  };
  for (const name of ['interaction', 'announcements'] as const)
    clients[name].on(WebClientEvent.RATE_LIMITED, () => options.limited?.(name));
  return clients;
}

export type SlackApp = {
  readonly app: App;
  /** For POST /slack/events alone; undefined in Socket Mode, where nothing comes in by HTTP. */
  readonly listener: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** In Socket Mode: connects, and stays connected. */
  start(): void;
  /** Whether Slack can reach us, as far as that is known here: over HTTP Slack comes when it comes. */
  isConnected(): boolean;
  stop(): Promise<void>;
};

/** Bolt over a socket when there is an app token, else over HTTP, mounted on somebody else's server. */
export function createSlackApp(options: {
  token: string;
  apiUrl: string;
  signingSecret: string | undefined;
  appToken: string | undefined;
  whoAmI: WhoAmI;
  clock: Clock;
  log: BoltLog;
  failed: (error: unknown, about: Record<string, unknown>) => void;
}): SlackApp {
  const logger = boltLogger(options.log);
  const clientOptions = { slackApiUrl: options.apiUrl, retryConfig: { retries: 0 }, logger };
  const http = options.appToken
    ? undefined
    : new HTTPReceiver({
        signingSecret: options.signingSecret ?? '',
        // Done before it (signed-request.ts).
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
    // Bolt asks this for every request; who the bot is matters only for ignoring its own events.
    authorize: async () => {
      const known = options.whoAmI.known();
      return {
        botToken: options.token,
        ...(known ? { botUserId: known.botUserId, botId: known.botId } : {}),
      };
    },
  });
  app.error(async (error) => options.failed(error, { what: 'a Slack request failed' }));
  const socket =
    overSocket &&
    createSocket({
      receiver: overSocket,
      clock: options.clock,
      failed: (error) => options.failed(error, { what: 'no connection to Slack' }),
    });
  return {
    app,
    listener:
      http &&
      onlySigned({
        signingSecret: options.signingSecret ?? '',
        now: options.clock.now,
        warn: options.log.warn,
        bolt: http.requestListener,
      }),
    start: () => socket?.start(),
    isConnected: () => socket?.isConnected() ?? true,
    stop: async () => socket?.stop(),
  };
}

/** What Bolt and its clients say below a warning quotes whole requests: customers' names and numbers have no place in a log. */
function boltLogger(log: BoltLog): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (...parts) => log.warn(parts.join(' ')),
    error: (...parts) => log.error(parts.join(' ')),
    setLevel: () => {},
    getLevel: () => 'warn' as LogLevel,
    setName: () => {},
  };
}
