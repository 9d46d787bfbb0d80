// The switchboard of faults: that each does what the tests of others rely on.

import { describe, expect, it } from 'vitest';
import { FAULT_WORDS, type FaultName } from '#sandbox/provider/faults.ts';
import { receipt, startReadyMerchant, startReceiver } from './merchant.ts';

describe('faults before the work', () => {
  it('slow: the answer comes late, and is right', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.slow(40, { operation: 'submitOrder' });
    const startedAt = performance.now();
    const { body } = await submit(order);
    // Timers may fire a little early.
    expect(performance.now() - startedAt).toBeGreaterThan(35);
    expect(body.error).toBeNull();
  });

  it('down: nothing reaches the service', async () => {
    const { submit, order, provider, call } = await startReadyMerchant();
    const before = provider.requests.length;
    const fault = provider.faults.down();
    await expect(submit(order)).rejects.toThrow('fetch failed');
    await expect(call('/no/such/path', {})).rejects.toThrow('fetch failed');
    expect(provider.requests.length).toBe(before);
    fault.end();
    expect((await submit(order)).status).toBe(200);
  });

  it('reset: the request arrives, the work is not done', async () => {
    const { push, pushOrder, provider } = await startReadyMerchant();
    provider.faults.reset({ operation: 'push', times: 1 });
    await expect(push(pushOrder)).rejects.toThrow('fetch failed');
    expect(provider.requestsTo('push')).toMatchObject([{ body: pushOrder, answer: 'lost' }]);
    expect(provider.orders()).toEqual([]);
    expect((await push(pushOrder)).status).toBe(200);
  });

  it('unavailable: 503 with a web page', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.unavailable();
    const reply = await submit(order);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(provider.orders()).toEqual([]);
  });

  it('html: 200 with a web page', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.html();
    const reply = await submit(order);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.text).toContain('<html>');
    expect(provider.orders()).toEqual([]);
  });

  it.each([401, 500, 200] as const)(
    'FACTS Token: unauthorized comes as HTTP %i with the code',
    async (httpStatus) => {
      const { submit, order, provider, requestToken } = await startReadyMerchant();
      provider.faults.unauthorized(httpStatus);
      const { status, body } = await submit(order);
      expect(status).toBe(httpStatus);
      expect(body.error).toMatchObject({
        code: 'invalid_api_credentials_provided',
        message: 'Invalid Access Token',
      });
      expect((await requestToken()).body.error).toBeNull();
    },
  );

  it('unauthorized: IPN registration wraps its 401 in a string', async () => {
    const { register, provider } = await startReadyMerchant();
    provider.faults.unauthorized();
    const { status, body } = await register({});
    expect(status).toBe(401);
    expect(JSON.parse(String(body.message))).toMatchObject({ status: '401' });
  });

  it('FACTS Errors: emptyMessage is an error whose message is empty, in the shape of each operation', async () => {
    const { submit, order, cancel, requestToken, provider } = await startReadyMerchant();
    provider.faults.emptyMessage('test_transactions_exceeded');
    const error = { error_type: 'api_error', code: 'test_transactions_exceeded', message: '' };
    expect((await submit(order)).body).toEqual({ error, status: '500' });
    expect((await requestToken()).body).toMatchObject({ token: null, error });
    expect((await cancel('x')).body).toEqual({ status: '500', message: '' });
  });

  it('SPEC Error object: the example for order failures shows only error_type', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.refuse({});
    expect((await submit(order)).body).toEqual({ error: { error_type: 'api_error' }, status: '500' });
  });

  it('notFound: lookups, and only they, act as if the order did not exist', async () => {
    const { submit, order, byReference, provider } = await startReadyMerchant();
    provider.faults.notFound({ code: 'invalid_api_request_parameters' });
    await submit(order);
    expect((await byReference('order-1')).body).toMatchObject({
      order_tracking_id: null,
      error: { code: 'invalid_api_request_parameters', message: 'Transaction not found' },
    });
    provider.faults.clear('notFound');
    expect((await byReference('order-1')).body.merchant_reference).toBe('order-1');
  });

  it('noTrackingId: lookups, and only they, leave the tracking id out', async () => {
    const { submit, order, byReference, provider } = await startReadyMerchant();
    provider.faults.noTrackingId();
    expect((await submit(order)).body).toHaveProperty('order_tracking_id');
    expect((await byReference('order-1')).body).not.toHaveProperty('order_tracking_id');
    provider.faults.clear('noTrackingId');
    expect((await byReference('order-1')).body).toHaveProperty('order_tracking_id');
  });

  it('refuse: under HTTP 500 with an error object, when asked', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.refuse({ message: 'Sorry', httpStatus: 500 }, { operation: 'submitOrder', times: 1 });
    expect(await submit(order)).toMatchObject({ status: 500, body: { error: { message: 'Sorry' } } });
    expect((await submit(order)).status).toBe(200);
  });

  it('rateLimited: registering answers 409 whatever the time', async () => {
    const { register, wait, provider } = await startReadyMerchant();
    provider.faults.rateLimited({ times: 1 });
    wait(60_000);
    const body = { url: 'http://shop.test/new', ipn_notification_type: 'GET' };
    expect((await register(body)).status).toBe(409);
    expect((await register(body)).status).toBe(200);
  });
});

