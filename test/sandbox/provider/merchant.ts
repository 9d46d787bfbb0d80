// A merchant in plain fetch for the tests of the provider's stand-in: a token, a registered URL, and the
// operations as SPEC.md writes them. Everything it starts ends with the test.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { type ProviderSandboxOptions, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { NOTIFICATION_MS } from '#test/patience.ts';

export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  // Tests reach into answers of every shape; a wrong path reads undefined and fails the assertion.
  body: Json;
};

type Json = { [name: string]: Json } & { [index: number]: Json } & { length?: Json };

export type Received = { method: string; url: string; contentType: string | undefined; body: string };

export type Merchant = Awaited<ReturnType<typeof startMerchant>>;

export async function startMerchant(options: ProviderSandboxOptions = {}) {
  const clock = { now: Date.parse('2024-03-18T15:25:46.750Z') };
  const provider = await startProviderSandbox({
    now: () => clock.now,
    notificationRetries: { delayMs: 1 },
    ...options,
  });
  onTestFinished(() => provider.stop());

  async function call(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(provider.baseUrl + path, init);
    const content = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body = (isJson ? JSON.parse(content) : {}) as Json;
    return { status: response.status, headers: response.headers, text: content, body };
  }

  const credentials = { consumer_key: provider.consumerKey, consumer_secret: provider.consumerSecret };
  const requestToken = (body: unknown = credentials) =>
    call('/Auth/RequestToken', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let token = String((await requestToken()).body.token);

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const get = (path: string, query: Record<string, string> = {}) =>
    call(`${path}?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${token}` } });

  const register = (body: unknown) => post('/URLSetup/RegisterIPN', body);
  const wait = (ms: number) => {
    clock.now += ms;
  };

  return {
    provider,
    clock,
    wait,
    call,
    post,
    get,
    requestToken,
    useToken: (other: string) => {
      token = other;
    },
    register,
    /** Registers a URL, after the eight seconds that a former registration asks for. */
    async registered(url: string, method: 'GET' | 'POST' = 'GET'): Promise<string> {
      wait(8000);
      return String((await register({ url, ipn_notification_type: method })).body.ipn_id);
    },
    submit: (order: unknown) => post('/Transactions/SubmitOrderRequest', order),
    push: (order: unknown) => post('/transactions/stk', order),
    cancel: (trackingId: unknown) =>
      post('/Transactions/CancelOrder', trackingId === undefined ? {} : { order_tracking_id: trackingId }),
    refund: (body: unknown) => post('/Transactions/RefundRequest', body),
    status: (orderTrackingId: string) => get('/Transactions/GetTransactionStatus', { orderTrackingId }),
    byReference: (merchantReference: string) =>
      get('/Transactions/GetTransactionByMerchantReference', { merchantReference }),
  };
}

/** A merchant whose notification URL is registered, with a good order and a good push under that registration. */
export async function startReadyMerchant(
  options: ProviderSandboxOptions & { url?: string; method?: 'GET' | 'POST' } = {},
) {
  const { url = 'http://127.0.0.1:9/ipn', method = 'GET', ...rest } = options;
  const merchant = await startMerchant({
    notificationRetries: { tries: 1, delayMs: 1, timeoutMs: NOTIFICATION_MS },
    ...rest,
  });
  const notification_id = await merchant.registered(url, method);
  const order = {
    id: 'order-1',
    currency: 'KES',
    amount: 100.5,
    description: 'Two bags of maize',
    callback_url: 'http://shop.test/back?shop=7',
    notification_id,
    billing_address: {},
  };
  const push = { ...order, msisdn: '254712356689', payment_method: 'MpesaKE' };
  const subscription = {
    ...order,
    id: 'sub-1',
    account_number: 'ACC-9',
    billing_address: { first_name: 'Asha', last_name: 'Otieno' },
    subscription_details: { start_date: '01-05-2024', end_date: '01-05-2025', frequency: 'MONTHLY' },
  };
  return { ...merchant, notification_id, order, pushOrder: push, subscription };
}

/** A server that records requests and answers as given; by default with what the provider accepts. */
export async function startReceiver(
  answer: (request: Received, number: number) => { status: number; body: string } | 'hang' = (request) => ({
    status: 200,
    body: receipt(request),
  }),
) {
  const received: Received[] = [];
  const server = createServer(KEEP_IDLE, async (request, response) => {
    const entry = {
      method: request.method ?? '',
      url: request.url ?? '',
      contentType: request.headers['content-type'],
      body: await text(request),
    };
    received.push(entry);
    const reply = answer(entry, received.length);
    if (reply !== 'hang') response.writeHead(reply.status).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipn`, received };
}

/** The answer that the provider wants: what it has told, whichever way, and a status. */
export function receipt({ url, body }: Received, status: unknown = 200): string {
  const query = new URL(url, 'http://127.0.0.1').searchParams;
  const told = body.startsWith('{') ? Object.entries(JSON.parse(body)) : [...new URLSearchParams(body)];
  const named = [...query, ...told].map(([name, value]) => [name.replace(/^O/, 'o'), value]);
  return JSON.stringify({ ...Object.fromEntries(named), status });
}
