// Which answers to a status request mean that there is no such transaction, and which must not be taken for that.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRig, errorOf, type Rig, TRACKING_ID } from './rig.ts';
import { completed, pending } from './sample-records.ts';
import { BY_REFERENCE, type Reply, STATUS } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

describe('a transaction that the service does not know', () => {
  test.each<[string, unknown]>([
    [
      'the published code',
      { error: { error_type: 'api_error', code: 'payment_details_not_found', message: '' }, status: '500' },
    ],
    [
      'the published code beside a record of nulls',
      {
        ...Object.fromEntries(Object.keys(pending).map((field) => [field, null])),
        status_code: 0,
        error: { ...pending.error, message: 'Transaction not found' },
        status: '500',
      },
    ],
    [
      'another code that says so',
      { error: { error_type: 'api_error', code: 'transaction_not_found', message: null }, status: '500' },
    ],
    [
      'words that say so',
      { error: { error_type: 'api_error', code: '', message: 'No transaction with that reference' } },
    ],
  ])('a transaction is unknown to the service when it answers %s', async (_, json) => {
    rig.service.on(STATUS, { json });
    rig.service.on(BY_REFERENCE, { json });
    expect(await rig.client.getTransactionStatus(TRACKING_ID)).toBeUndefined();
    expect(await rig.client.getTransactionByMerchantReference('nobody')).toBeUndefined();
  });
});

describe('an answer that repeats what was asked', () => {
  const words = {
    code: 'invalid_merchant_reference',
    message: 'Transaction with the given reference was not found',
  };
  const echo = { merchant_reference: 'INV-1', order_tracking_id: TRACKING_ID.toUpperCase() };
  const nulls = { code: null, message: null };
  test.each<[string, object]>([
    ['beside words', { status_code: 0, ...echo, error: words, status: '500' }],
    ['beside a code', { status_code: 0, ...echo, error: { ...words, message: '' }, status: '500' }],
    ['beside an amount that it cannot have', { status_code: 0, amount: 5, ...echo, error: words }],
    ['as a failure', { status_code: 2, ...echo, error: words, status: '500' }],
    ['in a blank record', { status_code: 0, ...echo, error: nulls, status: '200' }],
  ])('%s is no order', async (_, json) => {
    const { order_tracking_id, merchant_reference } = echo;
    rig.service.on(STATUS, { json: { ...json, merchant_reference: null } });
    rig.service.on(BY_REFERENCE, { json: { ...json, order_tracking_id: null } });
    expect(await rig.client.getTransactionStatus(order_tracking_id.toLowerCase())).toBeUndefined();
    expect(await rig.client.getTransactionByMerchantReference(merchant_reference)).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['money', { status_code: 1, amount: 5, currency: 'KES', error: words }, 'completed'],
    ['a pending error', { status_code: 0, error: pending.error, status: '500' }, 'pending'],
    ['an amount', { status_code: 0, amount: 5, error: { ...pending.error, message: '' } }, 'pending'],
    [
      'an amount beside the pending code in words',
      { status_code: 0, amount: 5, error: { ...pending.error, message: 'Payment details not found' } },
      'pending',
    ],
    ['another tracking id', { status_code: 0, order_tracking_id: TRACKING_ID, error: nulls }, 'unknown'],
  ])('is an order with %s', async (_, json, outcome) => {
    rig.service.on(BY_REFERENCE, { json: { merchant_reference: 'INV-1', ...json } });
    expect(await rig.client.getTransactionByMerchantReference('INV-1')).toMatchObject({ outcome });
  });

  test('is no answer where the provider failed', async () => {
    rig.service.on(BY_REFERENCE, {
      json: { status_code: 0, ...echo, order_tracking_id: null, status: '500' },
    });
    expect(await errorOf(rig.client.getTransactionByMerchantReference('INV-1'))).toMatchObject({
      kind: 'unreadable',
    });
  });
});

test('a transaction that is called pending is known, although its record has no tracking id', async () => {
  const json = { ...pending, order_tracking_id: null };
  rig.service.on(STATUS, { json });
  rig.service.on(BY_REFERENCE, { json });
  expect(await rig.client.getTransactionStatus(TRACKING_ID)).toMatchObject({ outcome: 'pending' });
  expect(await rig.client.getTransactionByMerchantReference('1')).toMatchObject({ outcome: 'pending' });
});

describe('another trouble is not read as an unknown transaction:', () => {
  test.each<[string, string, Reply]>([
    ['a wrong address', 'unavailable', { status: 404, json: { message: 'No HTTP resource was found' } }],
    ['a 404 page', 'unavailable', { status: 404, text: '<h1>Not found</h1>' }],
    [
      'a wrong parameter name',
      'invalid_request',
      {
        json: {
          error: { error_type: 'api_error', code: 'invalid_api_request_parameters', message: 'not found' },
        },
      },
    ],
    [
      'a general failure',
      'unavailable',
      { json: { error: { error_type: 'api_error', code: null, message: null }, status: '500' } },
    ],
    [
      'a server fault with the same code',
      'unavailable',
      { status: 500, json: { error: { code: 'payment_details_not_found', message: 'not found' } } },
    ],
    ['a record under a server fault', 'unavailable', { status: 500, json: completed }],
    ['a proxy’s page', 'unreadable', { text: '<html>not found</html>' }],
    ['an empty answer', 'unreadable', { text: '' }],
    ['an empty object', 'unreadable', { json: {} }],
    ['JSON null', 'unreadable', { text: 'null' }],
    ['half an answer', 'unreadable', { text: JSON.stringify(completed).slice(0, 200) }],
    ['a refused token', 'credentials', { status: 401, text: 'not found' }],
    [
      'a refused token under 200',
      'credentials',
      { json: { error: { code: 'invalid_api_credentials_provided', message: 'Invalid Access Token' } } },
    ],
    ['a rate limit', 'rate_limited', { status: 429, text: 'not found' }],
  ])('%s is %s and not an unknown transaction', async (_, kind, reply) => {
    rig.service.on(STATUS, reply);
    rig.service.on(BY_REFERENCE, reply);
    expect(await errorOf(rig.client.getTransactionStatus(TRACKING_ID))).toMatchObject({
      kind,
      outcome: 'refused',
    });
    expect(await errorOf(rig.client.getTransactionByMerchantReference('INV-1'))).toMatchObject({
      kind,
      outcome: 'refused',
    });
  });

  test('a status request for an empty id is not sent', async () => {
    expect(await errorOf(rig.client.getTransactionByMerchantReference(' '))).toMatchObject({
      kind: 'invalid_request',
    });
    expect(await errorOf(rig.client.getTransactionStatus(''))).toMatchObject({ kind: 'invalid_request' });
    expect(rig.service.calls).toEqual([]);
  });
});
