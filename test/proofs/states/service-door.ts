// The payment service as SPEC.md describes it, for one merchant: each call with all the answers that it can have. Its
// records go through the real readers.
import { type Money, toNumber } from '#lib/money.ts';
import { storedReference } from '#orders/reference.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { Operation } from '#provider/operations.ts';
import type { RefundAnswer } from '#provider/read-refund.ts';
import {
  readTransaction,
  type TransactionQuery,
  type TransactionRecord,
} from '#provider/read-transaction.ts';
import type { Cancellation } from '#provider/responses.ts';
import type { Ask, Reply } from './ask.ts';
import { ACCOUNT_OF_OTHERS, isCharge, RECURRING } from './charges.ts';
import { orderIn, type Transaction, transactionIn, type World, withTransaction } from './world.ts';

export const AMOUNT: Money = { amount: '1500', currency: 'KES' };
export const TOO_LITTLE: Money = { amount: '1000', currency: 'KES' };

/** Tracking ids are made from references, so that the same order always has the same one; a charge's has its own in it. */
export function trackingIdOf(reference: string): string {
  const slash = reference.indexOf('/');
  if (slash >= 0) return reference.slice(slash + 1);
  const digits = [...reference].map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('');
  return `00000000-0000-4000-8000-${digits.padStart(12, '0').slice(-12)}`;
}

/** `isRepeated`: what the work hears is asked for again if it is not saved. */
export function createServiceDoor(ask: Ask, isRepeated: boolean): ProviderClient {
  /** A request that changes something: done, refused, too many, or its answer or itself lost. */
  function request<Value>(
    operation: Operation,
    name: string,
    carryOut: (world: World) => { world: World; value: Value; tag?: string },
  ): Promise<Value> {
    return ask(`${operation} ${name}`, 'service', (world): Reply<Value>[] => [
      { how: 'ok', ...carryOut(world) },
      { how: 'answer lost', world: carryOut(world).world, error: faultOf(operation, 'unavailable') },
      { how: 'request lost', world, error: faultOf(operation, 'unavailable') },
      { how: 'limited', world, error: faultOf(operation, 'rate_limited') },
      { how: 'refused', world, error: faultOf(operation, 'declined') },
    ]);
  }

  function status(
    operation: Operation,
    query: TransactionQuery,
    isMeant: (transaction: Transaction) => boolean,
  ): Promise<TransactionRecord | undefined> {
    const name = 'orderTrackingId' in query ? query.orderTrackingId : query.merchantReference;
    return ask(`${operation} ${name}`, 'service', (world): Reply<TransactionRecord | undefined>[] => {
      const known = world.transactions.find(isMeant);
      return [
        {
          how: 'ok',
          world: known && isRepeated ? withHeard(world, known) : world,
          value: known && keptRecordOf(known, operation, query),
          tag: known ? `${known.status} ${known.paid?.amount}` : 'none',
        },
        { how: 'answer lost', world, error: faultOf(operation, 'unavailable') },
      ];
    });
  }

  return {
    push: ({ id }) =>
      request('push', id, (world) => {
        const known = transactionIn(world, id) ?? newTransaction(id);
        return {
          world: withTransaction(world, { ...known, rings: known.rings + 1 }),
          value: {
            business_number: '220222',
            account_number: 'A1',
            payment_message: undefined,
            merchant_reference: undefined,
            order_tracking_id: trackingIdOf(id),
          },
        };
      }),
    submitOrder: ({ id }) =>
      request('submitOrder', id, (world) => ({
        world: withTransaction(world, transactionIn(world, id) ?? newTransaction(id)),
        value: {
          order_tracking_id: trackingIdOf(id),
          redirect_url: 'https://pay.test/1',
          merchant_reference: id,
        },
      })),
    cancelOrder: (trackingId) =>
      request('cancelOrder', trackingId, (world): { world: World; value: Cancellation; tag?: string } => {
        const known = world.transactions.find(({ reference }) => trackingIdOf(reference) === trackingId);
        if (!known || known.isCancelled || known.paid) {
          const value = { done: false, status: '500', message: 'Invalid order state' };
          return { world: known ? withUnasked(world, known) : world, value, tag: 'no' };
        }
        return {
          world: withTransaction(world, { ...known, isCancelled: true }),
          value: { done: true, status: '200', message: 'Order cancelled' },
        };
      }),
    getTransactionStatus: (orderTrackingId) =>
      status(
        'getTransactionStatus',
        { orderTrackingId },
        ({ reference }) => trackingIdOf(reference) === orderTrackingId,
      ),
    getTransactionByMerchantReference: (merchantReference) =>
      status(
        'getTransactionByMerchantReference',
        { merchantReference },
        ({ reference }) => reference === merchantReference,
      ),
    requestRefund: () =>
      ask('requestRefund', 'service', (world): Reply<RefundAnswer>[] => {
        const known = world.transactions.find(({ status }) => status === 'paid' || status === 'reversed');
        if (!known) throw new Error('nothing was paid that could be paid back');
        const request = orderIn(world, known.reference)?.approval?.number ?? 0;
        const called: Transaction = {
          ...known,
          refundCalls: [...known.refundCalls, request],
          ...(known.refundHeard === request ? { isAskedAfterAnswer: true } : {}),
        };
        const heard = { ...called, refundHeard: request };
        const isFree = known.status === 'paid' && known.refundTaken === undefined;
        const taken = isFree ? { refundTaken: request } : {};
        const answer: RefundAnswer = { status: isFree ? 'received' : 'received_already', message: '' };
        const error = faultOf('requestRefund', 'unavailable');
        return [
          {
            how: 'ok',
            world: withTransaction(world, { ...heard, ...taken }),
            value: answer,
            tag: answer.status,
          },
          { how: 'answer lost', world: withTransaction(world, { ...called, ...taken }), error },
          { how: 'request lost', world: withTransaction(world, called), error },
          {
            how: 'limited',
            world: withTransaction(world, heard),
            error: faultOf('requestRefund', 'rate_limited'),
          },
          {
            how: 'refused',
            world: withTransaction(world, heard),
            value: { status: 'refused', message: 'No' },
          },
        ];
      }),
    registerIpn: async () => ({
      ipn_id: 'ipn-1',
      url: undefined,
      notification_type: 1,
      ipn_notification_type_description: 'POST',
      ipn_status: 1,
      created_at: undefined,
    }),
    getIpnList: async () => [],
  };
}

