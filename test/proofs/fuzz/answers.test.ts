// What the provider answers, or a proxy in its place: each ends as a value, or as a ProviderError.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNews } from '#orders/announcement.ts';
import { applyEvent } from '#orders/events.ts';
import { refundAnswered } from '#orders/refunding.ts';
import { eventFrom } from '#payments/status/from-record.ts';
import { ProviderError, redact } from '#provider/errors.ts';
import type { Operation } from '#provider/operations.ts';
import { readRefund } from '#provider/read-refund.ts';
import { readTransaction } from '#provider/read-transaction.ts';
import {
  readCancellation,
  readIpnList,
  readIpnRegistration,
  readOrderCreated,
  readPushAccepted,
  readToken,
} from '#provider/responses.ts';
import { expiryOf } from '#provider/token.ts';
import type { Answer } from '#provider/transport.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { createRig, errorOf, IPN_ID, order, pushOrder, refund, TRACKING_ID } from '#test/provider/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { jsonFrom, jsonTextFrom, textFrom } from './mutated.ts';

const NULLS = { error_type: null, code: null, message: null };
// biome-ignore format: one list
const COMPLETED = {
  payment_method: 'MpesaKE', amount: 6.0, created_date: '2024-03-19T20:08:46.39', confirmation_code: 'SCJ8JQ26SW',
  order_tracking_id: TRACKING_ID, payment_status_description: 'Completed', description: null,
  message: 'Request processed successfully', payment_account: '2547xxx56689',
  call_back_url: `http://shop.test/cb?OrderTrackingId=${TRACKING_ID}`, status_code: 1, merchant_reference: 'INV-1',
  payment_status_code: '', account_number: null, currency: 'KES', error: NULLS, status: '200',
  subscription_transaction_info: { account_reference: 'ACC-1', amount: 6, first_name: 'Ann', last_name: null, correlation_id: 1 },
};
const FAULT = { error_type: 'api_error', code: 'payment_details_not_found', message: 'Pending Payment' };
// biome-ignore format: one list
const SAMPLES: readonly unknown[] = [
  COMPLETED,
  { ...COMPLETED, status_code: 0, payment_status_description: 'INVALID', error: FAULT, status: '500' },
  { ...COMPLETED, status_code: 2, payment_status_code: 'Insufficient funds' },
  { ...COMPLETED, status_code: 3, amount: 0, currency: '' },
  { order_tracking_id: TRACKING_ID, merchant_reference: 'INV-1', redirect_url: 'https://pay.test/1', error: null, status: '200' },
  { business_number: '220222', account_number: 'ACC-1', payment_message: 'Go', order_tracking_id: TRACKING_ID, merchant_reference: 123456789, status: '200' },
  { status: '200', message: 'Order successfully cancelled' },
  { error: '500', message: 'Refund request has been received already' },
  { token: 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDAwMDB9.x', expiryDate: '2026-11-21T09:05:00.1234567Z', error: null, status: '200', message: 'ok' },
  { url: 'https://t.test/ipn', created_date: '2026-11-21T09:05:00.12Z', ipn_id: IPN_ID, notification_type: 0, ipn_status: 1, error: null, status: '200' },
  [{ url: 'https://t.test/ipn', ipn_id: IPN_ID }, { url: null, ipn_id: IPN_ID }],
  { error: FAULT, status: '500' },
  { message: '{"error":{"code":"invalid_api_credentials_provided","message":"No"}}' },
  { message: 'The request is invalid.', modelState: { 'order.billing_address.email_address': ['Wrong', 'Really'] } },
];

const READERS: readonly (readonly [Operation, (answer: Answer) => unknown])[] = [
  ['requestToken', readToken],
  ['submitOrder', readOrderCreated],
  ['push', readPushAccepted],
  ['cancelOrder', readCancellation],
  ['requestRefund', readRefund],
  ['registerIpn', readIpnRegistration],
  ['getIpnList', readIpnList],
  ['getTransactionStatus', (answer) => readTransaction(answer, { orderTrackingId: TRACKING_ID })],
  ['getTransactionByMerchantReference', (answer) => readTransaction(answer, { merchantReference: 'INV-1' })],
];

function readOne([operation, read]: (typeof READERS)[number], httpStatus: number, body: unknown): void {
  try {
    read({ operation, httpStatus, contentType: 'application/json', body, redact });
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError);
  }
}

