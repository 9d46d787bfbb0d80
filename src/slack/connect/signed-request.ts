// Lets only requests through that Slack has signed. Bolt's own check accepts timestamps from the future, and checking the
// raw bytes here makes a request cheaper (`npm run bench`).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#lib/clock.ts';
import { parseJson } from '#lib/text.ts';
import type { Reporter } from '#observability/reporter.ts';
import { createBodyReader } from './body-reader.ts';
import type { Incoming, Receive } from './receive.ts';

/** Slack's advice for the age of a request. */
const MAX_AGE_MS = 5 * 60_000;

/** Anybody can send wrongly signed requests, and nobody may fill the log with them. */
const QUIET_MS = 60_000;

/**
 * Passes signed requests on to `receive` with their bodies. Answers 401 to a missing, wrong or old signature, 413 to a
 * body that is too long (Slack, Verifying requests from Slack), 503 to a body that is still coming when others need its room.
 */
export function onlySigned(options: {
  signingSecret: string;
  clock: Clock;
  reporter: Reporter;
  receive: (body: Buffer, request: IncomingMessage, response: ServerResponse) => void;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { signingSecret, clock, reporter, receive } = options;
  const readBody = createBodyReader();
  let warnedAt = Number.NEGATIVE_INFINITY;

  return (request, response) => {
    const { 'x-slack-request-timestamp': stamp, 'x-slack-signature': signature } = request.headers;
    if (typeof stamp !== 'string' || typeof signature !== 'string' || !isFresh(stamp, clock.now()))
      return refuse(response, 401);
    readBody(request, (body) => {
      if (body === 'too_long') return refuse(response, 413);
      if (body === 'cut_off') {
        reporter.warn(
          'too many unfinished requests to /slack/events; one was cut off. They aren’t from Slack',
        );
        return refuse(response, 503, { connection: 'close', 'retry-after': '1' });
      }
      if (!isSigned(body, stamp, signature)) {
        warnOfSignature();
        return refuse(response, 401);
      }
      receive(body, request, response);
    });
  };

  function warnOfSignature(): void {
    const now = clock.now();
    if (now - warnedAt < QUIET_MS) return;
    warnedAt = now;
    reporter.warn(
      'a request to /slack/events has a wrong signature; refused. If Slack sent it, check SLACK_SIGNING_SECRET',
    );
  }

  function isSigned(body: Buffer, stamp: string, signature: string): boolean {
    const own = createHmac('sha256', signingSecret).update(`v0:${stamp}:`).update(body).digest('hex');
    const [expected, given] = [Buffer.from(`v0=${own}`), Buffer.from(signature)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}

function isFresh(stamp: string, now: number): boolean {
  return /^\d+$/.test(stamp) && Math.abs(now - Number(stamp) * 1_000) <= MAX_AGE_MS;
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-length': 0, ...headers }).end();
}

const STATUS: Record<Parameters<Incoming['refuse']>[0], number> = { unreadable: 400, failed: 500 };

/** `body` is that of a signed request. Answers Slack's own questions about the address itself. Never throws. */
export function receiveRequests(
  receive: Receive,
): (body: Buffer, request: IncomingMessage, response: ServerResponse) => void {
  return (body, request, response) => {
    const payload = readBody(request.headers['content-type'] ?? '', body.toString());
    const ack = async (answer?: unknown) => send(response, 200, answer);
    const { type, challenge, ssl_check: sslCheck } = Object(payload) as Record<string, unknown>;
    if (type === 'url_verification') void ack({ challenge });
    else if (sslCheck === '1') void ack();
    else void receive({ payload, ack, refuse: async (why) => send(response, STATUS[why]) });
  };
}

/** Undefined when it cannot be read. A form has its fields as text, or one field `payload` with JSON in it. */
function readBody(contentType: string, text: string): unknown {
  const [type = ''] = contentType.split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return parseJson(text);
  const fields = new URLSearchParams(text);
  const payload = fields.get('payload');
  return payload === null ? Object.fromEntries(fields) : parseJson(payload);
}

function send(response: ServerResponse, status: number, answer?: unknown): void {
  const body = answer === undefined ? '' : JSON.stringify(answer);
  const type = body ? { 'content-type': 'application/json' } : {};
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...type }).end(body);
}
