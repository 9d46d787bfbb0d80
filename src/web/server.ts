// The HTTP server, created by bot.ts: requests from Slack go to Bolt's listener, notifications to ipn.ts, pages with a token to
// customer-pages.ts, and everything else is answered here. An error in one request never ends the process.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CustomerAddresses } from '#customers/addresses.ts';
import { languageFrom } from '#customers/browser-language.ts';
import { SENTENCES } from '#customers/sentences.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { KeyStanding } from '#payments/status/ipn-keys.ts';
import type { Notifications } from '#payments/status/notifications.ts';
import { createCustomerPages } from './customer-pages.ts';
import { createIpnHandler, type IpnResult, secretCheck } from './ipn.ts';
import { listen } from './listen.ts';
import { plainPage, sendPage } from './page.ts';
import type { OrderOf } from './receipt.ts';

export type Web = ReturnType<typeof createWeb>;

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** How long a client may take to send a whole request, and how often slow requests are looked for. */
const REQUEST_MS = 15_000;
const REQUEST_CHECK_MS = 5_000;

/**
 * How long a connection is kept that nobody uses: longer than any usual proxy does, so that it is never closed under a request that
 * is just coming. A proxy does not send a POST again, and answers 502 in our place.
 */
const KEEP_ALIVE_MS = 620_000;

/** While stopping: how often connections are looked at, and how long running requests may take. */
const CLOSE_IDLE_MS = 50;
const DRAIN_MS = 5_000;

