// Records that lack fields: SPEC.md requires only status_code, and the published sample of GetTransactionStatus has no
// order_tracking_id. An order that the provider has must never be read as one that it does not know.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTransaction } from '#provider/read-transaction.ts';
import { createRig, type Rig, TRACKING_ID } from './rig.ts';
import { BY_REFERENCE, STATUS } from './scripted-service.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await createRig();
});
afterAll(() => rig.close());

const pending = {
  payment_method: '',
  amount: 10.0,
  created_date: '2024-03-18T18:25:46.75',
  confirmation_code: '',
  order_tracking_id: TRACKING_ID,
  payment_status_description: 'INVALID',
  description: null,
  message: 'Request processed successfully',
  payment_account: '',
  call_back_url: 'http://shop.test/',
  status_code: 0,
  merchant_reference: 'INV-7',
  payment_status_code: '',
  currency: 'KES',
  error: { error_type: 'api_error', code: 'payment_details_not_found', message: 'Pending Payment' },
  status: '500',
};
const completed = {
  ...pending,
  payment_method: 'MpesaKE',
  confirmation_code: 'SCJ8JQ26SW',
  payment_status_description: 'Completed',
  payment_account: '2547xxx56689',
  status_code: 1,
  error: { error_type: null, code: null, message: null },
  status: '200',
};
const failed = { ...completed, status_code: 2, payment_status_description: 'FAILED', confirmation_code: '1' };
const reversed = { ...completed, status_code: 3, payment_status_description: 'REVERSED' };

const OTHER_ID = '7e6b62d9-883e-440f-a63e-e1105bbfadc3';
const NIL = '00000000-0000-0000-0000-000000000000';

describe('a record without its tracking id', () => {
  test.each([
    ['completed', completed],
    ['failed', failed],
    ['reversed', reversed],
    ['pending', pending],
  ])('a %s record without a tracking id has the one that was asked for', async (outcome, record) => {
    for (const order_tracking_id of [undefined, null, '', 7, NIL, 'none']) {
      rig.service.on(STATUS, { json: { ...record, order_tracking_id } });
      expect(await rig.client.getTransactionStatus(OTHER_ID)).toMatchObject({
        outcome,
        order_tracking_id: OTHER_ID,
        merchant_reference: 'INV-7',
      });
    }
  });

  test.each([
    ['completed', completed],
    ['failed', failed],
    ['reversed', reversed],
    ['pending', pending],
  ])(
    'a %s record without any id, asked for by reference, is still a record of that reference',
    async (outcome, record) => {
      rig.service.on(BY_REFERENCE, {
        json: { ...record, order_tracking_id: null, merchant_reference: null },
      });
      expect(await rig.client.getTransactionByMerchantReference('INV-8')).toMatchObject({
        outcome,
        order_tracking_id: undefined,
        merchant_reference: 'INV-8',
      });
    },
  );

  test('a record without a tracking id, asked for by reference, has the one in its call_back_url', async () => {
    const call_back_url = `http://shop.test/?a=1&OrderTrackingId=${OTHER_ID}&OrderMerchantReference=INV-7`;
    rig.service.on(BY_REFERENCE, { json: { ...pending, order_tracking_id: null, call_back_url } });
    expect(await rig.client.getTransactionByMerchantReference('INV-7')).toMatchObject({
      order_tracking_id: OTHER_ID,
    });
  });

  test('an answer with nothing but the words "Pending Payment" is a pending record', async () => {
    rig.service.on(BY_REFERENCE, { json: { error: pending.error, status: '500' } });
    expect(await rig.client.getTransactionByMerchantReference('INV-7')).toMatchObject({ outcome: 'pending' });
  });

  test('a record of nothing, with zeros in place of its numbers, is no record', async () => {
    const error = {
      error_type: 'api_error',
      code: 'payment_details_not_found',
      message: 'Transaction not found',
    };
    const nothing = Object.fromEntries(Object.keys(pending).map((field) => [field, null]));
    const json = { ...nothing, amount: 0, status_code: 0, order_tracking_id: NIL, error, status: '500' };
    rig.service.on(STATUS, { json });
    rig.service.on(BY_REFERENCE, { json });
    expect(await rig.client.getTransactionStatus(OTHER_ID)).toBeUndefined();
    expect(await rig.client.getTransactionByMerchantReference('INV-7')).toBeUndefined();
  });
});

describe('a record in which any field may be missing, null or something else', () => {
  const FIELDS = Object.keys(completed);
  const wrong = fc.oneof(
    fc.constantFrom(undefined, null, '', 0, -1, true, [], {}, '1', '2', 'Completed', 'x'),
    fc.string(),
    fc.double(),
  );
  const damage = fc.dictionary(fc.constantFrom(...FIELDS), wrong, { maxKeys: FIELDS.length });

  /** The outcome, 'none' for an unknown transaction, or 'error'. */
  function readAs(body: unknown, query = { orderTrackingId: TRACKING_ID }) {
    const answer = {
      operation: 'getTransactionStatus' as const,
      httpStatus: 200,
      contentType: 'application/json',
      body: JSON.parse(JSON.stringify(body)) as unknown,
      redact: (text: string) => text,
    };
    try {
      return readTransaction(answer, query) ?? 'none';
    } catch {
      return 'error';
    }
  }
  const outcomeOf = (read: ReturnType<typeof readAs>) => (typeof read === 'string' ? read : read.outcome);

  test('a paid, failed or reversed record is never read as another outcome or as unknown while its status_code stands', () => {
    fc.assert(
      fc.property(fc.constantFrom(completed, failed, reversed), damage, (record, faults) => {
        const { status_code, ...others } = faults;
        const outcome = outcomeOf(readAs({ ...record, ...others }));
        const own = { 1: 'completed', 2: 'failed', 3: 'reversed' }[record.status_code];
        expect(outcome).toBe(own);
      }),
    );
  });

  test('a completed record with its status_code, amount and currency is completed whatever happens to the rest', () => {
    fc.assert(
      fc.property(damage, ({ status_code, amount, currency, ...faults }) => {
        expect(readAs({ ...completed, ...faults })).toMatchObject({
          outcome: 'completed',
          amount: 10,
          currency: 'KES',
        });
      }),
    );
  });

  test('a pending record is never read as unknown to the service while one field names its transaction', () => {
    fc.assert(
      fc.property(damage, fc.constantFrom('merchant_reference', 'amount', 'error'), (faults, kept) => {
        const { status_code, payment_status_description, ...others } = faults;
        const record = { ...pending, ...others, [kept]: Reflect.get(pending, kept) };
        expect(['pending', 'unknown']).toContain(outcomeOf(readAs(record)));
      }),
    );
  });

  test('only status_code makes a record paid, failed or reversed', () => {
    fc.assert(
      fc.property(fc.constantFrom(pending, completed), damage, wrong, (record, faults, status_code) => {
        fc.pre(!['1', '2', '3'].includes(String(status_code)));
        const outcome = outcomeOf(readAs({ ...record, ...faults, status_code }));
        expect(['pending', 'unknown', 'none', 'error']).toContain(outcome);
      }),
    );
  });
});
