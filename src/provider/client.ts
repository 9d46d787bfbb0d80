// The provider’s operations under SPEC.md's names. Requests are checked before they leave, responses are parsed,
// and the access token is added here. Called by payments/.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import { type ErrorKind, ProviderError } from './errors.ts';
import type { Operation } from './operations.ts';
import { refusesToken } from './read-error.ts';
import { type RefundAnswer, readRefund } from './read-refund.ts';
import { readTransaction, type TransactionQuery, type TransactionRecord } from './read-transaction.ts';
import {
  type IpnRegistrationRequest,
  type OrderRequest,
  type PushRequest,
  type RefundRequest,
  validateCancellation,
  validateIpnRegistration,
  validateOrder,
  validatePush,
  validateQuery,
  validateRefund,
} from './requests.ts';
import {
  type Cancellation,
  type IpnRegistration,
  type ListedIpn,
  type OrderCreated,
  type PushAccepted,
  readCancellation,
  readIpnList,
  readIpnRegistration,
  readOrderCreated,
  readPushAccepted,
  readToken,
} from './responses.ts';
import { createTokens, expiryOf, type KeyValueStore } from './token.ts';
import { type Answer, type Call, createTransport } from './transport.ts';

/** Every operation rejects with ProviderError when it fails; any other error is a bug in this program. */
export type ProviderClient = {
  /** Creates a hosted-page order. For an id used before the provider returns that first order, with its amount. */
  submitOrder(order: OrderRequest): Promise<OrderCreated>;
  /**
   * Sends a PIN prompt. Repeated only if the provider refused the token, which it does before it prompts anybody. `check` is
   * called right before it leaves, when the token is there; what it throws is passed on, and nothing was sent.
   */
  push(order: PushRequest, check?: () => void): Promise<PushAccepted>;
  /** `done: false` when refused. A second cancel of the same order is refused, and the order stays cancelled. */
  cancelOrder(orderTrackingId: string): Promise<Cancellation>;
  /**
   * Asks the provider to pay back a payment; a merchant may do so once a payment. There is no key by which a repeated request
   * is known, and no way to ask what became of it: only the record's status 3 (reversed) shows that it was carried out. As
   * `push`, it is repeated only if the provider refused the token, and `check` is called right before it leaves.
   */
  requestRefund(request: RefundRequest, check?: () => void): Promise<RefundAnswer>;
  /** Returns the first registration if the url is registered already. At most one success in 8 seconds. */
  registerIpn(request: IpnRegistrationRequest): Promise<IpnRegistration>;
  getIpnList(): Promise<ListedIpn[]>;
  /** Undefined when the provider knows no such order. */
  getTransactionStatus(orderTrackingId: string): Promise<TransactionRecord | undefined>;
  /** Undefined when the provider knows no such order. References need not be unique: prefer getTransactionStatus. */
  getTransactionByMerchantReference(reference: string): Promise<TransactionRecord | undefined>;
};

/** One call for the metrics; repeats by the transport are part of it. */
export type ProviderCall = { operation: Operation; ms: number; outcome: 'ok' | ErrorKind };

export function createProviderClient(deps: {
  /** The address up to the part before /Auth/RequestToken. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  /** Keep the token. While they fail, the token is kept in memory only. */
  keyValues: KeyValueStore;
  /** Let one replica at a time renew the token. */
  leases: Leases;
  /** Limit for one call, response body included. */
  timeoutMs?: number;
  /** For metrics. What it throws is ignored. */
  countCall?: (call: ProviderCall) => void;
}): ProviderClient {
  const { baseUrl, consumerKey, consumerSecret, clock, keyValues, leases, timeoutMs = 20_000 } = deps;
  const send = createTransport({ baseUrl, timeoutMs, secrets: [consumerKey, consumerSecret] });
  const tokens = createTokens({
    requestToken,
    account: { baseUrl, consumerKey, consumerSecret },
    clock,
    keyValues,
    leases,
    timeoutMs,
  });

  async function requestToken() {
    const body = { consumer_key: consumerKey, consumer_secret: consumerSecret };
    const { token, expiryDateAt } = await sendAndRead({ operation: 'requestToken', body }, readToken);
    return { token, expiresAt: expiryOf(token, expiryDateAt, clock.now()) };
  }

  /** Adds the token. If the provider refuses it, renews it and repeats the call once. */
  async function callWithToken<Value>(
    call: Call,
    read: (answer: Answer) => Value,
    check = () => {},
  ): Promise<Value> {
    const token = await tokens.current();
    check();
    try {
      return await sendAndRead(call, read, token);
    } catch (error) {
      if (!(error instanceof ProviderError && refusesToken(error))) throw error;
    }
    await tokens.drop(token);
    const renewed = await tokens.current();
    check();
    return sendAndRead(call, read, renewed);
  }

  async function sendAndRead<Value>(
    call: Call,
    read: (answer: Answer) => Value,
    token?: string,
  ): Promise<Value> {
    const startedAt = performance.now();
    let outcome: ProviderCall['outcome'] = 'ok';
    try {
      return read(await send(call, token));
    } catch (error) {
      outcome = error instanceof ProviderError ? error.kind : 'unreadable';
      throw error;
    } finally {
      count({ operation: call.operation, ms: performance.now() - startedAt, outcome });
    }
  }

  /** An error in the metrics must not hide the response to a payment. */
  function count(call: ProviderCall): void {
    try {
      deps.countCall?.(call);
    } catch {}
  }

  return {
    submitOrder: async (order) =>
      callWithToken({ operation: 'submitOrder', body: validateOrder(order, clock.now()) }, readOrderCreated),
    push: async (order, check) =>
      callWithToken({ operation: 'push', body: validatePush(order, clock.now()) }, readPushAccepted, check),
    cancelOrder: async (orderTrackingId) =>
      callWithToken(
        { operation: 'cancelOrder', body: validateCancellation(orderTrackingId) },
        readCancellation,
      ),
    requestRefund: async (request, check) =>
      callWithToken({ operation: 'requestRefund', body: validateRefund(request) }, readRefund, check),
    registerIpn: async (request) =>
      callWithToken(
        { operation: 'registerIpn', body: validateIpnRegistration(request) },
        readIpnRegistration,
      ),
    getIpnList: async () => callWithToken({ operation: 'getIpnList' }, readIpnList),
    getTransactionStatus: async (orderTrackingId) =>
      getTransaction('getTransactionStatus', { orderTrackingId }),
    getTransactionByMerchantReference: async (merchantReference) =>
      getTransaction('getTransactionByMerchantReference', { merchantReference }),
  };

  function getTransaction(operation: Parameters<typeof validateQuery>[0], query: TransactionQuery) {
    return callWithToken({ operation, query: validateQuery(operation, query) }, (answer) =>
      readTransaction(answer, query),
    );
  }
}
