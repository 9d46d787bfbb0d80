// The clients of Slack's Web API, and the logger that Bolt and they write to.
import type { Logger, LogLevel } from '@slack/bolt';
import { WebClient, WebClientEvent } from '@slack/web-api';
import type { Reporter } from '#observability/reporter.ts';
import { createLimitedFetch } from './limited-fetch.ts';

/** `interaction` answers people who wait, `announcements` posts news: a rate limit pauses a whole client. */
export type ClientName = 'interaction' | 'announcements';

const TIMEOUTS_MS = { interaction: 8_000, announcements: 15_000 };

/** Neither client repeats a call by itself: a post whose answer was lost would stand there twice. */
export function createSlackClients(options: {
  token: string;
  apiUrl: string;
  reporter: Reporter;
  /** Slack refused a call because there were too many. */
  limited: (client: ClientName) => void;
}): Record<ClientName, WebClient> {
  const create = (name: ClientName) => {
    const client = new WebClient(options.token, {
      slackApiUrl: options.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: slackLogger(options.reporter),
      fetch: createLimitedFetch(TIMEOUTS_MS[name]),
    });
    client.on(WebClientEvent.RATE_LIMITED, () => options.limited(name));
    return client;
  };
  return { interaction: create('interaction'), announcements: create('announcements') };
}

/** What the libraries log about a call before they throw it: whoever called reports it, with host and reason. */
const THROWN_AS_WELL =
  /^(http request failed|Failed to retrieve a new WSS URL|WebSocket error|A request error occurred|Failed to send a message)/;

/** Drops everything below a warning: it quotes whole requests, with customers' names and numbers. */
export function slackLogger(reporter: Reporter): Logger {
  const warn = (...parts: unknown[]) => {
    const message = parts.join(' ');
    if (!THROWN_AS_WELL.test(message)) reporter.warn(message, { from: 'slack' });
  };
  return {
    debug: () => {},
    info: () => {},
    warn,
    error: warn,
    setLevel: () => {},
    getLevel: () => 'warn' as LogLevel,
    setName: () => {},
  };
}
