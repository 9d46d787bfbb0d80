// Order creation and its limits, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

const CURRENCIES =
  'KES UGX TZS RWF ZMW MWK ZWL BWP ZAR NGN GHS ETB EGP MAD XAF XOF BIF SOS CDF AOA MZN NAD LSL SZL USD GBP EUR JPY CHF CAD AUD CNY INR AED SAR'.split(
    ' ',
  );
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('SPEC Order creation response', () => {
  it('SPEC Order creation response: tracking id, the id that was sent, a redirect_url, a null error, a status', async () => {
    const { submit, order } = await startReadyMerchant();
    const { status, body } = await submit(order);
    expect(status).toBe(200);
    expect(body).toEqual({
      order_tracking_id: expect.stringMatching(GUID),
      merchant_reference: 'order-1',
      redirect_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/page\//),
      error: null,
      status: '200',
    });
  });

  it('SPEC Endpoints 2: success and failure have one shape, failure is HTTP 200 with an error object and a status string', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    const { status, body } = await submit({ ...order, currency: 'XXX' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      order_tracking_id: null,
      merchant_reference: null,
      redirect_url: null,
      error: { error_type: 'api_error', code: 'invalid_api_request_parameters' },
      status: '500',
    });
    expect(provider.orders()).toEqual([]);
  });
});

