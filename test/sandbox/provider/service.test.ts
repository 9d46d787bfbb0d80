// What holds for every operation of the stand-in, clause by clause of SPEC.md, and its record of the wire.

import { describe, expect, it } from 'vitest';
import { startProviderSandbox } from '#sandbox/provider/provider.ts';
import { startReadyMerchant } from './merchant.ts';

describe('SPEC General behaviours', () => {
  it('SPEC General: unknown fields in a request body are silently ignored', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    const unknown = { order_tracking_id: 'mine', payment: { status_code: 1 }, kind: 'push', msisdn: 7 };
    const { body } = await submit({ ...order, ...unknown });
    expect(body).toMatchObject({ error: null, status: '200' });
    expect(body.order_tracking_id).not.toBe('mine');
    expect(provider.find('order-1')).toMatchObject({ kind: 'link' });
    expect(provider.find('order-1')).not.toHaveProperty('payment');
    expect(provider.find('order-1')).not.toHaveProperty('msisdn');
  });

  it('SPEC General: a misspelled field name produces no error and has no effect', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    const { body } = await submit({ ...order, brunch: 'x'.repeat(99), canccelation_url: 'http://shop.test' });
    expect(body).toMatchObject({ error: null });
    expect(provider.find('order-1')).not.toHaveProperty('cancellation_url');
  });

  it('SPEC What the service does 4: there is no separate subscriptions endpoint', async () => {
    const { post } = await startReadyMerchant();
    expect((await post('/Transactions/Subscriptions', {})).status).toBe(404);
  });
});

describe('SPEC Errors: before the application', () => {
  it('SPEC Errors: an unknown path is 404 with a message only, even without a token', async () => {
    const { call, provider } = await startReadyMerchant();
    const before = provider.requests.length;
    const { status, body } = await call('/Transactions/Nothing', { method: 'POST' });
    expect(status).toBe(404);
    expect(Object.keys(body)).toEqual(['message']);
    expect(provider.requests.length).toBe(before);
  });

  it('SPEC Errors: a wrong method is 405 with a message only, even without a token', async () => {
    const { call } = await startReadyMerchant();
    const { status, body } = await call('/Transactions/SubmitOrderRequest', { method: 'GET' });
    expect(status).toBe(405);
    expect(Object.keys(body)).toEqual(['message']);
  });

  it('survives a path that is no path', async () => {
    const { provider } = await startReadyMerchant();
    const response = await fetch(`${new URL(provider.baseUrl).origin}//`);
    expect(response.status).toBe(404);
  });

  it('answers 404 outside of its base URL, too', async () => {
    const { provider } = await startReadyMerchant();
    const response = await fetch(new URL('/elsewhere', provider.baseUrl));
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty('message');
  });

  it('SPEC Endpoints: bodies are JSON with Content-Type application/json', async () => {
    const { post, order } = await startReadyMerchant();
    const { status, body } = await post('/Transactions/SubmitOrderRequest', order, {
      'content-type': 'text/plain',
    });
    expect(status).toBe(415);
    expect(body.message).toContain('text/plain');
  });
});

describe('the record of the wire', () => {
  it('keeps what was asked and answered, without the token, in order of arrival', async () => {
    const { submit, order, provider, status } = await startReadyMerchant();
    const received: string[] = [];
    const stopListening = provider.onWire((record) => received.push(record.operation));
    const { body } = await submit(order);
    await status(String(body.order_tracking_id));
    stopListening();
    await status('unheard');

    const [record] = provider.requestsTo('submitOrder');
    expect(record).toMatchObject({
      operation: 'submitOrder',
      method: 'POST',
      path: '/Transactions/SubmitOrderRequest',
      query: {},
      headers: { authorization: 'Bearer ***', 'content-type': 'application/json' },
      body: order,
      rawBody: JSON.stringify(order),
      answer: { status: 200, body },
    });
    expect(provider.requestsTo('getTransactionStatus')[0]?.query).toEqual({
      orderTrackingId: body.order_tracking_id,
    });
    expect(provider.requests.map((request) => request.operation)).toEqual([
      'requestToken',
      'registerIpn',
      'submitOrder',
      'getTransactionStatus',
      'getTransactionStatus',
    ]);
    expect(received).toEqual(['submitOrder', 'getTransactionStatus']);
  });

  it('starts on a port of choice, says no when it is taken, and can be stopped twice', async () => {
    const first = await startProviderSandbox();
    const port = Number(new URL(first.baseUrl).port);
    await expect(startProviderSandbox({ port })).rejects.toThrow('EADDRINUSE');
    await first.stop();
    await first.stop();
    const second = await startProviderSandbox({ port });
    expect(second.baseUrl).toBe(first.baseUrl);
    await second.stop();
  });
});
