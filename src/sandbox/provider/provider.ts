// The payment service's stand-in: a whole service in memory behind real HTTP, written from SPEC.md and
// PROVIDER-FACTS and sharing nothing with the client that talks to it. For the demo and for tests.

import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '#sandbox/environment/free-port.ts';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { createCancellation } from './cancellation.ts';
import { type Customer, createCustomer } from './customer.ts';
import { createExchange } from './exchange.ts';
import { createFaults, type Faults } from './faults.ts';
import { createHostedPage, PAGE_PATH } from './hosted-page.ts';
import { createIpnRegistrations, type IpnRegistration } from './ipn.ts';
import {
  createNotifier,
  type NotificationResult,
  type NotificationRetries,
  type NotificationStyle,
  type NotificationType,
} from './notifications.ts';
import type { Operation } from './operations.ts';
import { createOrdering, type Prompt } from './ordering.ts';
import { createOrderBook, type SandboxOrder } from './orders.ts';
import { createLookups } from './records.ts';
import { createRefunds, type Operator, type SandboxRefund } from './refunds.ts';
import { createTokens } from './token.ts';
import { createWire, type WireRecord } from './wire.ts';

export type ProviderSandboxOptions = {
  /** Default: one that nobody else gets, also when the provider has stopped. */
  port?: number;
  /** Milliseconds; rules token expiry, the dates in answers and the 8-second limit. Default: the real time. */
  now?: () => number;
  random?: () => number;
  notificationRetries?: Partial<NotificationRetries>;
  notificationStyle?: Partial<NotificationStyle>;
};

export type ProviderSandbox = {
  /** Ends before /Auth/RequestToken. */
  readonly baseUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;

  /** Every request that reached an operation, in order of arrival. */
  readonly requests: readonly WireRecord[];
  requestsTo(operation: Operation): WireRecord[];
  /** Calls the listener when a request has ended; the returned function stops that. */
  onWire(listener: (record: WireRecord) => void): () => void;

  /** Every PIN prompt that rang on a phone: one for each accepted new push. */
  readonly prompts: readonly Prompt[];
  orders(): readonly Readonly<SandboxOrder>[];
  find(idOrTrackingId: string): Readonly<SandboxOrder> | undefined;
  registrations(): readonly Readonly<IpnRegistration>[];
  readonly customer: Customer;
  /** Every request for a refund that was received, oldest first. */
  refunds(): readonly SandboxRefund[];
  readonly operator: Operator;

  /** Sends notifications by hand, whatever the faults; resolves when each copy was tried once. */
  notify(
    idOrTrackingId: string,
    how?: { type?: NotificationType; copies?: number },
  ): Promise<NotificationResult[]>;
  /** Every attempt at delivery and what the receiver answered. */
  readonly notifications: readonly NotificationResult[];
  writeNotificationsAs(style: Partial<NotificationStyle>): void;
  /** Resolves when no notification or retry is under way. */
  notificationsSettled(): Promise<void>;

  readonly faults: Faults;
  /** No token issued so far is accepted from now on. */
  revokeTokens(): void;
  /** Only this consumer secret gets a token from now on. */
  changeSecret(secret: string): void;
  stop(): Promise<void>;
};

const BASE_PATH = '/api';

/** Starts a service of its own on 127.0.0.1; rejects if the port is taken. */
export async function startProviderSandbox(options: ProviderSandboxOptions = {}): Promise<ProviderSandbox> {
  const { now = Date.now, random = Math.random } = options;
  const server = createServer(KEEP_IDLE);
  server.listen(options.port ?? (await freePort()), '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const stopSignal = new AbortController();
  const stopping = stopSignal.signal;
  setMaxListeners(0, stopping);

  const consumerKey = randomBytes(24).toString('base64');
  const consumerSecret = randomBytes(20).toString('base64');
  const prompts: Prompt[] = [];
  const wire = createWire({ now });
  const faults = createFaults();
  const orders = createOrderBook({ now, random });
  const tokens = createTokens({ consumerKey, consumerSecret, now, random });
  const ipn = createIpnRegistrations({ now, random });
  const notifier = createNotifier({
    registrations: ipn,
    faults,
    retries: { tries: 3, delayMs: 200, timeoutMs: 10_000, ...options.notificationRetries },
    style: { post: 'json', names: 'PascalCase', ...options.notificationStyle },
    now,
    stopping,
  });
  const { customer, find, notify } = createCustomer({ orders, notifier, now, random });
  const { refunds, operator, requestRefund } = createRefunds({ orders, customer, now });
  const ordering = createOrdering({
    orders,
    prompts,
    isRegistered: (ipnId) => ipn.withId(ipnId) !== undefined,
    pageUrlOf: (order) => `${origin}${PAGE_PATH}${order.order_tracking_id}`,
    onNewOrder: async (order) => {
      const operation = order.kind === 'push' ? 'push' : 'submitOrder';
      if (faults.take('notifyBeforeAnswer', operation)) await customer.pay(order.order_tracking_id);
    },
    now,
  });

  const handlers = {
    ...tokens,
    ...ordering,
    ...createCancellation({ orders, now }),
    requestRefund,
    ...createLookups({ orders }),
    ...ipn,
  };
  const exchange = createExchange({ handlers, tokens, faults, wire, stopping });
  const servePage = createHostedPage({ orders, customer });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(`${origin}${request.url}`);
    if (url.pathname.startsWith(PAGE_PATH)) await servePage(request, response, url.pathname);
    else await exchange(request, response, { path: belowBase(url.pathname), query: url.searchParams });
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      // If the caller has hung up, this answer goes nowhere; otherwise it shows a bug of the stand-in.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(`The stand-in failed: ${String(error)}`);
    });
  });

  return {
    baseUrl: `${origin}${BASE_PATH}`,
    consumerKey,
    consumerSecret,
    requests: wire.requests,
    requestsTo: (operation) => wire.requests.filter((record) => record.operation === operation),
    onWire: wire.onWire,
    prompts,
    orders: orders.all,
    find,
    registrations: ipn.all,
    customer,
    refunds,
    operator,
    notify,
    notifications: notifier.sent,
    writeNotificationsAs: notifier.writeAs,
    notificationsSettled: notifier.idle,
    faults,
    revokeTokens: tokens.revokeAll,
    changeSecret: tokens.changeSecret,
    async stop() {
      stopSignal.abort();
      await notifier.idle();
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The path below the base URL; anything outside of it is a path that no operation has. */
function belowBase(pathname: string): string {
  return pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : `outside ${pathname}`;
}