describe('SPEC Order request', () => {
  it.each(['id', 'currency', 'amount', 'description', 'callback_url', 'notification_id', 'billing_address'])(
    'SPEC Order request: %s is required, and its lack is an error object on HTTP 200',
    async (field) => {
      const { submit, order } = await startReadyMerchant();
      for (const absent of [undefined, null]) {
        const { status, body } = await submit({ ...order, [field]: absent });
        expect(status).toBe(200);
        expect(body.error?.message).toBe(`The ${field} field is required`);
      }
    },
  );

  it('SPEC Order request: an id of at most 50 characters is accepted', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, id: 'x'.repeat(50) })).body.error).toBeNull();
  });

  it.each([51, 150])(
    'SPEC Order request: an id of 51 to 150 characters (%i) fails with a generic decline that does not mention length',
    async (length) => {
      const { submit, order, provider } = await startReadyMerchant();
      const { status, body } = await submit({ ...order, id: 'x'.repeat(length) });
      expect(status).toBe(200);
      expect(body.error?.message).toContain('declined');
      expect(JSON.stringify(body)).not.toMatch(/length|long|character|\b50\b|\bid\b/i);
      expect(provider.orders()).toEqual([]);
    },
  );

  it('SPEC Order request: an id above 150 characters is refused', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, id: 'x'.repeat(151) })).body.error?.message).toContain('150');
  });

  it('FACTS Order id: only letters, digits and - _ . : are taken', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, id: 'Aa0-_.:' })).body.error).toBeNull();
    for (const id of ['a b', 'a/b', 'ä'])
      expect((await submit({ ...order, id })).body.status, id).toBe('500');
  });

  it('SPEC Order request: every currency of the lookup table is accepted', async () => {
    const { submit, order } = await startReadyMerchant();
    for (const currency of CURRENCIES)
      expect((await submit({ ...order, id: currency, currency })).body.error, currency).toBeNull();
  });

  it('SPEC Order request: a currency is at most 3 characters and of the table', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, currency: 'KESS' })).body.error?.message).toContain('length');
    for (const currency of ['XXX', 'kes', 'KE'])
      expect((await submit({ ...order, currency })).body.error?.message).toContain('must be one of');
  });

  it('SPEC Order request: the amount is a number', async () => {
    const { submit, order } = await startReadyMerchant();
    for (const amount of ['100', true, {}])
      expect((await submit({ ...order, amount })).body.error?.message).toBe('amount must be numeric');
  });

  it('SPEC Limits: no maximum length of a description is enforced', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, description: 'x'.repeat(20_000) })).body.error).toBeNull();
  });

  it('SPEC Order request: a callback_url in plain HTTP is accepted, and cancellation_url may be left out', async () => {
    const { submit, order } = await startReadyMerchant();
    expect(order.callback_url).toMatch(/^http:/);
    expect(order).not.toHaveProperty('cancellation_url');
    expect((await submit(order)).body.error).toBeNull();
  });

  it('SPEC Order request: notification_id must come from IPN registration, else InvalidIpnId in PascalCase', async () => {
    const { submit, order } = await startReadyMerchant();
    for (const notification_id of ['nonsense', '00000000-0000-0000-0000-000000000000'])
      expect((await submit({ ...order, notification_id })).body.error?.code).toBe('InvalidIpnId');
  });

  it('SPEC Order request: billing_address is mandatory but an empty object is accepted', async () => {
    const { submit, order } = await startReadyMerchant();
    expect(order.billing_address).toEqual({});
    expect((await submit(order)).body.error).toBeNull();
    expect((await submit({ ...order, billing_address: 'here' })).body.error?.message).toContain(
      'billing_address must be an object',
    );
  });

  it.each(['TOP_WINDOW', 'PARENT_WINDOW'])('SPEC Order request: redirect_mode may be %s', async (mode) => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, redirect_mode: mode })).body.error).toBeNull();
  });

  it('SPEC Order request: redirect_mode may be nothing else', async () => {
    const { submit, order } = await startReadyMerchant();
    expect((await submit({ ...order, redirect_mode: 'POPUP' })).body.error?.message).toContain('TOP_WINDOW');
  });

  it.each([
    ['branch', 30],
    ['account_number', 50],
    ['billing_address.email_address', 60],
    ['billing_address.first_name', 50],
    ['billing_address.middle_name', 50],
    ['billing_address.last_name', 50],
    ['billing_address.country_code', 3],
  ])('SPEC Limits: %s has at most %i characters', async (path, most) => {
    const { submit, order } = await startReadyMerchant();
    const filled = (length: number) => {
      const value = 'x'.repeat(length);
      const [outer = '', inner] = path.split('.');
      return { ...order, [outer]: inner ? { [inner]: value } : value };
    };
    expect((await submit(filled(most))).body.error).toBeNull();
    const { body } = await submit({ ...filled(most + 1), id: 'order-2' });
    expect(body.error?.message).toBe(`${path} has a maximum length of ${most} characters`);
  });

  it('SPEC billing_address: the other fields have no limit', async () => {
    const { submit, order } = await startReadyMerchant();
    const long = 'x'.repeat(500);
    const billing_address = {
      phone_number: long,
      line_1: long,
      line_2: long,
      city: long,
      state: long,
      postal_code: long,
      zip_code: long,
    };
    expect((await submit({ ...order, billing_address })).body.error).toBeNull();
  });

  it('SPEC Order request: texts are strings', async () => {
    const { submit, order } = await startReadyMerchant();
    const { body } = await submit({ ...order, id: 7, billing_address: { city: 1 } });
    expect(body.error?.message).toBe('id must be a string|billing_address.city must be a string');
  });

  it('malformed JSON is an error object on HTTP 200, with leading empty segments', async () => {
    const { submit } = await startReadyMerchant();
    const { status, body } = await submit('{"id":');
    expect(status).toBe(200);
    expect(body.error?.message).toMatch(/^\|\|The id field is required\|/);
  });

  it('several mistakes arrive in one message, joined by pipes', async () => {
    const { submit, order } = await startReadyMerchant();
    const { body } = await submit({ ...order, amount: undefined, branch: 'x'.repeat(31), currency: 'XXX' });
    expect(String(body.error?.message).split('|')).toHaveLength(3);
  });
});

describe('SPEC States: an id already used', () => {
  it('SPEC States: order creation with the same id returns the original order at its original amount, no error', async () => {
    const { submit, order, status, provider } = await startReadyMerchant();
    const first = await submit(order);
    const second = await submit({ ...order, amount: 999, currency: 'USD' });
    expect(second.body).toEqual(first.body);
    expect((await status(String(first.body.order_tracking_id))).body).toMatchObject({
      amount: 100.5,
      currency: 'KES',
    });
    expect(provider.orders()).toHaveLength(1);
  });
});
