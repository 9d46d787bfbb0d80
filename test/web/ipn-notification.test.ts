// Reading notifications in every form in which they were seen, and the answer in the form that the provider expects.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ipnAnswer, readIpnNotification } from '#web/ipn-notification.ts';

const NONE = new URLSearchParams();
const TRACKING = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';
const NOTIFICATION = { trackingId: TRACKING, merchantReference: 'INV-1', type: 'IPNCHANGE' };
const spelt = (names: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, [TRACKING, 'INV-1', 'IPNCHANGE'][index] ?? '']));

const SPELLINGS = [
  ['OrderTrackingId', 'OrderMerchantReference', 'OrderNotificationType'],
  ['orderTrackingId', 'orderMerchantReference', 'orderNotificationType'],
  ['ordertrackingid', 'ordermerchantreference', 'ordernotificationtype'],
  ['ORDERTRACKINGID', 'ORDERMERCHANTREFERENCE', 'ORDERNOTIFICATIONTYPE'],
  ['order_tracking_id', 'order_merchant_reference', 'order_notification_type'],
];

describe.each(SPELLINGS)('a notification that says %s', (...names) => {
  const fields = spelt(names);

  test('a notification is read from the query', () => {
    expect(readIpnNotification(new URLSearchParams(fields), '')).toEqual(NOTIFICATION);
  });

  test('a notification is read from JSON, also with a byte order mark and white space around', () => {
    expect(readIpnNotification(NONE, JSON.stringify(fields))).toEqual(NOTIFICATION);
    expect(readIpnNotification(NONE, `\ufeff \n${JSON.stringify(fields, null, 2)}\n`)).toEqual(NOTIFICATION);
  });

  test('a notification is read from a form', () => {
    expect(readIpnNotification(NONE, new URLSearchParams(fields).toString())).toEqual(NOTIFICATION);
  });

  test('a notification is read half from the query and half from the body', () => {
    const [[name = '', value = ''] = [], ...rest] = Object.entries(fields);
    const body = JSON.stringify(Object.fromEntries(rest));
    expect(readIpnNotification(new URLSearchParams({ [name]: value }), body)).toEqual(NOTIFICATION);
  });
});

describe('a notification', () => {
  const query = (fields: Record<string, string>) => readIpnNotification(new URLSearchParams(fields), '');
  const json = (fields: Record<string, unknown>) => readIpnNotification(NONE, JSON.stringify(fields));
  const both = { OrderTrackingId: TRACKING, OrderMerchantReference: 'INV-1' };

  test('a notification without a type is of type IPNCHANGE', () => {
    expect(query(both)).toEqual(NOTIFICATION);
    expect(query({ ...both, OrderNotificationType: '' })).toEqual(NOTIFICATION);
  });

  test('a notification of a recurring charge has its type', () => {
    expect(query({ ...both, OrderNotificationType: 'RECURRING' })?.type).toBe('RECURRING');
  });

  test('a notification may have a number as reference', () => {
    expect(json({ ...both, OrderMerchantReference: 2041 })?.merchantReference).toBe('2041');
  });

  test('a notification keeps the characters of its values', () => {
    expect(query({ ...both, OrderMerchantReference: 'SUB 7/é&=' })?.merchantReference).toBe('SUB 7/é&=');
  });

  test('an empty field in the query does not replace the body’s', () => {
    const empty = new URLSearchParams({ OrderTrackingId: '', orderMerchantReference: '' });
    expect(readIpnNotification(empty, JSON.stringify(both))).toEqual(NOTIFICATION);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no tracking id', { OrderMerchantReference: 'INV-1' }],
    ['no reference', { OrderTrackingId: TRACKING }],
    ['an array for one', { ...both, OrderTrackingId: [TRACKING] }],
    ['an object for one', { ...both, OrderMerchantReference: { $ne: '' } }],
    ['null for one', { ...both, OrderTrackingId: null }],
    ['a boolean for one', { ...both, OrderTrackingId: true }],
    ['a value of 151 characters', { ...both, OrderMerchantReference: 'x'.repeat(151) }],
  ])('a notification with %s names no order', (_, fields) => {
    expect(json(fields)).toBeUndefined();
  });

  test.each(['', '{', '[]', 'null', '"x"', '{"OrderTrackingId":', '<html>', '%', '%E0%A4%A'])(
    'a notification of %j names no order',
    (body) => {
      expect(readIpnNotification(NONE, body)).toBeUndefined();
    },
  );

  test('any text is read as a notification or as undefined', () => {
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((text) => `{"a":${text}`),
    );
    fc.assert(
      fc.property(fc.webQueryParameters(), body, (search, text) => {
        const notification = readIpnNotification(new URLSearchParams(search), text);
        if (notification)
          for (const value of Object.values(notification)) expect(value.length).toBeLessThanOrEqual(150);
      }),
    );
  });
});

describe('the answer', () => {
  test('the answer to a notification repeats its fields, with the status as a number', () => {
    expect(ipnAnswer({ ...NOTIFICATION, type: 'RECURRING' }, 200)).toBe(
      `{"orderNotificationType":"RECURRING","orderTrackingId":"${TRACKING}","orderMerchantReference":"INV-1","status":200}`,
    );
    expect(JSON.parse(ipnAnswer(NOTIFICATION, 500)).status).toBe(500);
  });

  test('the answer to a notification is JSON whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const notification = { trackingId: text, merchantReference: text, type: text };
        expect(JSON.parse(ipnAnswer(notification, 200)).orderTrackingId).toBe(text);
      }),
    );
  });
});

test('half a character, which JSON can bring, is replaced, because no store keeps it as it is', () => {
  const body = '{"OrderTrackingId":"\\ud800","OrderMerchantReference":"INV-1"}';
  expect(readIpnNotification(new URLSearchParams(), body)?.trackingId).toBe('\ufffd');
});
