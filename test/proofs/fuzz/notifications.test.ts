// Notifications as the provider sends them in four ways (query, JSON, form, half and half), with something wrong: each is
// answered with JSON, and never with 500, because then the provider would send it again and again.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderSaves } from '#payments/status/order-saves.ts';
import { openStore } from '#store/open.ts';
import { recurringOrder, sampleOrder } from '#test/store/sample-order.ts';
import { KEY, startWeb } from '#test/web/rig.ts';
import { createIpnHandler } from '#web/ipn.ts';
import { readIpnNotification } from '#web/ipn-notification.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { jsonTextFrom, textFrom } from './mutated.ts';

const FIELDS = {
  OrderTrackingId: '96a5e1d9-f711-4423-82ce-dd758f972713',
  OrderMerchantReference: 'INV-1',
  OrderNotificationType: 'IPNCHANGE',
};
const SPELLINGS: readonly Record<string, string>[] = [
  FIELDS,
  { ...FIELDS, OrderMerchantReference: 'ACC-7', OrderNotificationType: 'RECURRING' },
  { ordertrackingid: FIELDS.OrderTrackingId, order_merchant_reference: 'SUB-1' },
];
const query = textFrom(SPELLINGS.map((fields) => new URLSearchParams(fields).toString()));
const json = jsonTextFrom(SPELLINGS);

type Sent = { readonly query: string; readonly body: string };
const sent: fc.Arbitrary<Sent> = fc.oneof(
  query.map((text) => ({ query: text, body: '' })),
  json.map((body) => ({ query: '', body })),
  query.map((body) => ({ query: '', body })),
  fc.record({ query, body: json }),
);

async function openNotifications() {
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  onTestFinished(() => store.close());
  await store.orders.insert(
    sampleOrder('INV-1', { state: 'pending', provider: { trackingId: FIELDS.OrderTrackingId } }),
  );
  await store.orders.insert({
    ...recurringOrder('SUB-1', 'ACC-7', 1),
    state: 'pending',
    provider: { trackingId: 'first' },
  });
  return createNotifications({
    orders: store.orders,
    saves: createOrderSaves({
      orders: store.orders,
      reporter: { error: () => 'incident' },
      saveRefused: () => {},
      timeZone: 'Africa/Nairobi',
    }),
    clock: systemClock,
    triggerChecks: () => {},
  });
}

test('any notification is saved, or answered as one that names no order', async () => {
  const reported: unknown[] = [];
  const handle = createIpnHandler({
    key: KEY,
    standingOfKey: async () => 'unknown',
    notifications: await openNotifications(),
    countNotification: () => {},
    reporter: { error: (error) => String(reported.push(error)), warn: () => {} },
  });
  await expectHarmless(sent, async ({ query: search, body }) => {
    const socket = new Socket();
    const request = new IncomingMessage(socket);
    request.method = body === '' ? 'GET' : 'POST';
    request.push(Buffer.from(body));
    request.push(null);
    const response = new ServerResponse(request);
    await handle(request, response, KEY, new URLSearchParams(search));
    expect([200, 400]).toContain(response.statusCode);
    expect(response.writableEnded).toBe(true);
    expect(reported).toEqual([]);
    socket.destroy();
  });
});

test('ten kilobytes of a notification are read in ten milliseconds', () => {
  expectQuick((text) => readIpnNotification(new URLSearchParams(text), text));
  expectQuick((text) =>
    readIpnNotification(new URLSearchParams(), `{"OrderTrackingId":${JSON.stringify(text)}}`),
  );
  expectQuick((text) => readIpnNotification(new URLSearchParams(), `{${text}`));
});

test('over HTTP any address and any body is answered, by the server or by Node', async () => {
  const { receiveNotification, customerReturned } = await openNotifications();
  const web = await startWeb({ receive: receiveNotification, returns: customerReturned });
  const target = textFrom([
    `/ipn/${KEY}?${new URLSearchParams(FIELDS)}`,
    '/paid?OrderTrackingId=x',
    '//ipn//',
    '/healthz',
  ]);
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'BREW');
  await expectHarmless(
    fc.tuple(method, target, sent),
    async ([verb, path, { body }]) => {
      const length = Buffer.byteLength(body);
      const answer = await web.raw(
        `${verb} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404|405|413|431) /);
      expect(web.reported).toEqual([]);
      // What the test writes down is no memory that the server keeps.
      for (const written of [web.received, web.returned, web.counted]) written.length = 0;
    },
    300,
  );
});
