// The service's operations in SPEC.md's words: what is sent is checked, what is answered is read, and whoever calls
// need not know of tokens.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import { type ErrorKind, ProviderError } from './errors.ts';
import type { Operation } from './operations.ts';
import { refusesToken } from './read-error.ts';
import {
  checkCancellation,
  checkIpnRegistration,
  checkLookup,
  checkOrder,
  checkPush,
  type IpnRegistrationRequest,
  type OrderRequest,
  type PushRequest,
} from './requests.ts';
import {
  type Cancellation,
  type IpnRegistration,
  type OrderCreated,
  type PushAccepted,
  readCancellation,
  readIpnList,
  readIpnRegistration,
  readOrderCreated,
  readPushAccepted,
  readToken,
  readTransaction,
  type TransactionRecord,
} from './responses.ts';
import { createTokens, expiryOf, type KeyValueStore } from './token.ts';
import { type Answer, type Call, createTransport } from './transport.ts';

/** Every operation throws ProviderError when it comes to nothing; anything else thrown is a fault of this program. */
export type ProviderClient = {
  /** A hosted-page order. An id used before is answered with the first order, at its first amount, without an error. */
  submitOrder(order: OrderRequest): Promise<OrderCreated>;
  /** A PIN prompt. Never repeated here unless the service refused the token, which it does before any work. */
  push(order: PushRequest): Promise<PushAccepted>;
  /** Both endings are values. A second cancel of the same order is not done, though the order stays cancelled. */
  cancelOrder(orderTrackingId: string): Promise<Cancellation>;
  /** Answers the first registration when the url was registered before. At most one success in 8 seconds. */
  registerIpn(request: IpnRegistrationRequest): Promise<IpnRegistration>;
  getIpnList(): Promise<IpnRegistration[]>;
  /** Undefined when the service knows no such order. */
  getTransactionStatus(orderTrackingId: string): Promise<TransactionRecord | undefined>;
  /** Undefined when the service knows no such order. References need not be unique; prefer getTransactionStatus. */
  getTransactionByMerchantReference(reference: string): Promise<TransactionRecord | undefined>;
};

/** One exchange with the service, its harmless repeats included. */
export type ProviderCall = { operation: Operation; ms: number; outcome: 'ok' | ErrorKind };

export function createProviderClient(deps: {
  /** Ends before /Auth/RequestToken. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  /** Keep the token; a store that fails is done without. */
  notes: KeyValueStore;
  /** Let one replica at a time renew the token. */
  leases: Leases;
  /** Most time for one exchange, body included. */
  timeoutMs?: number;
  /** For metrics. */
  onCall?: (call: ProviderCall) => void;
}): ProviderClient {
  const { baseUrl, consumerKey, consumerSecret, clock, notes, leases, timeoutMs = 20_000 } = deps;
  const send = createTransport({ baseUrl, timeoutMs, secrets: [consumerKey, consumerSecret] });
  const tokens = createTokens({
    issue: requestToken,
    account: `${baseUrl} ${consumerKey}`,
    clock,
    notes,
    leases,
    timeoutMs,
  });

  async function requestToken() {
    const body = { consumer_key: consumerKey, consumer_secret: consumerSecret };
    const { token, expiryDateAt } = await exchange({ operation: 'requestToken', body }, readToken);
    return { token, expiresAt: expiryOf(token, expiryDateAt, clock.now()) };
  }

  /** With a token; renews it once and repeats the call when the service refuses it. */
  async function call<Value>(what: Call, read: (answer: Answer) => Value): Promise<Value> {
    const token = await tokens.current();
    try {
      return await exchange(what, read, token);
    } catch (error) {
      if (!(error instanceof ProviderError && refusesToken(error))) throw error;
    }
    await tokens.refused(token);
    return exchange(what, read, await tokens.current());
  }

  async function exchange<Value>(
    what: Call,
    read: (answer: Answer) => Value,
    token?: string,
  ): Promise<Value> {
    const startedAt = performance.now();
    let outcome: ProviderCall['outcome'] = 'ok';
    try {
      return read(await send(what, token));
    } catch (error) {
      outcome = error instanceof ProviderError ? error.kind : 'unreadable';
      throw error;
    } finally {
      tell({ operation: what.operation, ms: performance.now() - startedAt, outcome });
    }
  }

  /** A count that fails must not lose an answer about money. */
  function tell(about: ProviderCall): void {
    try {
      deps.onCall?.(about);
    } catch {}
  }

  return {
    submitOrder: async (order) =>
      call({ operation: 'submitOrder', body: checkOrder(order, clock.now()) }, readOrderCreated),
    push: async (order) => call({ operation: 'push', body: checkPush(order, clock.now()) }, readPushAccepted),
    cancelOrder: async (orderTrackingId) =>
      call({ operation: 'cancelOrder', body: checkCancellation(orderTrackingId) }, readCancellation),
    registerIpn: async (request) =>
      call({ operation: 'registerIpn', body: checkIpnRegistration(request) }, readIpnRegistration),
    getIpnList: async () => call({ operation: 'getIpnList' }, readIpnList),
    getTransactionStatus: async (orderTrackingId) => lookup('getTransactionStatus', { orderTrackingId }),
    getTransactionByMerchantReference: async (merchantReference) =>
      lookup('getTransactionByMerchantReference', { merchantReference }),
  };

  function lookup(operation: Parameters<typeof checkLookup>[0], query: Readonly<Record<string, string>>) {
    return call({ operation, query: checkLookup(operation, query) }, readTransaction);
  }
}
