// From an answer's body to a value, or to an error that names what it lacks.
import { describe, expect, test } from 'vitest';
import { ProviderError } from '#provider/errors.ts';
import { unreadable } from '#provider/read-error.ts';
import { readTransaction } from '#provider/read-transaction.ts';
import {
  readCancellation,
  readIpnList,
  readIpnRegistration,
  readOrderCreated,
  readPushAccepted,
  readToken,
} from '#provider/responses.ts';
import { answer, CONTENT_TYPE, thrownBy } from './answer.ts';
import { IPN_ID, TRACKING_ID } from './rig.ts';

describe('an answer that lacks something', () => {
  test('its error names it, and has the service’s message only where its status is bad', () => {
    const body = { status: '500', message: 'Out of order' };
    expect(unreadable(answer(body), 'id')).toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
      serviceMessage: 'Out of order',
    });
    expect(unreadable(answer({ ...body, status: '200' }), 'id').serviceMessage).toBeUndefined();
    expect(unreadable(answer({ ...body, status: '1500' }), 'id').serviceMessage).toBeUndefined();
    expect(unreadable(answer({ ...body, status: '5000' }), 'id').serviceMessage).toBeUndefined();
    expect(unreadable(answer({ status: '500' }), 'id').serviceMessage || undefined).toBeUndefined();
    expect(unreadable(answer(undefined), 'id').message).toContain(
      `(HTTP 200, ${CONTENT_TYPE}) has no readable id.`,
    );
  });

  test.each<[string, () => unknown, string]>([
    ['an order', () => readOrderCreated(answer({ redirect_url: 'x' })), 'order_tracking_id, redirect_url'],
    [
      'an order with another kind of address',
      () => readOrderCreated(answer({ order_tracking_id: TRACKING_ID, redirect_url: 'ftp://a.test' })),
      'redirect_url',
    ],
    [
      'an order with an id of zeros',
      () =>
        readOrderCreated(
          answer({
            order_tracking_id: '00000000-0000-0000-0000-000000000000',
            redirect_url: 'https://a.test',
          }),
        ),
      'order_tracking_id',
    ],
    ['a prompt', () => readPushAccepted(answer({})), 'business_number'],
    ['a token', () => readToken(answer({ token: 'a b', expiryDate: '' })), 'token'],
    ['a token with a line in it', () => readToken(answer({ token: 'a\n', expiryDate: '' })), 'token'],
    ['a list as text', () => readPushAccepted(answer([])), 'object'],
    ['a cancellation', () => readCancellation(answer({ status: '12200', message: '' })), 'status'],
    [
      'a cancellation with a longer status',
      () => readCancellation(answer({ status: '2001', message: '' })),
      'status',
    ],
    ['a list', () => readIpnList(answer({})), 'list'],
    ['a record', () => readTransaction(answer({}), { merchantReference: 'INV-1' }), 'status_code'],
  ])('of %s the missing is named', (_, read, missing) => {
    expect(thrownBy(read).message).toContain(`no readable ${missing}.`);
  });

  test.each(['200', '400', '404', '500'])('a cancellation of the status %s is read', (status) => {
    expect(readCancellation(answer({ status, message: ' Why ' }))).toEqual({
      done: status === '200',
      status,
      message: 'Why',
    });
  });
});

