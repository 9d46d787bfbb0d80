// Every field that SPEC.md's request tables call required: a request without it is never sent.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IpnRegistrationRequest, OrderRequest, PushRequest } from '#provider/requests.ts';
import { createRig, errorOf, order, pushOrder, type Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const refused = { kind: 'invalid_request', outcome: 'refused' };
const subscription = { start_date: '22-11-2026', end_date: '22-12-2026', frequency: 'DAILY' };

function without<Request extends object>(request: Request, field: string): Request {
  return Object.fromEntries(Object.entries(request).filter(([name]) => name !== field)) as Request;
}

async function expectNamed(call: Promise<unknown>, field: string): Promise<void> {
  const error = await errorOf(call);
  expect(error).toMatchObject(refused);
  expect(error.fields.map((fault) => fault.field)).toEqual([field]);
  expect(rig.service.calls).toEqual([]);
}

test.each(['id', 'currency', 'amount', 'description', 'callback_url', 'notification_id', 'billing_address'])(
  'an order without its %s is named and not sent, be it a link or a push',
  async (field) => {
    await expectNamed(rig.client.submitOrder(without<OrderRequest>(order(), field)), field);
    await expectNamed(rig.client.push(without<PushRequest>(pushOrder(), field)), field);
  },
);

test.each(['msisdn', 'payment_method'])('a push without its %s is named and not sent', async (field) => {
  await expectNamed(rig.client.push(without<PushRequest>(pushOrder(), field)), field);
});

test.each(['start_date', 'end_date', 'frequency'])(
  'subscription_details without their %s are named and not sent',
  async (field) => {
    const recurring = { account_number: 'SUB-77', subscription_details: without(subscription, field) };
    await expectNamed(rig.client.submitOrder(order(recurring)), `subscription_details.${field}`);
  },
);

test.each(['url', 'ipn_notification_type'])(
  'a registration without its %s is named and not sent',
  async (field) => {
    const registration = { url: 'https://bot.test/ipn', ipn_notification_type: 'GET' };
    await expectNamed(rig.client.registerIpn(without<IpnRegistrationRequest>(registration, field)), field);
  },
);
