// The mobile money push, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

describe('SPEC Mobile money push', () => {
  it.each([
    ['MpesaKE', '220222'],
    ['AirtelKE', 'AIRTELKE'],
    ['AirtelUG', 'AIRTELUG'],
  ])('SPEC Mobile money push response: business_number of %s is %s', async (payment_method, number) => {
    const { push, pushOrder } = await startReadyMerchant();
    const { status, body } = await push({ ...pushOrder, payment_method });
    expect(status).toBe(200);
    expect(body).toEqual({
      business_number: number,
      account_number: expect.stringMatching(/^\w+$/),
      payment_message: expect.stringContaining('PIN'),
      order_tracking_id: expect.any(String),
      merchant_reference: expect.any(String),
      redirect_url: null,
      error: null,
      status: '200',
    });
  });

  it('SPEC Mobile money push response: merchant_reference is generated and does not echo the id', async () => {
    const { push, pushOrder } = await startReadyMerchant();
    const { body } = await push(pushOrder);
    expect(body.merchant_reference).not.toBe('order-1');
    expect(body.merchant_reference).toMatch(/^\d+$/);
  });

  it('SPEC Mobile money push response: the order is stored under the id sent, and a lookup returns it under that id', async () => {
    const { push, pushOrder, byReference } = await startReadyMerchant();
    const { body } = await push(pushOrder);
    expect((await byReference('order-1')).body).toMatchObject({
      merchant_reference: 'order-1',
      order_tracking_id: body.order_tracking_id,
    });
    const generated = await byReference(String(body.merchant_reference));
    expect(generated.body.order_tracking_id).toBeNull();
  });

  it('SPEC Mobile money push response: redirect_url is always null', async () => {
    const { push, pushOrder } = await startReadyMerchant();
    expect((await push(pushOrder)).body.redirect_url).toBeNull();
    expect((await push({ ...pushOrder, payment_method: 'MtnUG' })).body.redirect_url).toBeNull();
  });

  it('SPEC What the service does 3: a push sends a PIN prompt straight to the phone number', async () => {
    const { push, pushOrder, provider, clock } = await startReadyMerchant();
    const { body } = await push(pushOrder);
    expect(provider.prompts).toEqual([
      {
        msisdn: '254712356689',
        payment_method: 'MpesaKE',
        amount: 100.5,
        currency: 'KES',
        description: 'Two bags of maize',
        order_tracking_id: body.order_tracking_id,
        id: 'order-1',
        at: clock.now,
      },
    ]);
  });

  it('SPEC Mobile money push additions: msisdn is not validated for shape, an order is still created', async () => {
    const { push, pushOrder, provider } = await startReadyMerchant();
    const { body } = await push({ ...pushOrder, msisdn: 'not a number' });
    expect(body.error).toBeNull();
    expect(provider.find('order-1')).toMatchObject({ msisdn: 'not a number' });
  });

  it.each(['MpesaTZ', 'MtnUG', 'TigoTZ', 'VodacomTZ', 'mpesake', 'Visa'])(
    'SPEC Errors: payment_method %s is HTTP 200, ordinary error shape, Invalid Payment method provided',
    async (payment_method) => {
      const { push, pushOrder, provider } = await startReadyMerchant();
      const { status, body } = await push({ ...pushOrder, payment_method });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        order_tracking_id: null,
        error: { error_type: 'api_error', message: 'Invalid Payment method provided' },
        status: '500',
      });
      expect(provider.prompts).toEqual([]);
    },
  );

  it.each([
    'id',
    'currency',
    'amount',
    'description',
    'callback_url',
    'notification_id',
    'billing_address',
    'msisdn',
    'payment_method',
  ])('SPEC Errors: a push without the required %s is HTTP 400 with a model state', async (field) => {
    const { push, pushOrder, provider } = await startReadyMerchant();
    const { status, body } = await push({ ...pushOrder, [field]: undefined });
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'The request is invalid.',
      modelState: { [`model.${field}`]: [`The ${field} field is required.`] },
    });
    expect(provider.prompts).toEqual([]);
  });

  it('SPEC Errors: the keys of the model state are field paths, one for each missing field', async () => {
    const { push, pushOrder } = await startReadyMerchant();
    const { body } = await push({ ...pushOrder, msisdn: '', subscription_details: {} });
    expect(Object.keys(body.modelState ?? {})).toEqual([
      'model.msisdn',
      'model.subscription_details.start_date',
      'model.subscription_details.end_date',
      'model.subscription_details.frequency',
    ]);
    const malformed = await push('{');
    expect(malformed.status).toBe(400);
    expect(Object.keys(malformed.body.modelState ?? {})).toHaveLength(9);
  });

  it('SPEC Endpoints 3: an invalid field value is HTTP 200, and the limits are those of an order', async () => {
    const { push, pushOrder } = await startReadyMerchant();
    for (const wrong of [
      { branch: 'x'.repeat(31) },
      { currency: 'XXX' },
      { id: 'x'.repeat(51) },
      { msisdn: 254 },
    ]) {
      const { status, body } = await push({ ...pushOrder, ...wrong });
      expect(status).toBe(200);
      expect(body).toMatchObject({ business_number: null, status: '500' });
    }
  });

  it('SPEC States: a used id gives the original order at its original amount, no error and no second prompt', async () => {
    const { push, pushOrder, provider } = await startReadyMerchant();
    const first = await push(pushOrder);
    const second = await push({ ...pushOrder, amount: 5, currency: 'UGX', msisdn: '256' });
    expect(second.body).toEqual(first.body);
    expect(provider.prompts).toHaveLength(1);
    expect(provider.find('order-1')).toMatchObject({ amount: 100.5, currency: 'KES' });
  });

  it('both kinds of order share their ids', async () => {
    const { push, pushOrder, submit, order, provider } = await startReadyMerchant();
    const link = await submit(order);
    const pushed = await push(pushOrder);
    expect(pushed.body.order_tracking_id).toBe(link.body.order_tracking_id);
    expect(pushed.body.error).toBeNull();
    expect(provider.prompts).toEqual([]);

    const other = await push({ ...pushOrder, id: 'order-2' });
    const linked = await submit({ ...order, id: 'order-2' });
    expect(linked.body.order_tracking_id).toBe(other.body.order_tracking_id);
  });
});