describe('faults after the work', () => {
  it('lostAnswer: the order exists and the phone rings, the answer is lost', async () => {
    const { push, pushOrder, byReference, provider } = await startReadyMerchant();
    provider.faults.lostAnswer({ operation: 'push', times: 1 });
    await expect(push(pushOrder)).rejects.toThrow('fetch failed');
    expect(provider.prompts).toHaveLength(1);
    expect(provider.requestsTo('push')).toMatchObject([{ answer: 'lost' }]);
    expect((await byReference('order-1')).body.merchant_reference).toBe('order-1');
  });

  it('cutOff: honest headers and half a body, though the work is done', async () => {
    const { post, order, provider } = await startReadyMerchant();
    provider.faults.cutOff({ times: 1 });
    await expect(post('/Transactions/SubmitOrderRequest', order)).rejects.toThrow('terminated');
    expect(provider.orders()).toHaveLength(1);
  });

  it.each([false, true])('hang: no answer until its limit; after the work: %s', async (afterWork) => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.hang({ limitMs: 20, afterWork });
    await expect(submit(order)).rejects.toThrow('fetch failed');
    expect(provider.orders()).toHaveLength(afterWork ? 1 : 0);
  });

  it('hang: ends at stop', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    provider.faults.hang();
    const hanging = expect(submit(order)).rejects.toThrow('fetch failed');
    while (provider.requestsTo('submitOrder').length === 0) await new Promise(setImmediate);
    await provider.stop();
    await hanging;
  });

  it('notifyBeforeAnswer: the customer pays at once and the notification is answered before the order is', async () => {
    const { push, pushOrder, provider, receiver, answered } = await withReceiver();
    provider.faults.notifyBeforeAnswer({ operation: 'push' });
    const { body } = await push(pushOrder);
    expect(receiver.received[0]?.url).toContain(String(body.order_tracking_id));
    expect(answered).toEqual([undefined]);
    // The reused id is no new order: nobody pays again.
    await push(pushOrder);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('faults of notifications', () => {
  it('noNotification: the change happens and no notification is sent', async () => {
    const { push, pushOrder, provider, receiver } = await withReceiver();
    await push(pushOrder);
    provider.faults.noNotification({ times: 1 });
    await provider.customer.decline('order-1');
    expect(receiver.received).toHaveLength(0);
    await provider.customer.pay('order-1');
    expect(receiver.received).toHaveLength(1);
  });

  it('duplicateNotifications: as many copies as asked for', async () => {
    const { push, pushOrder, provider, receiver } = await withReceiver();
    await push(pushOrder);
    provider.faults.duplicateNotifications(200);
    await provider.customer.pay('order-1');
    expect(receiver.received).toHaveLength(200);
    expect(new Set(receiver.received.map(({ url }) => url)).size).toBe(1);
  });
});

describe('the switchboard', () => {
  it('limits a fault to an operation and to a number of times, and lists what is on', async () => {
    const { submit, status, order, provider } = await startReadyMerchant();
    const fault = provider.faults.unavailable({ operation: 'submitOrder', times: 2 });
    expect((await status('x')).status).toBe(200);
    expect((await submit(order)).status).toBe(503);
    expect(provider.faults.list()).toMatchObject([
      {
        name: 'unavailable',
        words: FAULT_WORDS.unavailable,
        operation: 'submitOrder',
        hits: 1,
        timesLeft: 1,
      },
    ]);
    expect((await submit(order)).status).toBe(503);
    expect(provider.faults.list()).toEqual([]);
    expect((await submit(order)).status).toBe(200);
    expect(fault.hits).toBe(2);
  });

  it('knows every fault by name, with usable defaults, and clears them all', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    for (const name of Object.keys(FAULT_WORDS)) provider.faults.switchOn(name as FaultName);
    expect(provider.faults.list()).toHaveLength(Object.keys(FAULT_WORDS).length);
    provider.faults.clear();
    expect(provider.faults.list()).toEqual([]);
    expect((await submit(order)).body.error).toBeNull();
    provider.faults.switchOn('duplicateNotifications');
    await provider.customer.pay('order-1');
    expect(provider.notifications).toHaveLength(3);
  });
});

/** A merchant with a receiver that notes whether the push had been answered when its notification came. */
async function withReceiver() {
  const answered: unknown[] = [];
  const receiver = await startReceiver((request) => {
    answered.push(merchant.provider.requestsTo('push')[0]?.answer);
    return { status: 200, body: receipt(request) };
  });
  const merchant = await startReadyMerchant({
    url: receiver.url,
    notificationRetries: { tries: 3, delayMs: 200, timeoutMs: 60_000 },
  });
  return { ...merchant, receiver, answered };
}
