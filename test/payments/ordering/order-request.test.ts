// What is sent to the payment service for an order, field by field; what is empty is left out.
import { expect, test } from 'vitest';
import { orderRequest, pushRequest } from '#payments/ordering/order-request.ts';
import { IPN_ID } from '#test/provider/rig.ts';
import { numberOf, promptOrder, recurringOrder, sampleOrder } from '#test/store/sample-order.ts';

const SETTINGS = { publicUrl: 'https://shop.test', branch: undefined };
const BARE = {
  ...{ id: 'INV-1', currency: 'KES', amount: 1500, description: sampleOrder('INV-1').description },
  ...{ callback_url: 'https://shop.test/paid', cancellation_url: 'https://shop.test/cancelled' },
  ...{ notification_id: IPN_ID, billing_address: {} },
};

test('of an order without anything but the necessary nothing else is sent', () => {
  expect(orderRequest(sampleOrder('INV-1', { customer: {} }), SETTINGS, IPN_ID)).toEqual(BARE);
});

test('the customer’s name, email and number go into the address, and the branch beside it', () => {
  const customer = {
    firstName: 'Jane',
    lastName: 'Otieno',
    email: 'j@a.test',
    phone: numberOf('0712345678'),
  };
  const order = sampleOrder('INV-1', { customer });
  expect(orderRequest(order, { ...SETTINGS, branch: 'Nairobi West' }, IPN_ID)).toEqual({
    ...BARE,
    branch: 'Nairobi West',
    billing_address: {
      ...{ first_name: 'Jane', last_name: 'Otieno', email_address: 'j@a.test', phone_number: '254712345678' },
    },
  });
});

test('a recurring order has its account number, and its days as the service writes them', () => {
  const order = { ...recurringOrder('INV-1', 'ACC-7', 1), customer: {} };
  expect(orderRequest(order, SETTINGS, IPN_ID)).toEqual({
    ...BARE,
    account_number: 'ACC-7',
    subscription_details: { start_date: '01-01-2030', end_date: '31-12-2030', frequency: 'MONTHLY' },
  });
});

test('a prompt names the phone and the method, and an order without a phone cannot be prompted', () => {
  const prompt = promptOrder('INV-1', '0712345678', { customer: {} });
  expect(pushRequest(prompt, SETTINGS, IPN_ID)).toEqual({
    ...BARE,
    ...{ msisdn: '254712345678', payment_method: 'MpesaKE' },
  });
  expect(() => pushRequest(sampleOrder('INV-1'), SETTINGS, IPN_ID)).toThrow(
    'order INV-1 has no phone to prompt',
  );
});