export function createWeb(deps: {
  /** Bolt's listener for requests from Slack; undefined in Socket Mode. */
  slackListener: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Its path may stand in front of each route: some proxies leave it there. */
  publicUrl: string;
  /** The secret part of the notification URL. */
  ipnKey: string;
  /** Of another key. Rejects when the store is down. */
  standingOfKey: (key: string) => Promise<KeyStanding>;
  notifications: Notifications;
  merchantName: string;
  /** Of the receipts' times. */
  timeZone: string;
  addresses: CustomerAddresses;
  orderOf: OrderOf;
  /** For /readyz: a sentence for each thing that does not work; empty when all does. */
  readinessFaults: () => Promise<readonly string[]>;
  /** The bearer token without which /metrics is refused; undefined: it is open. */
  metricsToken?: string | undefined;
  readMetrics: () => Promise<{ contentType: string; text: string }>;
  countNotification: (result: IpnResult) => void;
  reporter: Reporter;
  /** For tests that cannot wait. */
  requestMs?: number;
  drainMs?: number;
}) {
  const { slackListener, ipnKey, notifications, reporter, requestMs = REQUEST_MS, drainMs = DRAIN_MS } = deps;
  const prefix = new URL(deps.publicUrl).pathname.replace(/\/$/, '');
  const mayReadMetrics = deps.metricsToken === undefined ? () => true : secretCheck(deps.metricsToken);
  const handleIpn = createIpnHandler({ ...deps, key: ipnKey });
  const customerPages = createCustomerPages({ ...deps, notFound });
  const routes: Record<string, Partial<Record<string, Handler>>> = {
    ...(slackListener ? { '/slack/events': { POST: slackListener } } : {}),
    '/paid': { GET: landing('paid') },
    '/cancelled': { GET: landing('cancelled') },
    '/healthz': { GET: (_, response) => sendJson(response, 200, { ok: true }) },
    '/readyz': { GET: readyz },
    '/metrics': { GET: metrics },
  };

  let running = 0;
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      connectionsCheckingInterval: Math.min(requestMs, REQUEST_CHECK_MS),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      running += 1;
      response.once('close', () => {
        running -= 1;
      });
      // URL would take "//host/path" for another host; here it is a path.
      const url = URL.parse((request.url ?? '/').replace(/^\/+/, '/'), 'http://local');
      if (!url) return sendJson(response, 400, { message: 'Unreadable address' });
      handle(request, response, url).catch((error: unknown) => {
        reporter.error(error, { route: routeOf(url) });
        if (!response.headersSent)
          sendJson(response, 500, { message: 'Something went wrong here; try again.' });
        else response.destroy();
      });
    },
  );

  async function handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const methods = methodsOf(url.pathname);
    if (!methods) return notFound(response);
    // HEAD is answered as GET; Node leaves out the body.
    const handler = methods[request.method === 'HEAD' ? 'GET' : (request.method ?? '')];
    if (!handler)
      return sendJson(
        response,
        405,
        { message: 'Method not allowed' },
        { allow: Object.keys(methods).join(', ') },
      );
    await handler(request, response, url);
  }

  /** The handlers of an address; undefined when it is none. Some proxies add a slash at the end. */
  function methodsOf(pathname: string): Partial<Record<string, Handler>> | undefined {
    const path = withoutSlash(pathname);
    const below = path.startsWith(`${prefix}/`) ? methodsOfRoute(path.slice(prefix.length)) : undefined;
    return below ?? methodsOfRoute(path);
  }

  function methodsOfRoute(path: string): Partial<Record<string, Handler>> | undefined {
    if (Object.hasOwn(routes, path)) return routes[path];
    const [, first = '', name = '', ...more] = path.split('/');
    if (more.length > 0) return undefined;
    if (first === 'ipn' && name !== '') return ipnRoutes(name);
    const page = customerPages(first, name);
    return page && { GET: page };
  }

  function ipnRoutes(key: string): Record<string, Handler> {
    const handler: Handler = (request, response, url) => handleIpn(request, response, key, url.searchParams);
    return { GET: handler, POST: handler };
  }

  /** Where a browser is sent after paying or giving up. Whether the order was paid is only known from the provider. */
  function landing(kind: 'paid' | 'cancelled'): Handler {
    return async ({ headers }, response, url) => {
      const language = languageFrom(headers['accept-language']);
      const { merchantName } = deps;
      const html = plainPage({ language, merchantName, ...SENTENCES[language].landing[kind] });
      sendPage(response, { status: 200, language, html, frames: 'all' });
      const trackingId = url.searchParams.get('OrderTrackingId');
      if (trackingId) await notifications.customerReturned(trackingId);
    };
  }

  async function readyz(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const faults = await deps.readinessFaults();
    sendJson(response, faults.length === 0 ? 200 : 503, { ready: faults.length === 0, faults });
  }

  async function metrics({ headers, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    // Whoever keeps it from the outside has a proxy look for it as it is written, and to URL `/x/../metrics` is the same.
    // Under the path of PUBLIC_URL, where a proxy may not look for it, only the token keeps it.
    const written = withoutSlash(url.split('?', 1)[0] ?? '');
    const isGuarded = deps.metricsToken !== undefined && written === `${prefix}/metrics`;
    if (written !== '/metrics' && !isGuarded) return notFound(response);
    if (!mayReadMetrics(bearerOf(headers.authorization)))
      return sendJson(
        response,
        401,
        { message: 'Needs the bearer token of METRICS_TOKEN' },
        { 'www-authenticate': 'Bearer' },
      );
    const { contentType, text } = await deps.readMetrics();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  }

  return {
    /** Resolves with the port that it listens on; rejects with a sentence when it may not have the port. */
    start: (port: number) => listen(server, port),
    /** Accepts no new connection, lets running requests end, closes idle connections; after `drainMs` all. */
    stop: () =>
      new Promise<void>((resolve) => {
        const giveUpAt = performance.now() + drainMs;
        const closing = setInterval(() => {
          // A kept-alive connection is idle only after its last response was sent. One on which no whole head has come yet never
          // counts as idle, and a server that is closed does not end slow requests any more.
          if (running === 0 || performance.now() >= giveUpAt) server.closeAllConnections();
          else server.closeIdleConnections();
        }, CLOSE_IDLE_MS);
        server.close(() => {
          clearInterval(closing);
          resolve();
        });
      }),
  };
}

/** The token of an `Authorization: Bearer …` (RFC 6750), else ''. */
function bearerOf(authorization = ''): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** For the log: without what stands behind these in an address, which is known only to whom it was given. */
function routeOf({ pathname }: URL): string {
  return pathname.replace(/\/(ipn|r|q)\/.*$/, '/$1');
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { message: 'Not found' });
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
