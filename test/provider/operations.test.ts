// What each operation sends, and how it reads the answer that SPEC.md shows.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CONSUMER_KEY,
  CONSUMER_SECRET,
  createRig,
  IPN_ID,
  NOW,
  order,
  pushOrder,
  type Rig,
  TRACKING_ID,
} from './rig.ts';
import { BY_REFERENCE, bearerOf, CANCEL, IPN_LIST, PUSH, STATUS, SUBMIT, TOKEN } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const firstBearer = bearerOf('token-1', NOW + 3_600_000);
const created = {
  order_tracking_id: TRACKING_ID,
  merchant_reference: 'INV-2041',
  redirect_url: 'https://pay.test/iframe?OrderTrackingId=1',
  error: null,
  status: '200',
};

test('the token is requested with key and secret as JSON and without an Authorization header', async () => {
  rig.service.on(SUBMIT, { json: created });
  await rig.client.submitOrder(order());
  const [call] = rig.service.callsTo(TOKEN);
  expect(call?.method).toBe('POST');
  expect(call?.headers['content-type']).toBe('application/json');
  expect(call?.headers.authorization).toBeUndefined();
  expect(call?.json).toEqual({ consumer_key: CONSUMER_KEY, consumer_secret: CONSUMER_SECRET });
});

test('a plain order sends exactly the required fields, the amount as a JSON number', async () => {
  rig.service.on(SUBMIT, { json: created });
  const answer = await rig.client.submitOrder(order({ amount: 1500.5, branch: undefined }));
  expect(answer).toEqual({
    order_tracking_id: TRACKING_ID,
    merchant_reference: 'INV-2041',
    redirect_url: 'https://pay.test/iframe?OrderTrackingId=1',
  });
  const [call] = rig.service.callsTo(SUBMIT);
  expect(call?.method).toBe('POST');
  expect(call?.headers.authorization).toBe(firstBearer);
  expect(call?.headers['content-type']).toBe('application/json');
  expect(call?.body).toContain('"amount":1500.5');
  expect(call?.json).toEqual({
    id: 'INV-2041',
    currency: 'KES',
    amount: 1500.5,
    description: 'Two bags of seed',
    callback_url: 'https://shop.test/paid',
    notification_id: IPN_ID,
    billing_address: {},
  });
});

test('a recurring order with every field sends every field under its own name', async () => {
  rig.service.on(SUBMIT, { json: created });
  const full = {
    cancellation_url: 'http://shop.test/cancelled',
    billing_address: {
      email_address: 'ann@shop.test',
      phone_number: '254712345678',
      first_name: 'Ann',
      middle_name: 'W',
      last_name: 'Mwangi',
      country_code: 'KE',
      line_1: '1 Moi Avenue',
      line_2: 'Floor 2',
      city: 'Nairobi',
      state: 'Nairobi',
      postal_code: '00100',
      zip_code: '00100',
    },
    branch: 'Westlands',
    redirect_mode: 'TOP_WINDOW' as const,
    account_number: 'SUB-77',
    subscription_details: { start_date: '22-11-2026', end_date: '22-11-2027', frequency: 'monthly' },
  };
  await rig.client.submitOrder(order(full));
  expect(rig.service.callsTo(SUBMIT)[0]?.json).toEqual({
    ...order(),
    ...full,
    subscription_details: { start_date: '22-11-2026', end_date: '22-11-2027', frequency: 'MONTHLY' },
  });
});

test('a push sends the order with msisdn and payment_method and reads what the customer needs', async () => {
  rig.service.on(PUSH, {
    json: {
      business_number: '220222',
      account_number: 'TLR9X',
      payment_message: 'Enter your PIN',
      order_tracking_id: TRACKING_ID,
      merchant_reference: 'generated-by-the-service',
      redirect_url: null,
      error: null,
      status: '200',
    },
  });
  expect(await rig.client.push(pushOrder())).toEqual({
    business_number: '220222',
    account_number: 'TLR9X',
    payment_message: 'Enter your PIN',
    order_tracking_id: TRACKING_ID,
    merchant_reference: 'generated-by-the-service',
  });
  const [call] = rig.service.callsTo(PUSH);
  expect(call?.method).toBe('POST');
  expect(call?.headers.authorization).toBe(firstBearer);
  expect(call?.json).toEqual({ ...order(), msisdn: '254712345678', payment_method: 'MpesaKE' });
});

