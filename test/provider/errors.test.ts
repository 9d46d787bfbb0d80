// SPEC.md, Errors: one test for each row, and for each published code.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRig, errorOf, order, pushOrder, type Rig, TRACKING_ID } from './rig.ts';
import { CANCEL, PUSH, REGISTER, type Reply, SUBMIT, TOKEN } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const registration = { url: 'https://bot.test/ipn', ipn_notification_type: 'GET' };
const apiError = (code: string | null, message: string | null) => ({
  error: { error_type: 'api_error', code, message },
  status: '500',
});

async function submitError(reply: Reply) {
  rig.service.on(SUBMIT, reply);
  return errorOf(rig.client.submitOrder(order()));
}

async function pushError(reply: Reply) {
  rig.service.on(PUSH, reply);
  return errorOf(rig.client.push(pushOrder()));
}

async function registerError(reply: Reply) {
  rig.service.on(REGISTER, reply);
  return errorOf(rig.client.registerIpn(registration));
}

describe('an application error under HTTP 200', () => {
  test.each([
    ['amount_exceeds_default_limit', 'declined'],
    ['maximum_amount_limit_exceeded', 'declined'],
    ['test_transactions_exceeded', 'declined'],
    ['something_never_seen', 'declined'],
    ['invalid_api_request_parameters', 'invalid_request'],
    ['InvalidIpnId', 'invalid_request'],
    ['invalidipnid', 'declined'],
  ])('an error under HTTP 200 with code %s is %s, and keeps its code exactly', async (code, kind) => {
    expect(await submitError({ json: apiError(code, 'Words of the service') })).toMatchObject({
      operation: 'submitOrder',
      kind,
      outcome: 'refused',
      code,
      providerMessage: 'Words of the service',
      httpStatus: 200,
    });
  });

  test('an error under HTTP 200 with only a type, as for an id that is too long, is declined', async () => {
    expect(await submitError({ json: { error: { error_type: 'api_error' }, status: '500' } })).toMatchObject({
      kind: 'declined',
      outcome: 'refused',
      code: undefined,
      providerMessage: 'api_error',
    });
  });

  test('an error beside a tracking id has an unknown outcome', async () => {
    const json = { ...apiError('something_never_seen', 'Odd'), order_tracking_id: TRACKING_ID };
    expect(await submitError({ json })).toMatchObject({ kind: 'declined', outcome: 'unknown' });
  });

  test('an error for a push with a wrong method is an invalid request', async () => {
    expect(await pushError({ json: apiError(null, 'Invalid Payment method provided') })).toMatchObject({
      kind: 'invalid_request',
      outcome: 'refused',
      providerMessage: 'Invalid Payment method provided',
    });
  });

  test('an error for a registration joins the pipe-delimited faults and leaves out empty ones', async () => {
    const json = {
      error_type: 'api_error',
      code: 'invalid_url',
      message: '||The url is required.| |Type is too long|',
      status: '500',
    };
    const error = await registerError({ json: { error: json, status: '500' } });
    expect(error).toMatchObject({
      kind: 'invalid_request',
      code: 'invalid_url',
      providerMessage: 'The url is required.; Type is too long',
    });
    expect((await registerError({ json })).providerMessage).toBe(error.providerMessage);
  });

  test('an error about the order’s state has the kind order_state', async () => {
    rig.service.on(CANCEL, { json: apiError(null, 'Invalid order state. Order cannot be cancelled.') });
    expect(await errorOf(rig.client.cancelOrder(TRACKING_ID))).toMatchObject({
      kind: 'order_state',
      outcome: 'refused',
    });
  });
});

