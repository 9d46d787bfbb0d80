// Transaction records: only statuses that SPEC.md describes are paid or failed.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRig, type Rig, TRACKING_ID } from './rig.ts';
import { completed, pending } from './sample-records.ts';
import { BY_REFERENCE, STATUS } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

async function recordOf(body: unknown) {
  rig.service.on(STATUS, { json: body });
  const record = await rig.client.getTransactionStatus(TRACKING_ID);
  if (!record) throw new Error('expected a record');
  return record;
}

describe('a record', () => {
  test('a completed record keeps the service’s texts and reads its time as East Africa Time', async () => {
    expect(await recordOf(completed)).toEqual({
      outcome: 'completed',
      status_code: 1,
      payment_status_description: 'Completed',
      confirmation_code: 'SCJ8JQ26SW',
      payment_method: 'MpesaKE',
      payment_account: '2547xxx56689',
      amount: 6,
      currency: 'KES',
      merchant_reference: '1',
      order_tracking_id: TRACKING_ID,
      description: '',
      created_at: Date.parse('2024-03-19T17:08:46.390Z'),
      message: 'Request processed successfully',
      call_back_url: 'http://shop.test/cb?OrderTrackingId=1',
      account_number: undefined,
      payment_status_code: '',
    });
  });

  test('a record with an error object full of nulls is a success, also when asked by reference', async () => {
    rig.service.on(BY_REFERENCE, { json: completed });
    expect((await rig.client.getTransactionByMerchantReference('1'))?.outcome).toBe('completed');
  });

  test('both status requests give the same payment, whatever name each has for its method', async () => {
    rig.service.on(STATUS, { json: completed });
    rig.service.on(BY_REFERENCE, { json: { ...completed, payment_method: 'Mpesa' } });
    const byTrackingId = await rig.client.getTransactionStatus(TRACKING_ID);
    expect(byTrackingId?.payment_method).toBe('MpesaKE');
    expect(await rig.client.getTransactionByMerchantReference('1')).toEqual({
      ...byTrackingId,
      payment_method: 'Mpesa',
    });
  });

  test('a pending record is a record although it has an error object', async () => {
    expect(await recordOf(pending)).toMatchObject({
      outcome: 'pending',
      order_tracking_id: TRACKING_ID,
      confirmation_code: '',
    });
  });

  test.each([
    [1, 'completed'],
    [2, 'failed'],
    [3, 'reversed'],
    [0, 'unknown'],
    [4, 'unknown'],
    [-1, 'unknown'],
    [1.5, 'unknown'],
    ['1', 'completed'],
    ['0', 'unknown'],
    ['4', 'unknown'],
    ['01', 'unknown'],
    ['1.0', 'unknown'],
    [true, 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
  ])('a record with status_code %j is %s, whatever its description says', async (status_code, outcome) => {
    const { status_code: _, ...rest } = completed;
    const body = status_code === undefined ? rest : { ...rest, status_code };
    expect((await recordOf(body)).outcome).toBe(outcome);
  });

  test('a record without a status_code is pending only when the error code says so', async () => {
    expect((await recordOf({ ...pending, status_code: null })).outcome).toBe('pending');
    expect((await recordOf({ ...pending, status_code: 7 })).outcome).toBe('unknown');
  });

  test('a failed record keeps the reason that the service gave', async () => {
    const body = {
      ...completed,
      status_code: 2,
      payment_status_code: 'request_terminated_by_user',
      confirmation_code: '1032',
    };
    expect(await recordOf(body)).toMatchObject({
      outcome: 'failed',
      payment_status_code: 'request_terminated_by_user',
    });
    expect(await recordOf({ ...completed, status_code: 2, description: 'Expired' })).toMatchObject({
      description: 'Expired',
    });
  });

  test('a confirmation code is text even when its 22 digits arrive as a JSON number', async () => {
    rig.service.on(
      STATUS,
      { text: JSON.stringify(completed).replace('"SCJ8JQ26SW"', '7199342114786530804034') },
      { text: JSON.stringify(completed).replace('"SCJ8JQ26SW"', '1032') },
    );
    expect((await rig.client.getTransactionStatus(TRACKING_ID))?.confirmation_code).toBe(
      '7199342114786530804034',
    );
    expect((await rig.client.getTransactionStatus(TRACKING_ID))?.confirmation_code).toBe('1032');
  });

  test('a record full of nulls is read with empty texts and never as paid', async () => {
    const empty = Object.fromEntries(Object.keys(completed).map((key) => [key, null]));
    rig.service.on(BY_REFERENCE, { json: { ...empty, order_tracking_id: TRACKING_ID } });
    expect(await rig.client.getTransactionByMerchantReference('1')).toMatchObject({
      outcome: 'unknown',
      confirmation_code: '',
      amount: 0,
      currency: '',
      created_at: undefined,
    });
  });

  test('the record of a recurring charge has its subscriber, with the correlation id as text', async () => {
    const info = {
      account_reference: 'SUB-77',
      amount: 100,
      first_name: 'Ann',
      last_name: null,
      correlation_id: 11169,
    };
    expect(
      (await recordOf({ ...completed, subscription_transaction_info: info })).subscription_transaction_info,
    ).toEqual({
      account_reference: 'SUB-77',
      amount: 100,
      first_name: 'Ann',
      last_name: '',
      correlation_id: '11169',
    });
    expect(await recordOf({ ...completed, subscription_transaction_info: null })).not.toHaveProperty(
      'subscription_transaction_info',
    );
  });

  test.each([
    ['6.00', 6],
    ['1,500.00', 1500],
    [' 1 234 567.5 ', 1_234_567.5],
    ['1,50', 0],
    ['1.500,00', 0],
    ['-5', 0],
    ['9'.repeat(400), 0],
  ])('the amount may be written as text: "%s"', async (amount, read) => {
    expect(await recordOf({ ...completed, amount })).toMatchObject({ amount: read });
  });

  test.each([
    [{ amount: null }, { amount: 0 }],
    [{ amount: '6 KES' }, { amount: 0 }],
    [{ currency: null }, { currency: '' }],
  ])('a completed record without a usable amount or currency (%j) is completed', async (fault, read) => {
    expect(await recordOf({ ...completed, ...fault })).toMatchObject({ outcome: 'completed', ...read });
  });
});
