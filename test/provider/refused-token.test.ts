// A token or a key that the provider refuses: renewed once, and not tried again and again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderClient } from '#provider/client.ts';
import { createRig, errorOf, NOW, order, pushOrder, type Rig, refund, TRACKING_ID } from './rig.ts';
import {
  bearerOf,
  IPN_LIST,
  PUSH,
  REFUND,
  REGISTER,
  type Received,
  type Reply,
  STATUS,
  SUBMIT,
  TOKEN,
  tokenReply,
} from './scripted-service.ts';

const HOUR = 3_600_000;
const refusal = {
  error: {
    error_type: 'api_error',
    code: 'invalid_api_credentials_provided',
    message: 'Invalid Access Token',
  },
  status: '500',
};
const badKey = {
  error: { error_type: 'api_error', code: 'invalid_consumer_key_or_secret_provided', message: '' },
  token: null,
  status: '500',
};
const accepted: Reply = { json: { business_number: '220222', order_tracking_id: TRACKING_ID } };

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
  rig.service.on(IPN_LIST, { json: [] });
});
afterEach(() => rig.close());

const issues = () => rig.service.callsTo(TOKEN).length;
const bearers = (path: string) => rig.service.callsTo(path).map((call) => call.headers.authorization);

describe('a refused token', () => {
  test.each([
    ['a push', PUSH, (client: ProviderClient, check: () => void) => client.push(pushOrder(), check)],
    [
      'a refund',
      REFUND,
      (client: ProviderClient, check: () => void) => client.requestRefund(refund(), check),
    ],
  ])('is no reason to send %s that must not be sent any more', async (_, path, send) => {
    rig.service.on(path, { json: refusal }, { json: { status: '200', message: '' } });
    let lateFrom = 2;
    const check = () => {
      lateFrom -= 1;
      if (lateFrom <= 0) throw new Error('late');
    };
    await expect(send(rig.client, check)).rejects.toThrow('late');
    expect(rig.service.callsTo(path)).toHaveLength(1);
    await expect(send(rig.client, check)).rejects.toThrow('late');
    expect(rig.service.callsTo(path)).toHaveLength(1);
  });

  test('a refusal that names a transaction all the same does not repeat the push, which may have been made', async () => {
    rig.service.on(PUSH, { status: 401, json: { ...refusal, order_tracking_id: TRACKING_ID } }, accepted);
    expect(await errorOf(rig.client.push(pushOrder()))).toMatchObject({ outcome: 'unknown' });
    expect(rig.service.callsTo(PUSH)).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['401 and a page', { status: 401, text: 'Unauthorized' }],
    ['its code under 200', { json: refusal }],
    [
      'its code beside an id of zeros',
      { json: { ...refusal, order_tracking_id: '00000000-0000-0000-0000-000000000000' } },
    ],
    ['its code under 401', { status: 401, json: refusal }],
    ['its code under 500', { status: 500, json: refusal }],
    [
      'its code in a message that is JSON once more',
      { status: 500, json: { message: JSON.stringify(refusal) } },
    ],
  ])('a token that is refused with %s is renewed once and the push repeated once', async (_, reply) => {
    rig.service.on(PUSH, reply, accepted);
    expect((await rig.client.push(pushOrder())).business_number).toBe('220222');
    expect(issues()).toBe(2);
    expect(bearers(PUSH)).toEqual([bearerOf('token-1', NOW + HOUR), bearerOf('token-2', NOW + HOUR)]);
    const [first, second] = rig.service.callsTo(PUSH);
    expect(second?.json).toEqual(first?.json);
  });

  test('a second refused token is an error after one repeat, and nothing was done', async () => {
    rig.service.on(SUBMIT, { json: refusal });
    expect(await errorOf(rig.client.submitOrder(order()))).toMatchObject({
      operation: 'submitOrder',
      kind: 'credentials',
      outcome: 'refused',
      code: 'invalid_api_credentials_provided',
    });
    expect(rig.service.callsTo(SUBMIT)).toHaveLength(2);
    expect(issues()).toBe(2);
  });

  test('a refused token of twenty callers is renewed once for all of them', async () => {
    const old = bearerOf('token-1', NOW + HOUR);
    const onlyNewer = (call: Received): Reply =>
      call.headers.authorization === old ? { json: refusal } : { json: [] };
    rig.service.on(IPN_LIST, onlyNewer);
    await Promise.all(Array.from({ length: 20 }, () => rig.client.getIpnList()));
    expect(issues()).toBe(2);
  });

  test('a token that is refused for a registration is renewed as well', async () => {
    rig.service.on(
      REGISTER,
      { status: 401, json: { message: JSON.stringify(refusal) } },
      { json: { ipn_id: 'i' } },
    );
    const registration = await rig.client.registerIpn({
      url: 'https://bot.test/ipn',
      ipn_notification_type: 'GET',
    });
    expect(registration.ipn_id).toBe('i');
  });
});

describe('a refused consumer key', () => {
  test.each([
    'invalid_consumer_key_or_secret_provided',
    'consumer_key_unknown',
    'invalid_consumer_something_new',
  ])('a consumer key that is refused with %s is a credentials error of the token request', async (code) => {
    rig.service.on(TOKEN, { json: { ...badKey, error: { ...badKey.error, code } } });
    const error = await errorOf(rig.client.push(pushOrder()));
    expect(error).toMatchObject({
      operation: 'requestToken',
      kind: 'credentials',
      outcome: 'refused',
      code,
      providerMessage: code,
    });
    expect(error.message).toContain('PROVIDER_CONSUMER_KEY and PROVIDER_CONSUMER_SECRET');
    expect(rig.service.callsTo(PUSH)).toEqual([]);
  });

  test('a refused consumer key is not tried again for ten seconds, and then it is', async () => {
    rig.service.on(TOKEN, { json: badKey }, tokenReply('good', NOW + HOUR));
    await errorOf(rig.client.getIpnList());
    rig.clock.forward(9_999);
    expect(await errorOf(rig.client.getIpnList())).toMatchObject({ kind: 'credentials' });
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    expect(await rig.client.getIpnList()).toEqual([]);
    expect(issues()).toBe(2);
  });

  test.each([
    { token: null, error: null },
    { token: '', error: null },
    { token: 'two\nlines', error: null },
  ])('an answer without a usable token is not a refused consumer key: %j', async (json) => {
    rig.service.on(TOKEN, { json });
    expect(await errorOf(rig.client.getTransactionStatus(TRACKING_ID))).toMatchObject({
      kind: 'unreadable',
      outcome: 'refused',
    });
    expect(rig.service.callsTo(STATUS)).toEqual([]);
  });
});