describe('an error by HTTP status', () => {
  test('status 400 with model state names the fields and their faults', async () => {
    const json = {
      message: 'The request is invalid.',
      modelState: {
        'request.msisdn': ['The msisdn field is required.'],
        'request.billing_address.city': ['Too long.', 'Too odd.'],
      },
    };
    expect(await pushError({ status: 400, json })).toMatchObject({
      kind: 'invalid_request',
      outcome: 'refused',
      providerMessage: 'msisdn: The msisdn field is required.; billing_address.city: Too long. Too odd.',
      fields: [
        { field: 'msisdn', message: 'The msisdn field is required.' },
        { field: 'billing_address.city', message: 'Too long. Too odd.' },
      ],
    });
  });

  test('status 400 with model state keeps field paths that have no model name before them', async () => {
    const modelState = {
      msisdn: ['Missing.'],
      'billing_address.city': ['Too long.'],
      'subscription_details.start_date': ['Too soon.'],
      'model.subscription_details.end_date': ['Too odd.'],
    };
    const { fields } = await pushError({ status: 400, json: { message: 'Invalid.', modelState } });
    expect(fields.map(({ field }) => field)).toEqual([
      'msisdn',
      'billing_address.city',
      'subscription_details.start_date',
      'subscription_details.end_date',
    ]);
  });

  test('status 415 for a token request is unavailable, and no order was sent', async () => {
    rig.service.on(TOKEN, { status: 415, json: { message: 'The request entity is not supported.' } });
    const error = await errorOf(rig.client.push(pushOrder()));
    expect(error).toMatchObject({
      operation: 'requestToken',
      kind: 'unavailable',
      outcome: 'refused',
      httpStatus: 415,
    });
    expect(error.message).toContain('PROVIDER_BASE_URL');
    expect(rig.service.callsTo(PUSH)).toEqual([]);
  });

  test.each([404, 405])('status %i means a wrong address, and that nothing was done', async (status) => {
    const error = await pushError({ status, json: { message: 'No HTTP resource was found' } });
    expect(error).toMatchObject({
      kind: 'unavailable',
      outcome: 'refused',
      providerMessage: 'No HTTP resource was found',
    });
    expect(error.message).toContain('PROVIDER_BASE_URL');
  });

  test('status 401 with its error encoded twice is read down to its code', async () => {
    const inner = {
      error: {
        error_type: 'authentication_error',
        code: 'invalid_api_credentials_provided',
        message: 'Invalid or Missing Credentials Provided',
      },
      status: '401',
    };
    expect(await registerError({ status: 401, json: { message: JSON.stringify(inner) } })).toMatchObject({
      kind: 'credentials',
      outcome: 'refused',
      code: 'invalid_api_credentials_provided',
      providerMessage: 'Invalid or Missing Credentials Provided',
      httpStatus: 401,
    });
  });

  test('status 409 is a rate limit, with the error encoded twice or not', async () => {
    const inner = {
      error: { error_type: 'api_error', code: 'rate_limit', message: 'Too many requests' },
      status: '409',
    };
    expect(await registerError({ status: 409, json: { message: JSON.stringify(inner) } })).toMatchObject({
      kind: 'rate_limited',
      outcome: 'refused',
      code: 'rate_limit',
      providerMessage: 'Too many requests',
    });
    expect(await registerError({ status: 409, json: { message: 'Conflict {' } })).toMatchObject({
      kind: 'rate_limited',
    });
    expect(rig.service.callsTo(REGISTER)).toHaveLength(2);
  });

  test.each([500, 502, 503, 504, 408])(
    'status %i after a push has an unknown outcome, and the push is not repeated',
    async (status) => {
      expect(await pushError({ status, json: { message: 'An error has occurred.' } })).toMatchObject({
        kind: 'unavailable',
        outcome: 'unknown',
        httpStatus: status,
        providerMessage: 'An error has occurred.',
      });
      expect(rig.service.callsTo(PUSH)).toHaveLength(1);
    },
  );

  test('status 403 from a gateway is unavailable, not a fault of the order', async () => {
    expect(await submitError({ status: 403, text: '<h1>Forbidden</h1>' })).toMatchObject({
      kind: 'unavailable',
      outcome: 'refused',
    });
  });
});