/** What was paid before its work began, this work should have been told. */
function withUnasked(world: World, known: Transaction): World {
  const work = world.works.at(-1);
  if (work?.kind !== 'check' || known.isHeard || (known.paidAt ?? world.now) >= work.startedAt) return world;
  return withTransaction(world, { ...known, isCancelledUnasked: true });
}

/** `known` was told to a check of the queue. */
function withHeard(world: World, known: Transaction): World {
  const { state, checkedAt = Number.POSITIVE_INFINITY } = orderIn(world, known.reference) ?? {};
  const isKnown =
    known.isForeign && state === 'not_sent' && (world.works.at(-1)?.startedAt ?? 0) >= checkedAt;
  return withTransaction(world, { ...known, isHeard: true, ...(isKnown ? { isAskedInVain: true } : {}) });
}

export function newTransaction(id: string): Transaction {
  const reference = storedReference.parse(id);
  return {
    reference,
    status: 'unpaid',
    isCancelled: false,
    hasFailed: false,
    rings: 0,
    isHeard: true,
    isNotified: false,
    refundCalls: [],
  };
}

/** `unavailable`: no answer came, so it may have been done. */
function faultOf(operation: Operation, kind: 'unavailable' | 'rate_limited' | 'declined'): ProviderError {
  const outcome = kind === 'unavailable' ? 'unknown' : 'refused';
  return new ProviderError({ operation, kind, outcome, summary: `The walk says ${kind}.` });
}

const STATUS_CODES = { unpaid: 0, paid: 1, failed: 2, reversed: 3 } as const;

/** A transaction never changes, so what is worked out for one stays true. */
const records = new WeakMap<Transaction, Map<Operation, TransactionRecord | undefined>>();

function keptRecordOf(
  transaction: Transaction,
  operation: Operation,
  query: TransactionQuery,
): TransactionRecord | undefined {
  const known = records.get(transaction) ?? new Map<Operation, TransactionRecord | undefined>();
  records.set(transaction, known);
  if (!known.has(operation)) known.set(operation, recordOf(transaction, operation, query));
  return known.get(operation);
}

/** SPEC.md, Transaction record. */
function recordOf(
  transaction: Transaction,
  operation: Operation,
  query: TransactionQuery,
): TransactionRecord | undefined {
  const { reference, status, paid = AMOUNT, paidAt = 0 } = transaction;
  const hasMoney = status === 'paid' || status === 'reversed';
  const body = {
    status_code: STATUS_CODES[status],
    payment_status_description: status,
    order_tracking_id: trackingIdOf(reference),
    ...namesIn(transaction),
    amount: toNumber(paid),
    currency: paid.currency,
    payment_method: hasMoney ? 'MpesaKE' : '',
    payment_account: hasMoney ? '2547xxx56689' : '',
    confirmation_code: hasMoney ? 'SCJ8JQ26SW' : '',
    created_date: new Date(paidAt + EAST_AFRICA_MS).toISOString().slice(0, 23),
    error: status === 'unpaid' ? { code: 'payment_details_not_found', message: 'Pending Payment' } : null,
  };
  const answer = { operation, httpStatus: 200, contentType: 'application/json', body, redact: String };
  return readTransaction(answer, query);
}

/** A charge's record has a reference of the service's own, and the account once it is complete. A reversal's may lack it. */
function namesIn({ reference, status, isForeign }: Transaction) {
  if (!isCharge(reference)) return { merchant_reference: reference };
  const isComplete = status === 'paid' || status === 'failed';
  const account = isForeign ? ACCOUNT_OF_OTHERS : RECURRING.accountNumber;
  return { merchant_reference: '8273645', account_number: isComplete ? account : null };
}

const EAST_AFRICA_MS = 3 * 60 * 60_000;
