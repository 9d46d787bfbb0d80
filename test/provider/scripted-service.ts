// A service on a real port that gives the answers of the test's script and records what it was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { resetConnection } from '#sandbox/environment/reset-connection.ts';

export type Received = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
  /** The parsed body; undefined when there was none. */
  json: unknown;
};

export type Reply = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  /** `reset`: hang up without an answer. `cut`: hang up inside the body. `stall`: say nothing. `stallBody`: stop inside it. */
  fault?: 'reset' | 'cut' | 'stall' | 'stallBody';
};

type Line = Reply | ((call: Received) => Reply | Promise<Reply>);

export type ScriptedService = {
  baseUrl: string;
  calls: Received[];
  /** What was sent to the path, oldest first. */
  callsTo(path: string): Received[];
  /** Answers for a path in turn; the last one goes on for ever. */
  on(path: string, ...lines: [Line, ...Line[]]): void;
  close(): Promise<void>;
};

export const TOKEN = '/Auth/RequestToken';
export const SUBMIT = '/Transactions/SubmitOrderRequest';
export const PUSH = '/transactions/stk';
export const CANCEL = '/Transactions/CancelOrder';
export const REFUND = '/Transactions/RefundRequest';
export const REGISTER = '/URLSetup/RegisterIPN';
export const IPN_LIST = '/URLSetup/GetIpnList';
export const STATUS = '/Transactions/GetTransactionStatus';
export const BY_REFERENCE = '/Transactions/GetTransactionByMerchantReference';

/** Issues token after token; everything else must be scripted by the test. */
export async function startScriptedService(now: () => number): Promise<ScriptedService> {
  const calls: Received[] = [];
  const scripts = new Map<string, Line[]>();
  let issued = 0;
  scripts.set(TOKEN, [() => tokenReply(`token-${++issued}`, now() + 3_600_000)]);

  const server = createServer(KEEP_IDLE, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = url.pathname.replace(/^\/api/, '');
    const call: Received = {
      method: request.method ?? '',
      path,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body,
      json: body === '' ? undefined : JSON.parse(body),
    };
    calls.push(call);
    const script = scripts.get(path) ?? [{ status: 599, text: `nothing scripted for ${path}` }];
    const line = script.length > 1 ? script.shift() : script[0];
    await play(typeof line === 'function' ? await line(call) : (line ?? {}), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    calls,
    callsTo: (path) => calls.filter((call) => call.path === path),
    on: (path, ...lines) => void scripts.set(path, [...lines]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A token answer as SPEC.md shows it; `id` tells one token from another. */
export function tokenReply(id: string, expiresAt: number, overrides: Record<string, unknown> = {}): Reply {
  const json = {
    token: jwt(id, { exp: Math.floor(expiresAt / 1000) }),
    expiryDate: new Date(expiresAt).toISOString().replace('Z', '1234Z'),
    error: null,
    status: '200',
    message: 'Request processed successfully',
    ...overrides,
  };
  return { json };
}

export function jwt(id: string, claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, jti: id })}.c2lnbmF0dXJl`;
}

export const bearerOf = (id: string, expiresAt: number) =>
  `Bearer ${jwt(id, { exp: Math.floor(expiresAt / 1000) })}`;

async function play(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.fault === 'reset') {
    resetConnection(response.socket);
    return;
  }
  if (reply.fault === 'stall') return;
  const text = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  const type = { 'content-type': reply.json === undefined ? 'text/html' : 'application/json; charset=utf-8' };
  response.writeHead(reply.status ?? 200, { ...type, ...length, ...reply.headers });
  if (!reply.fault) {
    response.end(text);
    return;
  }
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => {
    if (reply.fault === 'cut') response.socket?.destroy();
  });
}
