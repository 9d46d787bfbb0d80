// Registration of notification URLs, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { type Reply, startMerchant, startReceiver } from './merchant.ts';

const URL_1 = 'http://shop.test/ipn?key=1';

function wrapped(reply: Reply): unknown {
  return JSON.parse(String(reply.body.message));
}

describe('SPEC IPN registration', () => {
  it.each([
    ['GET', 0],
    ['POST', 1],
  ])('SPEC IPN registration response: %s is notification_type %i', async (method, number) => {
    const { register } = await startMerchant({ random: () => 0.5 });
    const { status, body } = await register({ url: URL_1, ipn_notification_type: method });
    expect(status).toBe(200);
    expect(body).toEqual({
      url: URL_1,
      created_date: '2024-03-18T15:25:46.7505000Z',
      ipn_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      notification_type: number,
      ipn_notification_type_description: method,
      ipn_status: 1,
      ipn_status_decription: 'Active',
      error: null,
      status: '200',
    });
  });

  it('SPEC IPN registration response: the misspelled field spelt correctly yields no value', async () => {
    const { register } = await startMerchant();
    const { body } = await register({ url: URL_1, ipn_notification_type: 'GET' });
    expect(body).toHaveProperty('ipn_status_decription');
    expect(body).not.toHaveProperty('ipn_status_description');
  });

  it('SPEC IPN registration response: a new registration has seven fraction digits and a trailing Z', async () => {
    const { register } = await startMerchant();
    const { body } = await register({ url: URL_1, ipn_notification_type: 'GET' });
    expect(body.created_date).toMatch(/^2024-03-18T15:25:46\.750\d{4}Z$/);
  });

  it.each([
    [0.5, '2024-03-18T15:25:46.7505'],
    [0, '2024-03-18T15:25:46.75'],
  ])(
    'SPEC States: the same url again returns the original ipn_id and created_date, trailing zeros trimmed and no Z (%d)',
    async (random, created_date) => {
      const { register, wait, provider } = await startMerchant({ random: () => random });
      const first = await register({ url: URL_1, ipn_notification_type: 'GET' });
      wait(60_000);
      const second = await register({ url: URL_1, ipn_notification_type: 'POST' });
      expect(second.body).toEqual({ ...first.body, created_date });
      expect(provider.registrations()).toHaveLength(1);
    },
  );

  it('SPEC IPN registration response: a moment without fraction reads back without one', async () => {
    const { register, wait, clock } = await startMerchant({ random: () => 0 });
    clock.now = Date.parse('2024-03-18T15:25:40.000Z');
    await register({ url: URL_1, ipn_notification_type: 'GET' });
    wait(8000);
    const { body } = await register({ url: URL_1, ipn_notification_type: 'GET' });
    expect(body.created_date).toBe('2024-03-18T15:25:40');
  });

  it('SPEC IPN registration request: the url is never contacted and need not be HTTPS or exist', async () => {
    const receiver = await startReceiver();
    const { register, wait } = await startMerchant();
    for (const url of [receiver.url, 'http://no-such-host.invalid/x']) {
      expect((await register({ url, ipn_notification_type: 'GET' })).body.error).toBeNull();
      wait(8000);
    }
    expect(receiver.received).toEqual([]);
  });

  it.each(['nonsense', 'shop.test/ipn', 'ftp://shop.test', 7])(
    'SPEC IPN registration request: the url %s fails the check of its shape with code invalid_url',
    async (url) => {
      const { register } = await startMerchant();
      const { status, body } = await register({ url, ipn_notification_type: 'GET' });
      expect(status).toBe(200);
      expect(body).toEqual({
        error: { error_type: 'api_error', code: 'invalid_url', message: expect.stringMatching(/./) },
        status: '500',
      });
    },
  );

  it('SPEC IPN registration request: ipn_notification_type is case insensitive', async () => {
    const { register } = await startMerchant();
    const { body } = await register({ url: URL_1, ipn_notification_type: 'pOsT' });
    expect(body).toMatchObject({ notification_type: 1, ipn_notification_type_description: 'POST' });
  });

  it('SPEC Limits: an ipn_notification_type longer than 4 characters gives a message about length, not values', async () => {
    const { register } = await startMerchant();
    const { body } = await register({ url: URL_1, ipn_notification_type: 'DELETE' });
    expect(body.error?.message).toContain('maximum length of 4');
    expect(body.error?.message).not.toMatch(/GET|POST/);
  });

  it('SPEC IPN registration request: a short wrong value gives a message about the values', async () => {
    const { register } = await startMerchant();
    const { body } = await register({ url: URL_1, ipn_notification_type: 'PUT' });
    expect(body.error?.message).toBe('ipn_notification_type must be GET or POST');
  });

  it('SPEC Errors: an application error is HTTP 200 with error_type, code and message present and non-null, status 500', async () => {
    const { register } = await startMerchant();
    const { status, body } = await register({});
    expect(status).toBe(200);
    expect(body.status).toBe('500');
    for (const field of ['error_type', 'code', 'message'])
      expect(body.error?.[field]).toEqual(expect.stringMatching(/./));
  });

  it('SPEC IPN error details: multiple validation errors arrive pipe-delimited in one string', async () => {
    const { register } = await startMerchant();
    const both = await register({});
    expect(both.body.error?.message).toBe(
      'The url field is required|The ipn_notification_type field is required',
    );
    const other = await register({ url: 'x', ipn_notification_type: 'PUT' });
    expect(String(other.body.error?.message).split('|')).toHaveLength(2);
  });

  it('SPEC IPN error details: malformed JSON produces leading empty segments', async () => {
    const { register } = await startMerchant();
    const { status, body } = await register('{"url":');
    expect(status).toBe(200);
    expect(String(body.error?.message).split('|')).toEqual([
      '',
      '',
      'The url field is required',
      'The ipn_notification_type field is required',
    ]);
  });
});

