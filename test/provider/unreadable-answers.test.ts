// Unreadable answers (a proxy's page, half an answer, missing fields): neither a success nor a refusal.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRig, errorOf, order, pushOrder, type Rig, refund, TRACKING_ID } from './rig.ts';
import { CANCEL, PUSH, REFUND, REGISTER, type Reply, SUBMIT } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const registration = { url: 'https://bot.test/ipn', ipn_notification_type: 'GET' };
async function submitError(reply: Reply) {
  rig.service.on(SUBMIT, reply);
  return errorOf(rig.client.submitOrder(order()));
}

describe('an answer that is none', () => {
  test.each<[string, Reply]>([
    ['a proxy’s page', { text: '<html>Checking your browser</html>' }],
    ['nothing', { text: '' }],
    ['JSON cut off', { text: '{"order_tracking_id":"96a5e1d9' }],
    ['JSON null', { text: 'null' }],
    ['a JSON text', { text: '"ok"' }],
    ['an empty object', { json: {} }],
    [
      'an error object of nulls and nothing else',
      { json: { error: { error_type: null, code: null, message: null }, status: null } },
    ],
    ['more than a megabyte', { json: { business_number: '1', filler: 'x'.repeat(1024 * 1024) } }],
    ['a body that ends too soon', { json: { business_number: '220222' }, fault: 'cut' }],
  ])(
    'an answer (%s) is unreadable, and the outcome of every change that it answered is unknown',
    async (_, reply) => {
      for (const path of [SUBMIT, PUSH, CANCEL, REFUND, REGISTER]) rig.service.on(path, reply);
      for (const call of [
        () => rig.client.submitOrder(order()),
        () => rig.client.push(pushOrder()),
        () => rig.client.cancelOrder(TRACKING_ID),
        () => rig.client.requestRefund(refund()),
        () => rig.client.registerIpn(registration),
      ]) {
        expect(await errorOf(call())).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
      }
    },
  );

  test.each([
    [{ order_tracking_id: 'not-a-uuid', redirect_url: 'https://pay.test' }, 'order_tracking_id'],
    [{ order_tracking_id: TRACKING_ID, redirect_url: null }, 'redirect_url'],
    [{ order_tracking_id: TRACKING_ID, redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
  ])(
    'an order that is answered with %j has an unknown outcome, and the error says what is missing',
    async (json, missing) => {
      const error = await submitError({ json });
      expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
      expect(error.message).toContain(missing);
    },
  );

  test('an answer that only says in a message that it failed keeps the service’s words', async () => {
    const json = { status: '500', message: 'Try again, 0712345678' };
    expect(await submitError({ json })).toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
      providerMessage: 'Try again, •••',
    });
    const { providerMessage } = await submitError({ json: { status: '200', message: 'Processed' } });
    expect(providerMessage).toBeUndefined();
  });

  test('a cancellation with a status that SPEC.md does not describe has an unknown outcome', async () => {
    rig.service.on(
      CANCEL,
      { json: { status: 'OK', message: 'Order cancelled' } },
      { json: { message: 'Order cancelled' } },
    );
    expect(await errorOf(rig.client.cancelOrder(TRACKING_ID))).toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
    });
    expect(await errorOf(rig.client.cancelOrder(TRACKING_ID))).toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
    });
  });
});
