// Cancellation, clause by clause of SPEC.md and PROVIDER-FACTS.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

describe('SPEC Cancellation response', () => {
  it('SPEC States: an unpaid order is cancelled with status 200 and a message, and no error key', async () => {
    const { submit, order, cancel } = await startReadyMerchant();
    const { body } = await submit(order);
    const { status, body: answer } = await cancel(body.order_tracking_id);
    expect(status).toBe(200);
    expect(answer).toEqual({ status: '200', message: 'Order successfully cancelled.' });
  });

  it('SPEC States: lookups still report pending after a cancellation', async () => {
    const { submit, order, cancel, status, byReference } = await startReadyMerchant();
    const trackingId = String((await submit(order)).body.order_tracking_id);
    const before = (await status(trackingId)).body;
    await cancel(trackingId);
    expect((await status(trackingId)).body).toEqual(before);
    expect((await byReference('order-1')).body.error?.message).toBe('Pending Payment');
  });

  it('SPEC States: a cancellation is not reflected in any other operation', async () => {
    const { submit, order, cancel, push, pushOrder, provider } = await startReadyMerchant();
    const first = (await submit(order)).body;
    const before = (await push(pushOrder)).body;
    await cancel(first.order_tracking_id);
    expect((await submit(order)).body).toEqual(first);
    expect((await push(pushOrder)).body).toEqual(before);
    expect(provider.find('order-1')?.cancelledAt).toBeDefined();
    expect(provider.orders()).toHaveLength(1);
  });

  it('SPEC States: any second cancel fails, cancel is not idempotent', async () => {
    const { push, pushOrder, cancel, provider } = await startReadyMerchant();
    const trackingId = (await push(pushOrder)).body.order_tracking_id;
    await cancel(trackingId);
    const again = { status: '500', message: 'Invalid order state. Order cannot be cancelled.' };
    expect((await cancel(trackingId)).body).toEqual(again);
    await provider.customer.pay('order-1', { notify: false });
    expect((await cancel(trackingId)).body).toEqual(again);
  });

  it.each([
    ['unknown', '00000000-0000-4000-8000-000000000000'],
    ['malformed', 'order-1'],
    ['empty', ''],
    ['missing', undefined],
  ])(
    'SPEC Errors: cancelling an %s id is HTTP 200, status 500, Invalid order request., without an error key',
    async (_, trackingId) => {
      const { submit, order, cancel } = await startReadyMerchant();
      await submit(order);
      const { status, body } = await cancel(trackingId);
      expect(status).toBe(200);
      expect(body).toEqual({ status: '500', message: 'Invalid order request.' });
    },
  );

  it('FACTS CancelOrder: a paid order cannot be cancelled', async () => {
    const { submit, order, cancel, provider } = await startReadyMerchant();
    const { body } = await submit(order);
    await provider.customer.pay('order-1', { notify: false });
    expect((await cancel(body.order_tracking_id)).body).toEqual({
      status: '500',
      message: 'Invalid order request. Transaction cannot be cancelled',
    });
  });

  it('a cancelled order can still be paid by a late customer', async () => {
    const { push, pushOrder, cancel, status, provider } = await startReadyMerchant();
    const trackingId = String((await push(pushOrder)).body.order_tracking_id);
    await cancel(trackingId);
    await provider.customer.pay(trackingId, { notify: false });
    expect((await status(trackingId)).body).toMatchObject({ status_code: 1, amount: 100 });
  });

  it('a failed order counts as unpaid and can be cancelled', async () => {
    const { submit, order, cancel, provider } = await startReadyMerchant();
    const { body } = await submit(order);
    await provider.customer.decline('order-1', { notify: false });
    expect((await cancel(body.order_tracking_id)).body.status).toBe('200');
  });
});
