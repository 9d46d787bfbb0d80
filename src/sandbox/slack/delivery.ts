// Carries what people do to the app: signed HTTP requests or Socket Mode, and Slack's judgement of the answer.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fields } from './json.ts';
import { signatureOf } from './signing.ts';
import type { SocketMode } from './socket-mode.ts';

/** One thing to tell the app, before it is put in the form of a transport. */
export type Envelope = {
  kind: 'slash_commands' | 'interactive' | 'events_api';
  payload: Fields;
  retry?: { num: number; reason: string };
};

/** Why Slack is not content with an answer. */
export type AckProblem = 'operation_timeout' | 'dispatch_failed';

/** `status` is 0 when no answer came; an ack over a socket counts as 200, its payload as the body. */
export type Ack = { status: number; body: string; ms: number; problem?: AckProblem };

export type RawOptions = {
  /** Seconds; default: now. */
  timestamp?: number | string;
  /** Default: the right one. */
  signature?: string;
  contentType?: string;
  headers?: Record<string, string>;
};

export type Delivery = {
  connect(requestUrl: string): void;
  deliver(envelope: Envelope): Promise<Ack>;
  /** A request as somebody on the internet could send it: forged, late, from the future, too large. */
  sendRaw(body: string, options?: RawOptions): Promise<Ack>;
};

const FORM = 'application/x-www-form-urlencoded';

export function createDelivery(deps: {
  signingSecret: string;
  now(): number;
  ackTimeoutMs: number;
  socketMode: Pick<SocketMode, 'isOn' | 'deliver'>;
}): Delivery {
  let url: string | undefined;

  async function sendRaw(body: string, options: RawOptions = {}): Promise<Ack> {
    if (url === undefined)
      throw new Error(
        'The sandbox does not know the app yet: call connect(requestUrl) first, or let it open a socket.',
      );
    const timestamp = options.timestamp ?? Math.floor(deps.now() / 1000);
    const headers = {
      'content-type': options.contentType ?? FORM,
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': options.signature ?? signatureOf(body, timestamp, deps.signingSecret),
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      ...options.headers,
    };
    return post(url, body, headers, deps.ackTimeoutMs);
  }

  return {
    connect(requestUrl) {
      url = requestUrl;
    },
    sendRaw,
    deliver(envelope) {
      if (deps.socketMode.isOn()) return deps.socketMode.deliver(envelope);
      const { body, contentType } = encoded(envelope);
      return sendRaw(body, { contentType, headers: retryHeaders(envelope) });
    },
  };
}

function encoded({ kind, payload }: Envelope): { body: string; contentType: string } {
  if (kind === 'events_api') return { body: JSON.stringify(payload), contentType: 'application/json' };
  const form = new URLSearchParams();
  if (kind === 'interactive') form.set('payload', JSON.stringify(payload));
  else for (const [name, value] of Object.entries(payload)) form.set(name, String(value));
  return { body: form.toString(), contentType: FORM };
}

function retryHeaders({ retry }: Envelope): Record<string, string> {
  return retry ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason } : {};
}

/** Slack wants status 200 within three seconds; a connection is used once, so nothing lingers at the app. */
async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Ack> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const giveUp = AbortSignal.timeout(timeoutMs);
  try {
    const { status, answer } = await exchange(url, body, headers, giveUp);
    const ack = { status, body: answer, ms: elapsedMs() };
    return status === 200 ? ack : { ...ack, problem: 'dispatch_failed' };
  } catch {
    const problem = giveUp.aborted ? 'operation_timeout' : 'dispatch_failed';
    return { status: 0, body: '', ms: elapsedMs(), problem };
  }
}

function exchange(url: string, body: string, headers: Record<string, string>, signal: AbortSignal) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (incoming) => {
      text(incoming).then((answer) => resolve({ status: incoming.statusCode ?? 0, answer }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
