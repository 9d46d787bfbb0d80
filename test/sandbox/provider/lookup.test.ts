// The transaction record and its two lookups, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

const ALL_NULL_ERROR = { error_type: null, code: null, message: null };

async function ordered(kind: 'push' | 'link' = 'push') {
  const merchant = await startReadyMerchant();
  const reply =
    kind === 'push' ? await merchant.push(merchant.pushOrder) : await merchant.submit(merchant.order);
  const trackingId = String(reply.body.order_tracking_id);
  return { ...merchant, trackingId, readStatus: async () => (await merchant.status(trackingId)).body };
}

describe('SPEC States: pending', () => {
  it('SPEC States: getTransactionStatus reports an unpaid order as pending, which looks like an error', async () => {
    const { status, trackingId } = await ordered();
    const reply = await status(trackingId);
    expect(reply.status).toBe(200);
    const callBackUrl = `http://shop.test/back?shop=7&OrderTrackingId=${trackingId}&OrderMerchantReference=order-1`;
    expect(reply.body).toEqual({
      payment_method: '',
      amount: 100.5,
      created_date: '2024-03-18T18:25:54.75',
      confirmation_code: '',
      order_tracking_id: trackingId,
      payment_status_description: 'INVALID',
      description: null,
      message: 'Request processed successfully',
      payment_account: '',
      call_back_url: callBackUrl,
      status_code: 0,
      merchant_reference: 'order-1',
      account_number: null,
      payment_status_code: '',
      currency: 'KES',
      error: {
        error_type: 'api_error',
        code: 'payment_details_not_found',
        message: 'Pending Payment',
        call_back_url: callBackUrl,
      },
      status: '500',
    });
  });

  it('SPEC Endpoints 6: the lookup by reference returns the same data', async () => {
    const { byReference, readStatus } = await ordered();
    expect((await byReference('order-1')).body).toEqual(await readStatus());
  });
});