describe('SPEC Limits: IPN registration rate', () => {
  it('SPEC Errors: sooner than 8 seconds after a success is HTTP 409 in the message-in-string wrapper, no Retry-After', async () => {
    const { register, wait } = await startMerchant();
    await register({ url: URL_1, ipn_notification_type: 'GET' });
    wait(7999);
    const refused = await register({ url: `${URL_1}b`, ipn_notification_type: 'GET' });
    expect(refused.status).toBe(409);
    expect(Object.keys(refused.body)).toEqual(['message']);
    expect(wrapped(refused)).toMatchObject({ error: { error_type: 'api_error' }, status: '409' });
    expect(refused.headers.has('retry-after')).toBe(false);
    wait(1);
    expect((await register({ url: `${URL_1}b`, ipn_notification_type: 'GET' })).status).toBe(200);
  });

  it('SPEC Limits: only a success restarts the clock, refusals and errors do not', async () => {
    const { register, wait } = await startMerchant();
    await register({});
    expect((await register({ url: URL_1, ipn_notification_type: 'GET' })).status).toBe(200);
    wait(7000);
    expect((await register({})).status).toBe(409);
    wait(1000);
    // The same url again is a success, too.
    expect((await register({ url: URL_1, ipn_notification_type: 'GET' })).status).toBe(200);
    expect((await register({ url: URL_1, ipn_notification_type: 'GET' })).status).toBe(409);
  });
});

describe('FACTS GetIpnList', () => {
  it('FACTS GetIpnList: a bare array, with the dates as they read back', async () => {
    const { registered, get } = await startMerchant({ random: () => 0 });
    expect((await get('/URLSetup/GetIpnList')).body).toEqual([]);
    const first = await registered(URL_1, 'GET');
    const second = await registered('http://shop.test/other', 'POST');
    expect((await get('/URLSetup/GetIpnList')).body).toMatchObject([
      { url: URL_1, ipn_id: first, notification_type: 0, created_date: '2024-03-18T15:25:54.75' },
      { url: 'http://shop.test/other', ipn_id: second, notification_type: 1 },
    ]);
  });

  it('FACTS GetIpnList: an error is an object', async () => {
    const { get, useToken } = await startMerchant();
    useToken('none');
    expect((await get('/URLSetup/GetIpnList')).body).toHaveProperty('error.code');
  });
});
