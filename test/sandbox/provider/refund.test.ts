// Refunds, clause by clause of PROVIDER-FACTS: a request only waits until an operator carries it out or rejects it.

import { describe, expect, it } from 'vitest';
import type { PayDetails } from '#sandbox/provider/customer.ts';
import { startReadyMerchant, startReceiver } from './merchant.ts';

const ASKED = { username: 'asha', remarks: 'Sent back' };
const RECEIVED = { status: '200', message: 'Refund request successfully' };
const ALREADY = { status: '500', message: 'Refund request has been received already' };
const WRONG_AMOUNT = {
  status: '500',
  message: 'Invalid amount provided. Please check your transaction details',
};
const INVALID = {
  status: '500',
  message: 'Invalid refund request. Please check your transaction details',
};

/** A merchant with a payment of order-1. */
async function startPaidMerchant(how: PayDetails = {}, options: { url?: string } = {}) {
  const merchant = await startReadyMerchant(options);
  const { body } = await merchant.submit(merchant.order);
  const trackingId = String(body.order_tracking_id);
  const { confirmation_code } = await merchant.provider.customer.pay('order-1', { notify: false, ...how });
  const ask = (fields: object = {}) =>
    merchant.refund({ confirmation_code, amount: 100, ...ASKED, ...fields });
  return { ...merchant, trackingId, confirmation_code, ask };
}

describe('SPEC Cancellation response, also used by refund operations', () => {
  it('FACTS Refund: one request per payment, in the cancellation shape', async () => {
    const { ask, status, trackingId, provider, confirmation_code } = await startPaidMerchant();
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.body).toEqual(RECEIVED);
    expect((await ask()).body).toEqual(ALREADY);
    expect((await ask({ amount: 1 })).body).toEqual(ALREADY);
    // Until an operator approves it, the payment stands.
    expect((await status(trackingId)).body.status_code).toBe(1);
    expect(provider.refunds()).toEqual([
      {
        ...ASKED,
        confirmation_code,
        amount: 100,
        currency: 'KES',
        id: 'order-1',
        order_tracking_id: trackingId,
        at: Date.parse('2024-03-18T15:25:54.750Z'),
        state: 'waiting',
      },
    ]);
  });

  it.each<[string, PayDetails, readonly unknown[], readonly unknown[]]>([
    ['mobile money in full only', {}, [50, 101, 99.99, 0, -1, '99', undefined, null], [100, '100.00']],
    [
      'a card also in part, and nothing beyond what was paid',
      { payment_method: 'Visa' },
      [101, 0, -1, '1e2', 'all', undefined],
      [50, 0.01, 100.5, '100.50'],
    ],
    ['what was paid, not what was ordered', { amount: 60 }, [100.5], [60]],
  ])('FACTS Refund: %s', async (_, how, refused, received) => {
    const wrong = await startPaidMerchant(how);
    for (const amount of refused) expect((await wrong.ask({ amount })).body).toEqual(WRONG_AMOUNT);
    expect(wrong.provider.refunds()).toEqual([]);
    for (const amount of received) {
      const { ask } = await startPaidMerchant(how);
      expect((await ask({ amount })).body).toEqual(RECEIVED);
    }
  });

  it('FACTS Refund: all fields are required, and the code is that of a payment', async () => {
    const { ask, provider } = await startPaidMerchant();
    for (const wrong of [
      { confirmation_code: 'unknown' },
      { confirmation_code: undefined },
      { username: '' },
      { username: undefined },
      { remarks: ' ' },
      { remarks: undefined },
    ])
      expect((await ask(wrong)).body).toEqual(INVALID);
    expect(provider.refunds()).toEqual([]);
    expect((await ask()).body).toEqual(RECEIVED);
  });

  it('FACTS Refund: only of a completed payment', async () => {
    const { refund, submit, order, provider } = await startReadyMerchant();
    await submit(order);
    await provider.customer.decline('order-1', { notify: false });
    const failed = provider.find('order-1')?.payment?.confirmation_code;
    expect((await refund({ confirmation_code: failed, amount: 100, ...ASKED })).body).toEqual(INVALID);
    const { confirmation_code } = await provider.customer.pay('order-1', { notify: false });
    await provider.customer.reverse('order-1', { notify: false });
    expect((await refund({ confirmation_code, amount: 100, ...ASKED })).body).toEqual(INVALID);
  });

  it('each payment of an order by its own code', async () => {
    const { refund, confirmation_code: first, provider } = await startPaidMerchant({ amount: 60 });
    const { confirmation_code: second } = await provider.customer.pay('order-1', {
      again: true,
      notify: false,
    });
    expect((await refund({ confirmation_code: first, amount: 60, ...ASKED })).body).toEqual(RECEIVED);
    expect((await refund({ confirmation_code: second, amount: 100, ...ASKED })).body).toEqual(RECEIVED);
    await provider.operator.approve(first, { notify: false });
    expect(provider.refunds()).toMatchObject([{ state: 'approved' }, { state: 'waiting' }]);
    expect(provider.find('order-1')?.payment).toMatchObject({ confirmation_code: first, status_code: 3 });
  });

  it('each charge of a recurring order by its own code', async () => {
    const { submit, subscription, refund, provider } = await startReadyMerchant();
    await submit(subscription);
    await provider.customer.pay('sub-1', { notify: false });
    const { order_tracking_id } = await provider.customer.charge('sub-1', { notify: false });
    const charge = provider.find(order_tracking_id)?.payment?.confirmation_code ?? '';
    expect((await refund({ confirmation_code: charge, amount: 100, ...ASKED })).body).toEqual(RECEIVED);
    await provider.operator.approve(charge, { notify: false });
    expect(provider.find(order_tracking_id)?.payment?.status_code).toBe(3);
    expect(provider.find('sub-1')?.payment?.status_code).toBe(1);
  });
});