describe('what is read of a success', () => {
  test('ids are read in one casing, and addresses over http and https', () => {
    const body = { order_tracking_id: TRACKING_ID.toUpperCase(), merchant_reference: 7 };
    for (const redirect_url of ['https://pay.test/1', 'http://pay.test/1'])
      expect(readOrderCreated(answer({ ...body, redirect_url }))).toEqual({
        ...{ order_tracking_id: TRACKING_ID, merchant_reference: '7', redirect_url },
      });
  });

  test('a list of addresses leaves out rows without an id', () => {
    const rows = [
      { ipn_id: IPN_ID, url: 'https://a.test' },
      { url: 'https://b.test' },
      null,
      { ipn_id: 'x', url: null },
    ];
    expect(readIpnList(answer(rows))).toEqual([
      { ipn_id: IPN_ID, url: 'https://a.test' },
      { ipn_id: 'x', url: undefined },
    ]);
    expect(
      readIpnRegistration(
        answer({ ipn_id: IPN_ID, created_date: '2026-11-21T09:05:00.12Z', notification_type: 'x' }),
      ),
    ).toMatchObject({
      ...{ ipn_id: IPN_ID, created_at: Date.parse('2026-11-21T09:05:00.12Z'), notification_type: undefined },
    });
  });

  test('a record keeps what it says, in plain form', () => {
    const query = { orderTrackingId: TRACKING_ID };
    const read = (body: object, by: Parameters<typeof readTransaction>[1] = query) =>
      readTransaction(answer(body, 200, 'getTransactionStatus'), by);
    expect(read({ status_code: 1, amount: 5, currency: 'kes', description: ' x ' })).toMatchObject({
      ...{ outcome: 'completed', currency: 'KES', order_tracking_id: TRACKING_ID, merchant_reference: '' },
    });
    expect(read({ status_code: 1, amount: 5, currency: 'kesh' })?.currency).toBe('kesh');
    expect(read({ status_code: 1, amount: 5, currency: '1kes' })?.currency).toBe('1kes');
    const address = `https://a.test/?x=1&OrderTrackingId=${TRACKING_ID}`;
    const byReference = { merchantReference: 'INV-1' };
    const found = read({ status_code: 2, call_back_url: address }, byReference);
    expect(found).toMatchObject({
      outcome: 'failed',
      order_tracking_id: TRACKING_ID,
      merchant_reference: 'INV-1',
    });
    const first = read(
      { status_code: 2, call_back_url: `https://a.test/?OrderTrackingId=${TRACKING_ID}` },
      byReference,
    );
    expect(first?.order_tracking_id).toBe(TRACKING_ID);
    expect(read({ status_code: 3 })?.outcome).toBe('reversed');
    expect(read({ status_code: 4, payment_method: 'Visa' })?.outcome).toBe('unknown');
  });

  test('pending is what the service calls pending, by its code, its message or its description', () => {
    const outcomeOf = (body: object) =>
      readTransaction(answer({ order_tracking_id: TRACKING_ID, ...body }, 200, 'getTransactionStatus'), {
        merchantReference: 'INV-1',
      })?.outcome;
    expect(outcomeOf({ status_code: 0, error: { code: 'payment_details_not_found', message: '' } })).toBe(
      'pending',
    );
    expect(outcomeOf({ status_code: 0, payment_status_description: 'PENDING' })).toBe('pending');
    expect(outcomeOf({ status_code: 0, error: { message: 'Pending payment of 5' } })).toBe('pending');
    expect(outcomeOf({ status_code: 0, payment_status_description: 'Not pending' })).toBe('unknown');
    expect(outcomeOf({ status_code: 0, payment_status_description: 'Pending it is' })).toBe('unknown');
    expect(outcomeOf({ status_code: 0, error: { message: 'No pending payment' } })).toBe('unknown');
    expect(outcomeOf({ status_code: 0, error: { message: 'Pending payments' } })).toBe('unknown');
  });

  test.each([
    'Transaction not found',
    'not_found',
    'notfound',
    'It does not exist',
    "doesn't exist",
    'doesnt exist',
    'No such order',
    'no payment',
    'no matching record',
    'There is no order with this reference',
  ])('the message "%s" says that there is no such transaction', (message) => {
    const unknown = answer({ error: { code: 'x', message }, status: '500' }, 200, 'getTransactionStatus');
    const behindFault = { ...unknown, httpStatus: 500 };
    const isKnown = /doesnt|n't/.test(message) ? /n[o']t exist/.test(message) : true;
    if (isKnown) expect(readTransaction(unknown, { orderTrackingId: TRACKING_ID })).toBeUndefined();
    else expect(() => readTransaction(unknown, { orderTrackingId: TRACKING_ID })).toThrow(ProviderError);
    expect(() => readTransaction(behindFault, { orderTrackingId: TRACKING_ID })).toThrow(ProviderError);
  });

  test('any one field but an echo makes a record of an answer, and none makes none', () => {
    const query = { merchantReference: 'INV-1' };
    const read = (body: object) =>
      readTransaction(answer({ status_code: 0, ...body }, 200, 'getTransactionStatus'), query);
    for (const body of [
      { confirmation_code: 'X' },
      { payment_method: 'Visa' },
      { payment_account: '1' },
      { amount: 5 },
      { order_tracking_id: TRACKING_ID },
    ])
      expect(read(body)?.outcome).toBe('unknown');
    expect(read({ amount: 0 })).toBeUndefined();
    expect(() => read({ status_code: null })).toThrow('status_code');
  });
});
