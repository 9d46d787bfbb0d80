// Answers one HTTP request, or fails to in the way a fault says.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { resetConnection } from '#sandbox/environment/reset-connection.ts';
import type { Fields } from '#sandbox/slack/json.ts';
import type { Fault } from './faults.ts';

export type Reply = { status: number; body: Fields | string | Buffer; headers?: Record<string, string> };

/** What Slack answers to a download without the right token or scope: a browser is meant to log in. */
export const LOGIN_PAGE: Reply = {
  status: 200,
  body: '<!DOCTYPE html><html lang="en"><title>Login | Slack</title><h1>Sign in to your workspace</h1></html>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

/** Does the work and sends its reply, as far as the fault lets it. Resolves to the reply that was sent, if any. */
export async function answerUnder(
  fault: Fault | undefined,
  work: () => Reply | Promise<Reply>,
  response: ServerResponse,
): Promise<Reply | undefined> {
  switch (fault?.kind) {
    case undefined:
      return send(response, await work());
    case 'slow':
      await ('until' in fault ? fault.until : sleep(fault.ms, undefined, { ref: false }));
      return send(response, await work());
    case 'rateLimited':
      return send(response, rateLimited(fault.retryAfterSeconds));
    case 'error':
      return send(response, { status: 200, body: { ok: false, error: fault.code } });
    case 'loginPage':
      return send(response, LOGIN_PAGE);
    case 'tokenRevoked':
      return send(response, { status: 200, body: { ok: false, error: 'token_revoked' } });
    case 'http500':
      return send(response, { status: 500, body: 'Internal Server Error' });
    case 'reset':
      return cut(response);
    case 'lostAnswer':
      await work();
      return cut(response);
    case 'http500AfterWork':
      await work();
      return send(response, { status: 500, body: 'Internal Server Error' });
    case 'hang':
      if (fault.afterWork) await work();
      return undefined;
  }
}

export function send(response: ServerResponse, reply: Reply): Reply {
  const { status, body, headers } = reply;
  const isText = typeof body === 'string';
  const content = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': content, ...headers });
  response.end(isText || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  return reply;
}

function rateLimited(retryAfterSeconds: number | undefined): Reply {
  return {
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
}

function cut(response: ServerResponse): undefined {
  resetConnection(response.socket);
}
