// SPEC.md, Endpoints: each operation's own method and path, with the bearer token and a JSON body where there is one.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProviderClient } from '#provider/client.ts';
import { createRig, NOW, order, pushOrder, type Rig, refund, TRACKING_ID } from './rig.ts';
import { bearerOf, TOKEN } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const registration = { url: 'https://bot.test/ipn', ipn_notification_type: 'GET' };

test.each<[string, string, (client: ProviderClient) => Promise<unknown>]>([
  ['POST', '/Transactions/SubmitOrderRequest', (client) => client.submitOrder(order())],
  ['POST', '/transactions/stk', (client) => client.push(pushOrder())],
  ['POST', '/Transactions/CancelOrder', (client) => client.cancelOrder(TRACKING_ID)],
  ['POST', '/Transactions/RefundRequest', (client) => client.requestRefund(refund())],
  ['POST', '/URLSetup/RegisterIPN', (client) => client.registerIpn(registration)],
  [
    'GET',
    '/Transactions/GetTransactionByMerchantReference',
    (client) => client.getTransactionByMerchantReference('INV-2041'),
  ],
  ['GET', '/Transactions/GetTransactionStatus', (client) => client.getTransactionStatus(TRACKING_ID)],
  ['GET', '/URLSetup/GetIpnList', (client) => client.getIpnList()],
])('%s %s has the bearer token, and JSON if it has a body', async (method, path, call) => {
  rig.service.on(path, { status: 404, json: { message: 'enough' } });
  await call(rig.client).catch(() => undefined);
  const [issue, ...rest] = rig.service.calls;
  expect(issue).toMatchObject({ method: 'POST', path: '/Auth/RequestToken' });
  expect(issue?.headers.authorization).toBeUndefined();
  expect(rest).toHaveLength(1);
  expect(rest[0]).toMatchObject({
    method,
    path,
    headers: { authorization: bearerOf('token-1', NOW + 3_600_000) },
  });
  expect(rest[0]?.headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
  expect(rest[0]?.body === '').toBe(method === 'GET');
  expect(rig.service.callsTo(TOKEN)).toHaveLength(1);
});
