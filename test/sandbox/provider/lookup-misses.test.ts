// The two lookups when there is nothing to find, or more than one thing, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

describe('SPEC Endpoints 6: what is not there', () => {
  it('SPEC Errors: an unknown reference or tracking id is HTTP 200 with an error object and an echo', async () => {
    const merchant = await startReadyMerchant();
    await merchant.push(merchant.pushOrder);
    const { status, byReference } = merchant;
    for (const [reply, merchant_reference, order_tracking_id] of [
      [await byReference('order-0'), 'order-0', null],
      [await status('nonsense'), null, 'nonsense'],
    ] as const) {
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        order_tracking_id,
        merchant_reference,
        status_code: 0,
        error: { code: 'payment_details_not_found', message: 'Transaction not found' },
        status: '500',
      });
    }
  });

  it('SPEC Endpoints 6: the query parameter merchantReference is required', async () => {
    const { get } = await startReadyMerchant();
    for (const query of [{}, { merchantReference: '' }, { merchantreference: 'order-1' }]) {
      const { status, body } = await get('/Transactions/GetTransactionByMerchantReference', query);
      expect(status).toBe(200);
      expect(body.error).toMatchObject({ code: 'invalid_api_request_parameters' });
    }
    const { body } = await get('/Transactions/GetTransactionStatus');
    expect(body.error).toMatchObject({ code: 'invalid_api_request_parameters' });
  });

  it('SPEC Endpoints 6: merchant references are not guaranteed unique', async () => {
    const { submit, subscription, byReference, status, provider } = await startReadyMerchant();
    const trackingId = String((await submit(subscription)).body.order_tracking_id);
    const charge = await provider.customer.charge('sub-1', { merchant_reference: 'sub-1', notify: false });
    expect((await byReference('sub-1')).body.order_tracking_id).toBe(charge.order_tracking_id);
    expect((await status(trackingId)).body.order_tracking_id).toBe(trackingId);
    // Still the order's id: asking again makes no new order.
    expect((await submit(subscription)).body.order_tracking_id).toBe(trackingId);
  });
});