function readAll(httpStatus: number, body: unknown): void {
  for (const reader of READERS) readOne(reader, httpStatus, body);
}

/** What a record means for an order, up to the card that people then see. */
function follow(body: unknown): void {
  const answer: Answer = {
    operation: 'getTransactionStatus',
    httpStatus: 200,
    contentType: '',
    body,
    redact,
  };
  try {
    const record = readTransaction(answer, { orderTrackingId: TRACKING_ID });
    const event = record && eventFrom(record);
    if (!event) return;
    const after = applyEvent(sampleOrder('INV-1', { state: 'pending' }), event, 1);
    expect(JSON.stringify(orderCard(after)).length).toBeLessThan(100_000);
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError);
  }
}

/** What the answer to a refund request means for its order, up to the reply and the card that people then read. */
function followRefund(body: unknown): void {
  const amount = { amount: '1500', currency: 'KES' };
  const refund = { amount, confirmationCode: 'A', remarks: 'x', requestedBy: 'U1', approvedBy: 'U2' };
  const asked = sampleOrder('INV-1', {
    state: 'paid',
    refund: { ...refund, status: 'requested', requestedAt: 1 },
  });
  try {
    const answer = readRefund({
      operation: 'requestRefund',
      httpStatus: 200,
      contentType: '',
      body,
      redact,
    });
    const failure = { reason: 'declined', providerMessage: answer.message } as const;
    const outcome =
      answer.status === 'refused' ? { status: answer.status, failure } : { status: answer.status };
    const after = refundAnswered(asked, outcome, { isRepeat: false, at: 2 });
    const replies = after?.announcements.filter(isNews).map((news) => newsReply(after, news));
    expect(replies).toHaveLength(1);
    expect(JSON.stringify([replies, after && orderCard(after)]).length).toBeLessThan(100_000);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error.outcome).toBeDefined();
  }
}

const status = fc.constantFrom(200, 200, 200, 201, 400, 401, 404, 409, 429, 500, 503);

test('any answer is read as a value or as a ProviderError, whichever operation it answers', async () => {
  const reader = fc.constantFrom(...READERS);
  await expectHarmless(fc.tuple(reader, status, jsonFrom(SAMPLES)), ([one, code, body]) => {
    readOne(one, code, body);
    follow(body);
    followRefund(body);
  });
});

test('ten kilobytes in any field of an answer are read in ten milliseconds', () => {
  expectQuick((text) => readAll(500, { error: { code: text, message: text } }));
  expectQuick((text) => readAll(200, Object.fromEntries(Object.keys(COMPLETED).map((name) => [name, text]))));
  expectQuick((text) => readAll(200, { ...COMPLETED, call_back_url: text, created_date: text }));
  expectQuick((text) => readAll(400, { message: text }));
  expectQuick((text) => expiryOf(`a.${text}.b`, undefined, 1));
});

test('over HTTP any body ends as a value or as a ProviderError', async () => {
  const rig = await createRig();
  const { client, service } = rig;
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    [paths.STATUS, () => client.getTransactionStatus(TRACKING_ID)],
    [paths.BY_REFERENCE, () => client.getTransactionByMerchantReference('INV-1')],
    [paths.SUBMIT, () => client.submitOrder(order())],
    [paths.PUSH, () => client.push(pushOrder())],
    [paths.CANCEL, () => client.cancelOrder(TRACKING_ID)],
    [paths.REFUND, () => client.requestRefund(refund())],
    [paths.IPN_LIST, () => client.getIpnList()],
    [paths.REGISTER, () => client.registerIpn({ url: 'https://t.test/ipn', ipn_notification_type: 'GET' })],
  ];
  const code = fc.constantFrom(200, 200, 200, 400, 404, 500);
  const text = fc.oneof(
    { weight: 3, arbitrary: jsonTextFrom(SAMPLES) },
    textFrom(['<html>Bad gateway</html>', '']),
  );
  try {
    await expectHarmless(
      fc.tuple(fc.constantFrom(...calls), code, text),
      async ([[path, call], httpStatus, body]) => {
        service.on(path, { status: httpStatus, text: body });
        service.calls.length = 0;
        rig.counted.length = 0;
        const failed = await call().then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failed !== undefined) await errorOf(Promise.reject(failed));
      },
      300,
    );
  } finally {
    await rig.close();
  }
});