describe('the operator', () => {
  it('approves a request: the record becomes reversed, and the merchant is notified', async () => {
    const receiver = await startReceiver();
    const { ask, status, trackingId, confirmation_code, provider } = await startPaidMerchant(
      {},
      { url: receiver.url },
    );
    await ask();
    await provider.operator.approve(confirmation_code);
    expect((await status(trackingId)).body).toMatchObject({
      status_code: 3,
      payment_status_description: 'REVERSED',
      amount: 100,
      confirmation_code,
    });
    expect(receiver.received.map(({ url }) => url)).toEqual([expect.stringContaining(trackingId)]);
    expect(provider.refunds()).toMatchObject([{ state: 'approved' }]);
    expect((await ask()).body).toEqual(ALREADY);
  });

  it('approves a request without a notification, or so that the record never shows it', async () => {
    const receiver = await startReceiver();
    const quiet = await startPaidMerchant({}, { url: receiver.url });
    await quiet.ask();
    await quiet.provider.operator.approve(quiet.confirmation_code, { notify: false });
    expect((await quiet.status(quiet.trackingId)).body.status_code).toBe(3);

    const unseen = await startPaidMerchant({ payment_method: 'Visa' }, { url: receiver.url });
    await unseen.ask({ amount: 50 });
    await unseen.provider.operator.approve(unseen.confirmation_code, { isShown: false });
    expect((await unseen.status(unseen.trackingId)).body.status_code).toBe(1);
    expect(unseen.provider.refunds()).toMatchObject([{ state: 'approved', amount: 50 }]);
    expect(receiver.received).toEqual([]);
  });

  it('rejects a request: the payment stands, and it cannot be requested again', async () => {
    const receiver = await startReceiver();
    const { ask, status, trackingId, confirmation_code, provider } = await startPaidMerchant(
      {},
      { url: receiver.url },
    );
    await ask();
    provider.operator.reject(confirmation_code);
    expect(provider.refunds()).toMatchObject([{ state: 'rejected' }]);
    expect((await status(trackingId)).body.status_code).toBe(1);
    expect((await ask()).body).toEqual(ALREADY);
    expect(receiver.received).toEqual([]);
  });

  it('decides a request once, and only one that there is', async () => {
    const { ask, confirmation_code, provider } = await startPaidMerchant();
    const { operator } = provider;
    await expect(operator.approve(confirmation_code)).rejects.toThrow('Nobody has requested a refund');
    expect(() => operator.reject(confirmation_code)).toThrow('Nobody has requested a refund');
    await ask();
    operator.reject(confirmation_code);
    await expect(operator.approve(confirmation_code)).rejects.toThrow('is rejected already');
    expect(() => operator.reject(confirmation_code)).toThrow('is rejected already');
  });

  it('has nothing left to decide when the money went back without a decision', async () => {
    const { ask, confirmation_code, provider } = await startPaidMerchant();
    await ask();
    await provider.customer.reverse('order-1', { notify: false });
    expect(provider.refunds()).toMatchObject([{ state: 'approved' }]);
    await expect(provider.operator.approve(confirmation_code)).rejects.toThrow('is approved already');
  });
});

describe('faults', () => {
  it('lostAnswer and cutOff: the request is received, its answer is lost', async () => {
    for (const name of ['lostAnswer', 'cutOff'] as const) {
      const { ask, provider } = await startPaidMerchant();
      provider.faults[name]({ operation: 'requestRefund', times: 1 });
      await expect(ask()).rejects.toThrow(/fetch failed|terminated/);
      expect(provider.refunds()).toHaveLength(1);
      expect((await ask()).body).toEqual(ALREADY);
    }
  });

  it('reset, unavailable, html and refuse: nothing is received', async () => {
    const { ask, provider } = await startPaidMerchant();
    const once = { operation: 'requestRefund', times: 1 } as const;
    provider.faults.reset(once);
    await expect(ask()).rejects.toThrow('fetch failed');
    provider.faults.unavailable(once);
    expect((await ask()).status).toBe(503);
    provider.faults.html(once);
    expect((await ask()).text).toContain('<html>');
    provider.faults.refuse({ message: 'Refund rejected' }, once);
    expect((await ask()).body).toEqual({ status: '500', message: 'Refund rejected' });
    provider.faults.refuse({ message: 'Sorry', httpStatus: 500 }, once);
    expect(await ask()).toMatchObject({ status: 500, body: { status: '500', message: 'Sorry' } });
    expect(provider.refunds()).toEqual([]);
    expect((await ask()).body).toEqual(RECEIVED);
  });
});
