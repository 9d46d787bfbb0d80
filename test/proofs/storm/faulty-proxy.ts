// A proxy between two parties, over real HTTP: it passes requests on, does to some what a fault says, knows which are under
// way, and keeps a record of all.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { resetConnection } from '#sandbox/environment/reset-connection.ts';
import type { Fault } from './faults.ts';

export type Passed = {
  readonly at: number;
  /** Method and path without the secret part of it, for people. */
  readonly what: string;
  /** Everything that was sent, to find by; never printed, for there are phone numbers in it. */
  readonly sent: string;
  readonly fault: Fault['kind'] | undefined;
  /** What the target answered, undefined while or when it did not. */
  answer: { readonly status: number; readonly body: string; readonly at: number } | undefined;
};

export type FaultyProxy = {
  readonly port: number;
  readonly passed: readonly Passed[];
  underWay(): number;
  stop(): Promise<void>;
};

/** `target`: a port. */
export async function startFaultyProxy(options: {
  now: () => number;
  target: number;
  faultFor: (what: string) => Fault | undefined;
}): Promise<FaultyProxy> {
  const passed: Passed[] = [];
  let underWay = 0;

  async function carry(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const what = nameOf(incoming);
    const fault = options.faultFor(what);
    const record: Passed = {
      at: options.now(),
      what,
      sent: `${incoming.url}\n${body}`,
      fault: fault?.kind,
      answer: undefined,
    };
    passed.push(record);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const work = async () => {
      const answer = await ask(options.target, incoming, body, gone.signal);
      record.answer = { status: answer.status, body: answer.body.toString(), at: options.now() };
      return answer;
    };
    try {
      await answerUnder(fault, work, response, gone.signal);
    } catch {
      // The target broke off, so the proxy does too.
      resetConnection(response.socket);
    }
  }

  const server = createServer((incoming, response) => {
    underWay += 1;
    carry(incoming, response)
      .catch(() => resetConnection(response.socket))
      .finally(() => {
        underWay -= 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    passed,
    underWay: () => underWay,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

/** Slack's methods by their names, everything else by its path; what is secret or personal is left out. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.split('?')[0] ?? '';
  return path.replace(/^\/api\/([a-z]+\.[\w.]+)$/, '$1').replace(/^(\/ipn\/).*/, `${method} $1`);
}

async function ask(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Promise<Answer> {
  const { method, url } = incoming;
  const { connection, ...headers } = incoming.headers;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false, signal });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

async function answerUnder(
  fault: Fault | undefined,
  work: () => Promise<Answer>,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (!fault) return pass(response, await work());
  switch (fault.kind) {
    case 'slow':
      await pause(fault.ms, gone);
      return pass(response, await work());
    case 'reset':
      return resetConnection(response.socket);
    case 'lost answer':
      await work();
      return resetConnection(response.socket);
    case 'cut off':
      return cutOff(response, await work());
    case 'hang':
      if (fault.afterWork) await work();
      await pause(fault.limitMs, gone);
      return resetConnection(response.socket);
    case '429':
    case '429 with Retry-After': {
      const after = 'seconds' in fault ? { 'retry-after': String(fault.seconds) } : {};
      return void response
        .writeHead(429, { ...after, 'content-type': 'application/json' })
        .end('{"ok":false,"error":"ratelimited"}');
    }
    default:
      if (fault.afterWork) await work();
      return instead(response, fault.kind);
  }
}

function instead(
  response: ServerResponse,
  kind: '500' | '503 web page' | 'web page' | 'internal_error',
): void {
  const html = '<html><body><h1>We will be right back</h1></body></html>';
  if (kind === 'internal_error')
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"ok":false,"error":"internal_error"}');
  else if (kind === '500')
    response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
  else response.writeHead(kind === 'web page' ? 200 : 503, { 'content-type': 'text/html' }).end(html);
}

function pass(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection, 'keep-alive': _, 'transfer-encoding': __, ...rest } = headers;
  response.writeHead(status, { ...rest, 'content-length': body.length }).end(body);
}

function cutOff(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

/** Rejects when `signal` aborts: nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('the caller has gone'));
    });
  });
}
