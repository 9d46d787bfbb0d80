import type { Logger, LogLevel } from '@slack/bolt';
import { WebClient, WebClientEvent } from '@slack/web-api';
import { readAtMost } from '#lib/async.ts';
import { type Clock, sleep, startLimit } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import { postFailureOf } from './errors.ts';

/** `interaction` answers people, `announcements` posts news: a rate limit pauses a whole client. */
export type ClientName = 'interaction' | 'announcements';

/** Neither client repeats a call: a post whose answer was lost would stand there twice. */
export function createSlackClients(options: {
  token: string;
  apiUrl: string;
  reporter: Reporter;
  limited: (client: ClientName) => void;
}): Record<ClientName, WebClient> {
  const create = (name: ClientName, timeoutMs: number) => {
    const common = createClientOptions(options.apiUrl, options.reporter, timeoutMs);
    const client = new WebClient(options.token, { ...common, rejectRateLimitedCalls: true });
    client.on(WebClientEvent.RATE_LIMITED, () => options.limited(name));
    return client;
  };
  return { interaction: create('interaction', 8_000), announcements: create('announcements', 15_000) };
}

export function createClientOptions(slackApiUrl: string, reporter: Reporter, timeoutMs: number) {
  const fetch = createLimitedFetch(timeoutMs);
  return { slackApiUrl, retryConfig: { retries: 0 }, logger: slackLogger(reporter), fetch };
}

/** The libraries log these before they throw them. */
const THROWN_AS_WELL =
  /^(http request failed|Failed to retrieve a new WSS URL|WebSocket error|A request error occurred|Failed to send a message)/;

/** Below a warning the libraries quote whole requests, with customers' names and numbers. */
export function slackLogger(reporter: Reporter): Logger {
  const drop = () => {};
  const warn = (...parts: unknown[]) => {
    const message = parts.join(' ');
    if (!THROWN_AS_WELL.test(message)) reporter.warn(message, { from: 'slack' });
  };
  const getLevel = () => 'warn' as LogLevel;
  return { debug: drop, info: drop, warn, error: warn, setLevel: drop, getLevel, setName: drop };
}

const MAX_BYTES = 10_000_000;

/** Rejects a redirect, and an answer that is late, cut off or, once unpacked, too long. */
function createLimitedFetch(timeoutMs: number): typeof fetch {
  return async (input, init = {}) => {
    const limit = startLimit(timeoutMs);
    const signal = init.signal ? AbortSignal.any([limit.signal, init.signal]) : limit.signal;
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal });
      const { status, statusText, headers } = response;
      const body = await readAtMost(response, MAX_BYTES, signal);
      if (!body) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
      // A status such as 204 may have no body, not even an empty one.
      return new Response(body.length > 0 ? body : null, { status, statusText, headers });
    } finally {
      limit.end();
    }
  };
}

export function isOfSlack({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && /(^|\.)slack(-gov)?\.com$/.test(hostname);
}

/** Calls once more after a rate limit of `maxWaitMs` at most. */
export async function afterShortLimit<Answer>(
  clock: Clock,
  call: () => Promise<Answer>,
  maxWaitMs = 5_000,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status !== 'rate_limited' || failure.retryAfterMs > maxWaitMs) throw error;
    await sleep(clock, failure.retryAfterMs);
    return call();
  }
}

/** Calls once more when the answer was lost. For what one person sees: better twice than never. */
export async function againIfLost<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (postFailureOf(error).status !== 'unknown') throw error;
    return call();
  }
}

export function untilShown<Answer>(clock: Clock, call: () => Promise<Answer>, maxWaitMs?: number) {
  return againIfLost(() => afterShortLimit(clock, call, maxWaitMs));
}
