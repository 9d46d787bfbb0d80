// Slack's requests over HTTP: from the body to what Bolt reads, and from its answer to the response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '#lib/text.ts';
import type { Incoming, Receive } from './receive.ts';

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