test.each([
  ['MpesaKE', '220222'],
  ['AirtelKE', 'AIRTELKE'],
  ['AirtelUG', 'AIRTELUG'],
] as const)(
  'a push by %s keeps its business number, %s, as text',
  async (payment_method, business_number) => {
    rig.service.on(PUSH, { json: { business_number, account_number: 'TLR9X', error: null } });
    const accepted = await rig.client.push(pushOrder({ payment_method }));
    expect(accepted).toMatchObject({ business_number, account_number: 'TLR9X' });
  },
);

test('a push is accepted on business_number alone, whatever else is null', async () => {
  rig.service.on(PUSH, {
    json: {
      business_number: 220222,
      account_number: null,
      order_tracking_id: null,
      merchant_reference: null,
      error: null,
    },
  });
  const accepted = await rig.client.push(pushOrder());
  expect(accepted.business_number).toBe('220222');
  expect(accepted.account_number).toBeUndefined();
  expect(accepted.order_tracking_id).toBeUndefined();
});

test('a cancellation is decided by its status, and a refusal is a value', async () => {
  rig.service.on(
    CANCEL,
    { json: { status: '200', message: 'Order successfully cancelled.' } },
    { json: { status: '500', message: 'Invalid order state. Order cannot be cancelled.' } },
    { json: { status: '500', message: 'Invalid order request.' } },
    { json: { status: '500', message: 'Order successfully cancelled.' } },
    { json: { status: 200, message: 'Not cancelled, says this sentence' } },
  );
  expect(await rig.client.cancelOrder(TRACKING_ID)).toEqual({
    done: true,
    status: '200',
    message: 'Order successfully cancelled.',
  });
  expect(await rig.client.cancelOrder(TRACKING_ID)).toEqual({
    done: false,
    status: '500',
    message: 'Invalid order state. Order cannot be cancelled.',
  });
  expect(await rig.client.cancelOrder(TRACKING_ID)).toMatchObject({
    done: false,
    message: 'Invalid order request.',
  });
  expect(await rig.client.cancelOrder(TRACKING_ID)).toMatchObject({ done: false, status: '500' });
  expect(await rig.client.cancelOrder(TRACKING_ID)).toMatchObject({ done: true });
  expect(rig.service.callsTo(CANCEL)[0]?.json).toEqual({ order_tracking_id: TRACKING_ID });
});

test('a status request sends its one parameter under the service’s own name, encoded', async () => {
  rig.service.on(STATUS, { json: record() });
  rig.service.on(BY_REFERENCE, { json: record() });
  await rig.client.getTransactionStatus(TRACKING_ID);
  await rig.client.getTransactionByMerchantReference('A&B=1 ü');
  expect(rig.service.callsTo(STATUS)[0]?.query).toEqual({ orderTrackingId: TRACKING_ID });
  expect(rig.service.callsTo(BY_REFERENCE)[0]?.query).toEqual({ merchantReference: 'A&B=1 ü' });
  expect(rig.service.callsTo(BY_REFERENCE)[0]?.headers.authorization).toBe(firstBearer);
});

test('a base URL may end with a slash', async () => {
  rig.service.on(IPN_LIST, { json: [] });
  expect(await rig.replica({ baseUrl: `${rig.service.baseUrl}/` }).getIpnList()).toEqual([]);
});

function record() {
  return {
    order_tracking_id: TRACKING_ID,
    status_code: 1,
    amount: 6,
    currency: 'KES',
    error: { error_type: null, code: null, message: null },
  };
}