describe('SPEC Transaction record', () => {
  it('SPEC Transaction record: a completed mobile money payment', async () => {
    const { provider, readStatus, trackingId } = await ordered();
    await provider.customer.pay('order-1', { notify: false });
    expect(await readStatus()).toMatchObject({
      status_code: 1,
      payment_status_description: 'Completed',
      payment_method: 'MpesaKE',
      payment_account: '2547xxx56689',
      amount: 100,
      currency: 'KES',
      merchant_reference: 'order-1',
      order_tracking_id: trackingId,
      message: 'Request processed successfully',
      account_number: null,
      status: '200',
    });
  });

  it('FACTS Amounts: M-PESA pays whole shillings only, so an order with cents is paid with another amount', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.decline('order-1', { notify: false });
    expect(await readStatus()).toMatchObject({ status_code: 2, amount: 100.5 });
    await provider.customer.pay('order-1', { notify: false });
    expect(await readStatus()).toMatchObject({ status_code: 1, payment_method: 'MpesaKE', amount: 100 });
    const onCard = await ordered();
    await onCard.provider.customer.pay('order-1', { payment_method: 'Visa', notify: false });
    expect(await onCard.readStatus()).toMatchObject({ payment_method: 'Visa', amount: 100.5 });
  });

  it('SPEC Transaction record: on success error is an object whose fields are all null, not null itself', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.pay('order-1', { notify: false });
    expect((await readStatus()).error).toEqual(ALL_NULL_ERROR);
  });

  it('SPEC Transaction record: a failed payment is status_code 2', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.decline('order-1', { notify: false });
    expect(await readStatus()).toMatchObject({
      status_code: 2,
      payment_status_description: 'Failed',
      error: ALL_NULL_ERROR,
      status: '200',
    });
  });

  it('SPEC Transaction record: confirmation_code is a string of letters and digits for mobile, 22 digits for a card, short digits when failed', async () => {
    const { provider, submit, order } = await ordered();
    for (const id of ['card', 'failed']) await submit({ ...order, id });
    const mobile = await provider.customer.pay('order-1', { notify: false });
    const card = await provider.customer.pay('card', { notify: false, payment_method: 'Visa' });
    await provider.customer.decline('failed', { notify: false });
    expect(mobile.confirmation_code).toMatch(/^[A-Z0-9]{10}$/);
    expect(mobile.confirmation_code).toMatch(/[A-Z]/);
    expect(card.confirmation_code).toMatch(/^\d{22}$/);
    expect(provider.find('failed')?.payment?.confirmation_code).toMatch(/^\d{1,6}$/);
  });

  it('confirmation codes are never given twice, even when chance repeats itself', async () => {
    const { submit, order, provider } = await startReadyMerchant({ random: () => 0.25 });
    const codes: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      await submit({ ...order, id });
      codes.push((await provider.customer.pay(id, { notify: false })).confirmation_code);
    }
    expect(new Set(codes).size).toBe(3);
  });

  it.each([
    ['MpesaKE', 'Mpesa'],
    ['AirtelKE', 'Airtel Money Kenya'],
    ['AirtelUG', 'Airtel Money Uganda'],
    ['Visa', 'Visa Card'],
    ['Other', 'Other (online)'],
  ])(
    'SPEC Transaction record: payment_method %s differs between the lookup endpoints, the rest is the same',
    async (payment_method, name) => {
      const { provider, readStatus, byReference } = await ordered();
      await provider.customer.pay('order-1', { notify: false, payment_method });
      const byTrackingId = await readStatus();
      expect(byTrackingId.payment_method).toBe(payment_method);
      expect((await byReference('order-1')).body).toEqual({ ...byTrackingId, payment_method: name });
    },
  );

  it('SPEC Transaction record: payment_account is the masked card number for a card', async () => {
    const { provider, readStatus } = await ordered('link');
    await provider.customer.pay('order-1', { notify: false, payment_method: 'Visa' });
    expect((await readStatus()).payment_account).toMatch(/^\d{6}x+\d{4}$/);
  });

  it('SPEC Transaction record: description is readable on a card payment', async () => {
    const { provider, readStatus } = await ordered('link');
    await provider.customer.decline('order-1', { notify: false, payment_method: 'Visa' });
    expect((await readStatus()).description).toEqual(expect.stringMatching(/./));
    await provider.customer.pay('order-1', { notify: false, payment_method: 'Visa' });
    expect((await readStatus()).description).toEqual(expect.stringMatching(/./));
  });

  it('SPEC Transaction record: description is null on a mobile money payment, failed or completed', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.decline('order-1', { notify: false });
    expect((await readStatus()).description).toBeNull();
    await provider.customer.pay('order-1', { notify: false });
    expect((await readStatus()).description).toBeNull();
  });

  it('SPEC Transaction record: payment_status_code is empty when completed, and when failed names the reason or is empty', async () => {
    const { provider, readStatus } = await ordered();
    const decline = provider.customer.decline;
    await decline('order-1', { notify: false });
    expect((await readStatus()).payment_status_code).toBe('request_terminated_by_user');
    await decline('order-1', { notify: false, payment_status_code: '', description: 'Expired' });
    expect(await readStatus()).toMatchObject({ payment_status_code: '', description: 'Expired' });
    await provider.customer.pay('order-1', { notify: false });
    expect((await readStatus()).payment_status_code).toBe('');
  });

  it('SPEC Transaction record: created_date is East Africa Time without a designator, of the order while pending and of the payment once paid', async () => {
    const { provider, readStatus, clock } = await ordered();
    clock.now = Date.parse('2024-03-18T16:00:01.004Z');
    expect((await readStatus()).created_date).toBe('2024-03-18T18:25:54.75');
    await provider.customer.pay('order-1', { notify: false });
    expect((await readStatus()).created_date).toBe('2024-03-18T19:00:01.004');
  });

  it.each([
    [0, '18:25:46.00'],
    [100, '18:25:46.10'],
    [120, '18:25:46.12'],
    [123, '18:25:46.123'],
  ])('FACTS created_date: two or three fraction digits (%i ms)', async (ms, time) => {
    const { submit, order, status, clock } = await startReadyMerchant();
    clock.now = Date.parse('2024-03-18T15:25:46.000Z') + ms;
    const { body } = await submit(order);
    const record = await status(String(body.order_tracking_id));
    expect(record.body.created_date).toBe(`2024-03-18T${time}`);
  });

  it('FACTS: amount and currency are those paid and can differ from the order', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.pay('order-1', { notify: false, amount: 7, currency: 'USD' });
    expect(await readStatus()).toMatchObject({ status_code: 1, amount: 7, currency: 'USD' });
  });

  it('SPEC Transaction record: account_number is the one of the order', async () => {
    const { submit, subscription, byReference } = await startReadyMerchant();
    await submit(subscription);
    expect((await byReference('sub-1')).body.account_number).toBe('ACC-9');
  });

  it('FACTS status_code 3: a reversed payment', async () => {
    const { provider, readStatus } = await ordered();
    await provider.customer.pay('order-1', { notify: false });
    await provider.customer.reverse('order-1', { notify: false });
    expect(await readStatus()).toMatchObject({ status_code: 3, payment_status_description: 'REVERSED' });
  });
});
