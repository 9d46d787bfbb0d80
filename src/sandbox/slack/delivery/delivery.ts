// Carries what people do to the app: signed HTTP requests or Socket Mode, and Slack's judgement of the answer.
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Secrets } from '#sandbox/slack/api/tokens.ts';
import type { Ack, Envelope } from './envelope.ts';
import type { SocketMode } from './socket-mode.ts';

/** One request, or one envelope over a socket, that Slack sent to the app for what somebody did. */
export type DeliveryRecord = {
  readonly at: number;
  readonly envelope: Envelope;
  /** As sent over HTTP; undefined over a socket. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  /** Undefined while Slack waits for it. */
  ack: Ack | undefined;
};

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
  readonly records: readonly DeliveryRecord[];
  /** A request as somebody on the internet could send it: forged, late, from the future, too large. */
  sendRaw(body: string, options?: RawOptions): Promise<Ack>;
};

const FORM = 'application/x-www-form-urlencoded';

export function createDelivery(deps: {
  secrets: Pick<Secrets, 'signingSecret'>;
  now(): number;
  ackTimeoutMs: number;
  socketMode: Pick<SocketMode, 'isOn' | 'deliver'>;
}): Delivery {
  let url: string | undefined;
  const records: DeliveryRecord[] = [];

  function signed(body: string, options: RawOptions) {
    if (url === undefined)
      throw new Error(
        'The sandbox does not know the app yet: call connect(requestUrl) first, or let it open a socket.',
      );
    const timestamp = options.timestamp ?? Math.floor(deps.now() / 1000);
    const headers = {
      'content-type': options.contentType ?? FORM,
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': options.signature ?? signatureOf(body, timestamp, deps.secrets.signingSecret),
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      ...options.headers,
    };
    return { url, headers };
  }

  function recorded(envelope: Envelope, request: DeliveryRecord['request']): DeliveryRecord {
    const record = { at: deps.now(), envelope, request, ack: undefined };
    records.push(record);
    return record;
  }

  return {
    connect(requestUrl) {
      url = requestUrl;
    },
    records,
    async sendRaw(body, options = {}) {
      const request = signed(body, options);
      return post(request.url, body, request.headers, deps.ackTimeoutMs);
    },
    async deliver(envelope) {
      if (deps.socketMode.isOn()) {
        const record = recorded(envelope, undefined);
        record.ack = await deps.socketMode.deliver(envelope);
        return record.ack;
      }
      const { body, contentType } = encoded(envelope);
      const request = signed(body, { contentType, headers: retryHeaders(envelope) });
      const record = recorded(envelope, request);
      record.ack = await post(request.url, body, request.headers, deps.ackTimeoutMs);
      return record.ack;
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

/** The `x-slack-signature` header, version v0, for a body sent at `timestamp` (seconds). */
function signatureOf(body: string, timestamp: number | string, signingSecret: string): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
