// Token issue and the check of bearer tokens, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startMerchant } from './merchant.ts';

const HOUR_MS = 60 * 60 * 1000;

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

describe('SPEC Access token', () => {
  it('SPEC Access token response: token is a JWT of three base64url parts', async () => {
    const { requestToken } = await startMerchant();
    const { body } = await requestToken();
    expect(String(body.token)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(claimsOf(String(body.token))).toHaveProperty('uid');
  });

  it('SPEC Access token response: its exp claim is an integer', async () => {
    const { requestToken, clock, provider } = await startMerchant();
    const claims = claimsOf(String((await requestToken()).body.token));
    expect(claims.exp).toBe(Math.floor((clock.now + HOUR_MS) / 1000));
    expect(Number.isInteger(claims.exp)).toBe(true);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(claims.uid).toBe(provider.consumerKey);
  });

  it('SPEC Access token response: expiryDate is UTC with seven fraction digits and a trailing Z', async () => {
    const { requestToken } = await startMerchant();
    expect((await requestToken()).body.expiryDate).toMatch(/^2024-03-18T16:25:46\.750\d{4}Z$/);
  });

  it('SPEC Access token response: error is null on success, status is the string 200, message is readable', async () => {
    const { requestToken } = await startMerchant();
    const { status, body } = await requestToken();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      error: null,
      status: '200',
      message: 'Request processed successfully',
    });
  });

  it('SPEC Endpoints 1: no Authorization header is needed', async () => {
    const { requestToken, provider } = await startMerchant();
    await requestToken();
    expect(provider.requestsTo('requestToken').at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['an unknown key', { consumer_key: 'nobody', consumer_secret: 'x' }, 'consumer_key_unknown'],
    ['a missing key', { consumer_secret: 'x' }, 'invalid_consumer_key_or_secret_provided'],
    ['an empty body', {}, 'invalid_consumer_key_or_secret_provided'],
  ])(
    'SPEC Errors: %s at token issue is HTTP 200 with an error object, in the shape of the token response',
    async (_, credentials, code) => {
      const { requestToken } = await startMerchant();
      const { status, body } = await requestToken(credentials);
      expect(status).toBe(200);
      expect(body).toMatchObject({ token: null, expiryDate: null, status: '500', error: { code } });
      expect(body).toHaveProperty('message');
    },
  );

  it('SPEC Access token request: consumer_secret is required and must be the right one', async () => {
    const { requestToken, provider } = await startMerchant();
    for (const consumer_secret of ['wrong', undefined]) {
      const { body } = await requestToken({ consumer_key: provider.consumerKey, consumer_secret });
      expect(body).toMatchObject({ error: { code: 'invalid_consumer_key_or_secret_provided', message: '' } });
    }
  });

  it('SPEC Errors: a missing Content-Type at token issue is HTTP 415 with a plain-text message and no error object', async () => {
    const { call } = await startMerchant();
    const { status, body } = await call('/Auth/RequestToken', { method: 'POST', body: Buffer.from('{}') });
    expect(status).toBe(415);
    expect(Object.keys(body)).toEqual(['message']);
    expect(body.message).toContain('media type');
  });
});

describe('SPEC Authentication', () => {
  it('SPEC Limits: a token is valid for 60 minutes and not longer', async () => {
    const { status, wait } = await startMerchant();
    wait(HOUR_MS - 1000);
    expect((await status('x')).status).toBe(200);
    wait(1000);
    expect(await status('x')).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_credentials_provided', message: 'Invalid Access Token' } },
    });
  });

  it.each([
    ['submitOrder', 'POST', '/Transactions/SubmitOrderRequest'],
    ['push', 'POST', '/transactions/stk'],
    ['cancelOrder', 'POST', '/Transactions/CancelOrder'],
    ['lookup by reference', 'GET', '/Transactions/GetTransactionByMerchantReference?merchantReference=a'],
    ['getTransactionStatus', 'GET', '/Transactions/GetTransactionStatus?orderTrackingId=a'],
    ['getIpnList', 'GET', '/URLSetup/GetIpnList'],
    ['requestRefund', 'POST', '/Transactions/RefundRequest'],
  ])('SPEC Authentication 3: %s wants a bearer token', async (_, method, path) => {
    const { call } = await startMerchant();
    const headers = { 'content-type': 'application/json' };
    const missing = await call(path, { method, headers });
    expect(missing.status).toBe(401);
    expect(missing.body).toMatchObject({
      error: { error_type: 'authentication_error', code: 'invalid_api_credentials_provided' },
      status: '401',
    });
    const wrong = await call(path, { method, headers: { ...headers, authorization: 'Bearer a.b.c' } });
    expect(wrong.status).toBe(401);
  });

  it('SPEC Authentication 4: no Authorization header at IPN registration is HTTP 401 whose message is JSON in a string', async () => {
    const { call } = await startMerchant();
    const { status, body } = await call('/URLSetup/RegisterIPN', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(401);
    expect(Object.keys(body)).toEqual(['message']);
    expect(JSON.parse(String(body.message))).toEqual({
      error: {
        error_type: 'authentication_error',
        code: 'invalid_api_credentials_provided',
        message: 'Invalid or Missing Credentials Provided',
      },
      status: '401',
    });
  });

  it('refuses a token whose claims were altered, and all tokens once they are revoked', async () => {
    const { requestToken, status, useToken, provider } = await startMerchant();
    const token = String((await requestToken()).body.token);
    const [head, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ exp: 9_999_999_999 })).toString('base64url');
    useToken(`${head}.${forged}.${signature}`);
    expect((await status('x')).status).toBe(401);
    useToken(token);
    expect((await status('x')).status).toBe(200);
    provider.revokeTokens();
    expect((await status('x')).status).toBe(401);
    useToken(String((await requestToken()).body.token));
    expect((await status('x')).status).toBe(200);
  });
});
