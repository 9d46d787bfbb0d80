// From the service's transaction record to an event: only statuses that SPEC.md describes count.
import { describe, expect, test } from 'vitest';
import { eventFrom } from '#payments/status/from-record.ts';
import type { TransactionRecord } from '#provider/read-transaction.ts';

const RECORD: TransactionRecord = {
  outcome: 'completed',
  status_code: 1,
  payment_status_description: 'Completed',
  confirmation_code: 'SCJ8JQ26SW',
  payment_method: 'MpesaKE',
  payment_account: '2547xxx56689',
  amount: 1500.5,
  currency: 'KES',
  account_number: undefined,
  merchant_reference: 'INV-1',
  order_tracking_id: 'af2234da',
  description: '',
  created_at: 1_710_868_126_390,
  message: '',
  call_back_url: '',
  payment_status_code: '',
};

describe('a record', () => {
  test('the record of a payment is a completed event with what was really paid', () => {
    expect(eventFrom(RECORD)).toEqual({
      event: 'completed',
      trackingId: 'af2234da',
      payment: {
        paid: { amount: '1500.5', currency: 'KES' },
        method: 'MpesaKE',
        confirmationCode: 'SCJ8JQ26SW',
        payer: '2547xxx56689',
        paidAt: 1_710_868_126_390,
      },
    });
  });

  test.each([
    [{ amount: 1500.0000000002 }, '1500'],
    [{ amount: 1499.996 }, '1500'],
    [{ amount: 1500.004 }, '1500'],
    [{ amount: 1499.995 }, '1499.995'],
    [{ amount: 4999.6, currency: 'UGX' }, '4999.6'],
    [{ amount: 4999.996, currency: 'UGX' }, '5000'],
    [{ amount: 0 }, undefined],
    [{ amount: 0.004 }, undefined],
    [{ amount: -5 }, undefined],
    [{ currency: '' }, undefined],
  ])('a record with %j was paid with %s', (said, amount) => {
    const event = eventFrom({ ...RECORD, ...said });
    expect('payment' in event && event.payment?.paid?.amount).toBe(amount);
  });

  test('a record without a readable date is a payment without a date', () => {
    const event = eventFrom({ ...RECORD, created_at: undefined });
    expect(event && 'payment' in event && Object.keys(event.payment)).not.toContain('paidAt');
  });

  test('the record of a pending order is a pending event without a payment', () => {
    const pending = { ...RECORD, outcome: 'pending' } as const;
    expect(eventFrom(pending)).toEqual({ event: 'pending', trackingId: 'af2234da' });
  });

  test.each([
    ['request_terminated_by_user', 'Expired', 'request_terminated_by_user'],
    ['', 'Expired', 'Expired'],
    ['', '', ''],
  ])(
    'the record of a failure (code %j, description %j) is a failed event with the message %j',
    (payment_status_code, description, serviceMessage) => {
      const confirmation_code = '1234567890123456789012';
      const failed = {
        ...RECORD,
        outcome: 'failed',
        confirmation_code,
        payment_status_code,
        description,
      } as const;
      expect(eventFrom(failed)).toEqual({
        event: 'failed',
        trackingId: 'af2234da',
        failure: { reason: 'payment_failed', serviceMessage },
      });
    },
  );

  test('the record of a reversal is a reversed event with the payment that was paid back', () => {
    const reversed = eventFrom({ ...RECORD, outcome: 'reversed' });
    expect(reversed).toMatchObject({
      event: 'reversed',
      payment: { paid: { amount: '1500.5', currency: 'KES' } },
    });
  });

  test('the record of a reversal that lacks the amount, which is then 0, or the currency names the payment without it', () => {
    for (const lacking of [{ amount: 0 }, { currency: '' }]) {
      const event = eventFrom({ ...RECORD, outcome: 'reversed', ...lacking });
      expect(event).toMatchObject({ event: 'reversed', payment: { confirmationCode: 'SCJ8JQ26SW' } });
      expect('payment' in event && event.payment).not.toHaveProperty('paid');
    }
  });

  test.each([
    ['SCJ8JQ26SW', 500, true],
    ['scj8 jq26sw', 500, true],
    ['SCJ8JQ26SW', 0, false],
    ['', 500, false],
    ['1234567890123456789012', 500, false],
    ['DECLINED', 500, false],
  ])(
    'the record of a failure with the code %j and the amount %s is a doubtful payment: %s',
    (confirmation_code, amount, isDoubtful) => {
      const event = eventFrom({ ...RECORD, outcome: 'failed', confirmation_code, amount });
      if (isDoubtful) expect(event).toMatchObject({ event: 'completed', payment: { isDoubtful } });
      else expect(event.event).toBe('failed');
    },
  );

  test('a record without a tracking id is the same event without one', () => {
    for (const outcome of ['pending', 'completed', 'failed', 'reversed'] as const) {
      const event = eventFrom({ ...RECORD, outcome, order_tracking_id: undefined });
      const { trackingId, ...same } = { trackingId: '', ...eventFrom({ ...RECORD, outcome }) };
      expect(trackingId).toBe('af2234da');
      expect(event).toStrictEqual(same);
    }
  });

  test('a record with an unknown status says that the order is there and no more, whatever else is in it', () => {
    for (const status_code of [0, 4, 99, undefined])
      expect(eventFrom({ ...RECORD, outcome: 'unknown', status_code })).toEqual({
        event: 'pending',
        trackingId: 'af2234da',
      });
  });
});
