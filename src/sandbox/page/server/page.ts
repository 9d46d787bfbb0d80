// The workspace in the browser: a small HTTP server over a sandbox, for this machine only.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { parseJson } from '#lib/text.ts';
import type { Environment } from '#sandbox/environment/environment.ts';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import type { NewUpload } from '#sandbox/slack/state/uploads.ts';
import { createActions } from './actions.ts';
import { createAssets } from './assets.ts';
import type { UploadResult } from './screen.ts';
import { createStreams } from './stream.ts';
import { createSwitches } from './switches.ts';
import { createPageView } from './view.ts';
import { createWireLog } from './wire-log.ts';

export type Page = {
  /** What to open in a browser; ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
};

const MAX_PORTS = 50;
const MAX_ACTION_BYTES = 100_000;
/** A little more than Slack takes, which then says so itself. */
const MAX_UPLOAD_BYTES = 11_000_000;

const policyWith = (importMapHash: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${importMapHash}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Listens on `port` of 127.0.0.1 or on the next one that is free; 0 takes any. */
export async function startPage({
  environment,
  port,
}: {
  environment: Environment;
  port: number;
}): Promise<Page> {
  const { slack, provider } = environment;
  const assets = await createAssets();
  const policy = policyWith(assets.importMapHash);
  const ignored = new Set<string>();
  const switches = createSwitches(environment);
  const wire = createWireLog(environment);
  const view = createPageView({ environment, switches, wire, ignored });
  const act = createActions({ environment, switches, ignored });
  const streams = createStreams(view);
  const unsubscribe = [slack.onChange(streams.changed), provider.onWire(streams.changed)];
  const people = new Set(Object.values(slack.users));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const person = url.searchParams.get('as') || slack.users.agent;
    if (!isFromHere(request)) return answer(response, 403, 'This page is for its own machine only.');
    if (!people.has(person)) return answer(response, 404, 'There is nobody with that id.');
    if (request.method === 'POST' && url.pathname === '/actions') return receive(person, request, response);
    if (request.method === 'POST' && url.pathname === '/uploads')
      return upload(person, url.searchParams.get('name') ?? '', request, response);
    if (request.method !== 'GET') return answer(response, 405, 'Only GET.');
    if (url.pathname === '/events') return streams.open(response, () => view.screen(person));
    if (url.pathname.startsWith('/wire/')) return showWire(url.pathname.slice('/wire/'.length), response);
    if (url.pathname.startsWith('/files/')) return sendFile(url.pathname.slice('/files/'.length), response);
    if (url.pathname === '/pictures') return sendPicture(url.searchParams.get('url') ?? '', response);
    const asset = await assets.find(url.pathname);
    if (!asset) return answer(response, 404, 'Nothing here.');
    answer(response, 200, asset.content, {
      'content-type': asset.type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  }

  async function receive(person: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return answer(response, 415, 'Actions are sent as JSON.');
    const body = await text(request);
    if (body.length > MAX_ACTION_BYTES) return answer(response, 413, 'That is too long.');
    const result = await act(person, parseJson(body)).catch((error: unknown) => ({
      note: error instanceof Error ? error.message : String(error),
    }));
    streams.changed();
    answer(response, 200, JSON.stringify(result), JSON_TYPE);
  }

  /** A file that somebody has chosen for a form. A page of another site can't send this type without asking first. */
  async function upload(
    person: string,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.headers['content-type'] !== 'application/octet-stream')
      return answer(response, 415, 'Files are sent as bytes.');
    if (Number(request.headers['content-length'] ?? Number.NaN) > MAX_UPLOAD_BYTES)
      return answer(response, 413, 'That is too large.');
    const content = await buffer(request);
    answer(response, 200, JSON.stringify(uploaded(person, { name, content })), JSON_TYPE);
  }

  function uploaded(person: string, file: NewUpload): UploadResult {
    try {
      return { id: slack.person(person).upload(file) };
    } catch (error) {
      return { note: error instanceof Error ? error.message : String(error) };
    }
  }

  function showWire(id: string, response: ServerResponse): void {
    const details = wire.details(id);
    if (details) answer(response, 200, JSON.stringify(details), JSON_TYPE);
    else answer(response, 404, 'Nothing went over the wire under that name.');
  }

  function sendFile(id: string, response: ServerResponse): void {
    const file = slack.files().find((candidate) => candidate.id === id && candidate.channel);
    if (!file?.content) {
      answer(response, 404, 'There is no such file.');
      return;
    }
    const name = file.name.replace(/[^\w.-]/g, '_');
    answer(response, 200, file.content, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    });
  }

  function sendPicture(url: string, response: ServerResponse): void {
    const picture = slack.picture(url);
    if (picture)
      answer(response, 200, picture.content, {
        'content-type': picture.type,
        'x-content-type-options': 'nosniff',
      });
    else answer(response, 404, 'There is no such picture.');
  }

  const server = createServer(KEEP_IDLE, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answer(response, 500, `The page failed: ${String(error)}`);
    });
  });
  await listen(server, port);
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The page has no port.');

  return {
    url: `http://127.0.0.1:${address.port}/`,
    async stop() {
      for (const stop of unsubscribe) stop();
      streams.stop();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' },
): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body);
}

/** Other sites that a browser has open can send requests here too; neither their names nor their pages are let in. */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const { host = '', origin } = headers;
  return hosts.includes(host) && (origin === undefined || hosts.some((name) => origin === `http://${name}`));
}

/** A port that is taken is stepped over. */
async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  for (let tried = port; ; tried += 1) {
    server.listen(tried, '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      const isTaken = Object(error).code === 'EADDRINUSE';
      if (!isTaken || port === 0 || tried - port >= MAX_PORTS) throw error;
    }
  }
}
