// What the merchant is notified of when an order changes, by SPEC.md (Events) and PROVIDER-FACTS (IPN).

import { describe, expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { type Received, receipt, startReadyMerchant, startReceiver } from './merchant.ts';

describe('SPEC Events', () => {
  it('SPEC Events: the registered URL is called by GET when an order changes, with the id sent at order creation', async () => {
    const receiver = await startReceiver();
    const { push, pushOrder, provider } = await startReadyMerchant({ url: `${receiver.url}?key=a%20b` });
    const { body } = await push(pushOrder);
    await provider.customer.pay('order-1');
    expect(receiver.received).toEqual([
      {
        method: 'GET',
        url: `/ipn?key=a%20b&OrderTrackingId=${body.order_tracking_id}&OrderMerchantReference=order-1&OrderNotificationType=IPNCHANGE`,
        contentType: undefined,
        body: '',
      },
    ]);
  });

  it('SPEC Events: by POST when POST was registered', async () => {
    const receiver = await startReceiver();
    const { submit, order, provider } = await startReadyMerchant({ url: receiver.url, method: 'POST' });
    const { body } = await submit(order);
    await provider.customer.decline('order-1');
    expect(receiver.received).toMatchObject([
      { method: 'POST', url: '/ipn', contentType: 'application/json' },
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      OrderTrackingId: body.order_tracking_id,
      OrderMerchantReference: 'order-1',
      OrderNotificationType: 'IPNCHANGE',
    });
  });

  it('SPEC Events: an order is tied to a registration through notification_id', async () => {
    const [first, second] = [await startReceiver(), await startReceiver()];
    const { submit, order, registered, provider } = await startReadyMerchant({ url: first.url });
    await submit({ ...order, notification_id: await registered(second.url) });
    await provider.customer.pay('order-1');
    expect([first.received.length, second.received.length]).toEqual([0, 1]);
  });

  it('SPEC Events: a mistyped URL registers successfully and then never receives deliveries', async () => {
    const { submit, order, provider } = await startReadyMerchant({ url: 'http://127.0.0.1:9/typo' });
    await submit(order);
    await provider.customer.pay('order-1');
    await provider.notificationsSettled();
    expect(provider.notifications).toMatchObject([{ answer: 'none', accepted: false }]);
    expect(provider.find('order-1')?.payment?.status_code).toBe(1);
  });

  it('a cancellation sends no notification', async () => {
    const { submit, order, cancel, provider } = await startReadyMerchant();
    await cancel((await submit(order)).body.order_tracking_id);
    await provider.notificationsSettled();
    expect(provider.notifications).toEqual([]);
  });

  it('FACTS IPN: POST comes as a form or as a query, and names can be camelCased', async () => {
    const receiver = await startReceiver();
    const { submit, order, provider } = await startReadyMerchant({ url: receiver.url, method: 'POST' });
    const trackingId = (await submit(order)).body.order_tracking_id;
    provider.writeNotificationsAs({ post: 'form', names: 'camelCase' });
    await provider.notify('order-1');
    provider.writeNotificationsAs({ post: 'query', names: 'PascalCase' });
    await provider.notify('order-1');
    expect(receiver.received[0]).toMatchObject({
      url: '/ipn',
      contentType: expect.stringContaining('application/x-www-form-urlencoded'),
      body: `orderTrackingId=${trackingId}&orderMerchantReference=order-1&orderNotificationType=IPNCHANGE`,
    });
    expect(receiver.received[1]).toMatchObject({
      method: 'POST',
      url: `/ipn?OrderTrackingId=${trackingId}&OrderMerchantReference=order-1&OrderNotificationType=IPNCHANGE`,
      body: '',
    });
  });

  it('FACTS IPN: tries again until the answer is HTTP 200 with the integer status 200 and says what it is about', async () => {
    const answers: ((request: Received) => { status: number; body: string })[] = [
      (request) => ({ status: 500, body: receipt(request) }),
      (request) => ({ status: 200, body: receipt(request, 500) }),
      (request) => ({ status: 200, body: receipt(request, '200') }),
      () => ({ status: 200, body: 'OK' }),
      () => ({ status: 200, body: '{"status":200}' }),
      (request) => ({ status: 200, body: receipt(request).replace('IPNCHANGE', 'RECURRING') }),
      (request) => ({ status: 200, body: receipt(request) }),
    ];
    const receiver = await startReceiver(
      (request, number) => answers[number - 1]?.(request) ?? { status: 418, body: '' },
    );
    const { submit, order, provider } = await startReadyMerchant({
      url: receiver.url,
      notificationRetries: { tries: 9, delayMs: 1 },
    });
    await submit(order);
    await provider.customer.pay('order-1');
    await provider.notificationsSettled();
    expect(receiver.received).toHaveLength(7);
    expect(provider.notifications.map(({ attempt, accepted }) => [attempt, accepted])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
      [7, true],
    ]);
    expect(provider.notifications.at(-1)).toMatchObject({
      method: 'GET',
      url: receiver.url,
      reference: 'order-1',
      type: 'IPNCHANGE',
      answer: { status: 200, body: { status: 200 } },
    });
  });

  it('gives up after the tries it has, three by default', async () => {
    const receiver = await startReceiver(() => ({ status: 500, body: '' }));
    const { submit, order, provider } = await startReadyMerchant({
      url: receiver.url,
      notificationRetries: { delayMs: 1 },
    });
    await submit(order);
    await provider.customer.pay('order-1');
    await provider.notificationsSettled();
    expect(receiver.received).toHaveLength(3);
  });

  it('a receiver that never answers holds up neither the customer nor the end', async () => {
    const receiver = await startReceiver(() => 'hang');
    const { submit, order, provider } = await startReadyMerchant({
      url: receiver.url,
      notificationRetries: { tries: 3, delayMs: 60_000, timeoutMs: ACK_MS },
    });
    await submit(order);
    await provider.customer.pay('order-1');
    expect(provider.notifications).toMatchObject([{ answer: 'none' }]);
    // A retry is due in a minute; stopping does not wait for it.
    await provider.stop();
    expect(receiver.received).toHaveLength(1);
  });

  it('sends by hand as many copies of whichever type', async () => {
    const receiver = await startReceiver();
    const { submit, subscription, provider } = await startReadyMerchant({ url: receiver.url });
    await submit(subscription);
    const results = await provider.notify('sub-1', { type: 'RECURRING', copies: 2 });
    expect(results).toMatchObject([
      { type: 'RECURRING', reference: 'ACC-9', accepted: true },
      { type: 'RECURRING', reference: 'ACC-9', accepted: true },
    ]);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('FACTS RECURRING', () => {
  it('FACTS RECURRING: OrderTrackingId is of that charge, OrderMerchantReference is the account_number', async () => {
    const receiver = await startReceiver();
    const { submit, subscription, provider } = await startReadyMerchant({ url: receiver.url });
    const trackingId = (await submit(subscription)).body.order_tracking_id;
    const first = await provider.customer.charge('sub-1');
    const second = await provider.customer.charge('sub-1');
    expect(new Set([trackingId, first.order_tracking_id, second.order_tracking_id]).size).toBe(3);
    expect(receiver.received.map(({ url }) => url)).toEqual([
      `/ipn?OrderTrackingId=${first.order_tracking_id}&OrderMerchantReference=ACC-9&OrderNotificationType=RECURRING`,
      `/ipn?OrderTrackingId=${second.order_tracking_id}&OrderMerchantReference=ACC-9&OrderNotificationType=RECURRING`,
    ]);
  });

  it('FACTS RECURRING: the status record of a charge has subscription_transaction_info and a reference of its own', async () => {
    const { submit, subscription, provider, status } = await startReadyMerchant();
    await submit(subscription);
    const charge = await provider.customer.charge('sub-1', { amount: 80, notify: false });
    const { body } = await status(charge.order_tracking_id);
    expect(body).toMatchObject({
      status_code: 1,
      amount: 80,
      account_number: 'ACC-9',
      subscription_transaction_info: {
        account_reference: 'ACC-9',
        amount: 80,
        first_name: 'Asha',
        last_name: 'Otieno',
        correlation_id: expect.any(Number),
      },
    });
    expect(body.merchant_reference).not.toBe('sub-1');
    const other = await provider.customer.charge('sub-1', { correlation_id: 'C-7', notify: false });
    expect((await status(other.order_tracking_id)).body).toMatchObject({
      subscription_transaction_info: { correlation_id: 'C-7' },
    });
  });

  it('the record of an order that is no charge has no subscription_transaction_info', async () => {
    const { submit, subscription, provider, byReference } = await startReadyMerchant();
    await submit(subscription);
    await provider.customer.pay('sub-1', { notify: false });
    expect((await byReference('sub-1')).body).not.toHaveProperty('subscription_transaction_info');
  });
});

describe('the customer', () => {
  it('can pay a failed order, but no order twice, and decline none that is paid', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    await submit(order);
    const { pay, decline, reverse } = provider.customer;
    await expect(reverse('order-1')).rejects.toThrow('not paid');
    await decline('order-1', { notify: false });
    await pay('order-1', { notify: false });
    await expect(pay('order-1')).rejects.toThrow('paid already');
    await expect(decline('order-1')).rejects.toThrow('paid already');
    await expect(pay('order-0')).rejects.toThrow('no order order-0');
    await reverse('order-1', { notify: false });
    await expect(pay('order-1')).rejects.toThrow('paid already');
    expect(provider.notifications).toEqual([]);
  });
});
