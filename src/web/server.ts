// The one HTTP server: Slack's route goes to Bolt, everything else is answered here, and no request can end the process.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notifications } from '#payments/status/notifications.ts';
import type { IpnHandler } from './ipn.ts';
import { LANDING_HEADERS, type Landing, landingPage } from './landing.ts';

export type WebServer = {
  /** Resolves with the port that is listened on; rejects when it is taken. */
  start(port: number): Promise<number>;
  /** Takes no new connection, lets running requests end, closes idle ones. */
  stop(): Promise<void>;
};

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** How long a client may take to send a whole request, and how often that is looked at. */
const REQUEST_MS = 15_000;
const CHECK_MS = 5_000;

/** How often connections that have become idle are closed while stopping. */
const CLOSING_MS = 50;

export function createWebServer(deps: {
  slack: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  ipn: IpnHandler;
  notifications: Pick<Notifications, 'customerReturned'>;
  merchantName: string;
  ready: () => Promise<readonly string[]>;
  metrics: () => Promise<{ contentType: string; text: string }>;
  failed: (error: unknown, route: string) => void;
  /** For tests that cannot wait. */
  requestMs?: number;
}): WebServer {
  const { slack, requestMs = REQUEST_MS } = deps;
  const routes: Record<string, Partial<Record<string, Handler>>> = {
    ...(slack
      ? {
          '/slack/events': {
            POST: (request: IncomingMessage, response: ServerResponse) => slack(request, response),
          },
        }
      : {}),
    '/paid': { GET: landing('paid') },
    '/cancelled': { GET: landing('cancelled') },
    '/healthz': { GET: (_, response) => sendJson(response, 200, { ok: true }) },
    '/readyz': { GET: readyz },
    '/metrics': { GET: metrics },
  };

  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      connectionsCheckingInterval: Math.min(requestMs, CHECK_MS),
    },
    (request, response) => {
      const route = request.url?.split(/[?#]/)[0] ?? '';
      handle(request, response).catch((error: unknown) => {
        deps.failed(error, route.startsWith('/ipn/') ? '/ipn' : route);
        if (!response.headersSent)
          sendJson(response, 500, { message: 'Something went wrong here; try again.' });
        else response.destroy();
      });
    },
  );

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // "//host/path" is a path to us and would be another host to URL.
    const url = URL.parse((request.url ?? '/').replace(/^\/+/, '/'), 'http://local');
    if (!url) return sendJson(response, 400, { message: 'Unreadable address' });
    const [, first, key, ...more] = url.pathname.split('/');
    const found: Partial<Record<string, Handler>> | undefined =
      first === 'ipn' && key && more.length === 0
        ? ipnRoutes(key)
        : Object.hasOwn(routes, url.pathname)
          ? routes[url.pathname]
          : undefined;
    if (!found) return sendJson(response, 404, { message: 'Not found' });
    // HEAD is GET without its body; Node leaves the body away by itself.
    const handler = found[request.method === 'HEAD' ? 'GET' : (request.method ?? '')];
    if (!handler)
      return sendJson(
        response,
        405,
        { message: 'Method not allowed' },
        { allow: Object.keys(found).join(', ') },
      );
    await handler(request, response, url);
  }

  function ipnRoutes(key: string): Record<string, Handler> {
    const handler: Handler = (request, response, url) => deps.ipn(request, response, key, url.searchParams);
    return { GET: handler, POST: handler };
  }

  function landing(kind: Landing): Handler {
    return async (_, response, url) => {
      response.writeHead(200, LANDING_HEADERS).end(landingPage(kind, deps.merchantName));
      const trackingId = url.searchParams.get('OrderTrackingId');
      if (trackingId) await deps.notifications.customerReturned(trackingId);
    };
  }

  async function readyz(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const faults = await deps.ready();
    sendJson(response, faults.length === 0 ? 200 : 503, { ready: faults.length === 0, faults });
  }

  async function metrics(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const { contentType, text } = await deps.metrics();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  }

  return {
    start: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        // A connection that is kept alive becomes idle only when its last answer has gone.
        const closing = setInterval(() => server.closeIdleConnections(), CLOSING_MS);
        server.close(() => {
          clearInterval(closing);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { 'content-type': 'application/json', ...length, ...headers }).end(text);
}
