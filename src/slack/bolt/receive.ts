// The one way from Slack to Bolt. Whatever comes in, over HTTP or a socket, is answered.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '@slack/bolt';
import type { Clock } from '#lib/clock.ts';
import { parseJson } from '#lib/text.ts';
import type { Reporter } from '#observability/reporter.ts';
import { readPayload } from './payloads.ts';

/** Both answers may reject, when nobody is there any more. */
export type Incoming = {
  readonly payload: unknown;
  ack(answer?: unknown): Promise<void>;
  refuse(why: 'unreadable' | 'failed'): Promise<void>;
};

/** Never rejects. */
export type Receive = (incoming: Incoming) => Promise<void>;

export function createReceive(deps: {
  app: App;
  reporter: Reporter;
  answered?: ((outcome: 'ok' | 'failed', ms: number) => void) | undefined;
}): Receive {
  const { app, reporter, answered } = deps;
  /** The listener goes on, because a person may wait for its work. */
  function warnOfAnswer(err: unknown) {
    reporter.warn('the answer to Slack failed', { err });
    return 'failed' as const;
  }

  return async ({ payload, ack, refuse }) => {
    const begunAt = performance.now();
    const { data: body, error: fault } = readPayload(payload);
    if (fault) {
      const where = fault.issues[0]?.path.join('.').slice(0, 100);
      reporter.warn('Slack sent an unreadable request; refused', { where });
      await refuse('unreadable').catch(warnOfAnswer);
      return;
    }
    if (Object(payload).type === 'app_rate_limited')
      reporter.warn('too many events: Slack pauses them for a minute');
    let isAnswered = false;
    async function answerOnce(answer: () => Promise<void>, outcome: 'ok' | 'failed' = 'ok') {
      if (isAnswered) return;
      isAnswered = true;
      const arrived = await answer().then(() => outcome, warnOfAnswer);
      answered?.(arrived, performance.now() - begunAt);
    }
    try {
      if (body) await app.processEvent({ body, ack: (response) => answerOnce(() => ack(response)) });
    } catch (error) {
      reporter.error(error, { what: 'a Slack request failed' });
      await answerOnce(() => refuse('failed'), 'failed');
    }
    await answerOnce(() => ack());
  };
}

/** Bolt's own check accepts timestamps from the future (Slack, Verifying requests from Slack). */
export function createListener(options: {
  signingSecret: string;
  clock: Clock;
  reporter: Reporter;
  receive: Receive;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { signingSecret, clock, reporter, receive } = options;
  const readBody = createBodyReader();
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (request, response) => {
    const { 'x-slack-request-timestamp': stamp, 'x-slack-signature': signature } = request.headers;
    const ageMs = clock.now() - Number(stamp) * 1_000;
    const isFresh = /^\d+$/.test(String(stamp)) && Math.abs(ageMs) <= 5 * 60_000;
    if (typeof signature !== 'string' || !isFresh) return send(response, 401);
    readBody(request, (body) => {
      if (body === 'too_long') return send(response, 413);
      if (body === 'cut_off') {
        reporter.warn(
          'too many unfinished requests to /slack/events; one was cut off. They aren’t from Slack',
        );
        response.setHeader('connection', 'close').setHeader('retry-after', '1');
        return send(response, 503);
      }
      const own = createHmac('sha256', signingSecret).update(`v0:${stamp}:`).update(body).digest('hex');
      const [expected, given] = [Buffer.from(`v0=${own}`), Buffer.from(signature)];
      if (expected.length === given.length && timingSafeEqual(expected, given))
        return receiveSigned(receive, body, request, response);
      // Anybody can send wrongly signed requests, and nobody may fill the log with them.
      if (clock.now() - warnedAt >= 60_000) {
        warnedAt = clock.now();
        reporter.warn(
          'a request to /slack/events has a wrong signature; refused. If Slack sent it, check SLACK_SIGNING_SECRET',
        );
      }
      send(response, 401);
    });
  };
}

/** Answers Slack's own questions about the address itself. Never throws. */
export function receiveSigned(
  receive: Receive,
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const text = body.toString();
  const contentType = request.headers['content-type'] ?? '';
  const isForm = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType);
  // Interactions are JSON in the field `payload` of a form, and commands are a form.
  const fields = new URLSearchParams(isForm ? text : '');
  const json = isForm ? fields.get('payload') : text;
  const payload = json === null ? Object.fromEntries(fields) : parseJson(json);
  const ack = async (answer?: unknown) => send(response, 200, answer);
  const { type, challenge, ssl_check: sslCheck } = Object(payload) as Record<string, unknown>;
  if (type === 'url_verification') void ack({ challenge });
  else if (sslCheck === '1') void ack();
  else void receive({ payload, ack, refuse: async (why) => send(response, why === 'failed' ? 500 : 400) });
}

function send(response: ServerResponse, status: number, answer?: unknown): void {
  const body = answer === undefined ? '' : JSON.stringify(answer);
  const type = body ? { 'content-type': 'application/json' } : {};
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...type }).end(body);
}

const MAX_BYTES = 1024 * 1024;
/** Of all bodies that are still coming. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
type Body = Buffer | 'too_long' | 'cut_off';

/**
 * Calls `read` once, and never when the sender breaks off. Anybody can begin requests and end none, so above MAX_HELD_BYTES the
 * first is cut off: Slack's end within moments.
 */
function createBodyReader(): (request: IncomingMessage, read: (body: Body) => void) => void {
  /** In the order in which they were begun. */
  const coming = new Set<(body: Body) => void>();
  let heldBytes = 0;
  return (request, read) => {
    let pieces: Buffer[] = [];
    let size = 0;
    let ownBytes = 0;
    function drop() {
      heldBytes -= ownBytes;
      ownBytes = 0;
      pieces = [];
    }
    function end(body?: Body) {
      if (!coming.delete(end)) return;
      drop();
      if (body !== undefined) read(body);
    }
    coming.add(end);
    request.on('data', (chunk: Buffer) => {
      if (!coming.has(end)) return;
      size += chunk.length;
      // Cut off, the sender would never see the answer.
      if (size > MAX_BYTES) return drop();
      // A chunk keeps everything that arrived with it.
      pieces.push(Buffer.from(chunk));
      // A body may come byte by byte, and each piece takes about 256 bytes more.
      ownBytes += chunk.length + 256;
      heldBytes += chunk.length + 256;
      for (const endFirst of coming) {
        if (heldBytes <= MAX_HELD_BYTES) break;
        endFirst('cut_off');
      }
    });
    request.on('end', () => end(size > MAX_BYTES ? 'too_long' : Buffer.concat(pieces)));
    request.on('close', () => end());
  };
}
