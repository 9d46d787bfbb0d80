// Asking to pay back a payment: who asks, when the payment service is asked, and what its answers make of the refund.
import { describe, expect, test } from 'vitest';
import { PAID, sent } from '#test/payments/status/due.ts';
import type { Reply } from '#test/provider/scripted-service.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import {
  AMOUNT,
  DAY,
  DRAFT,
  INV_1,
  MINUTE,
  newsOf,
  paid,
  RECEIVED,
  RECEIVED_ALREADY,
  REFUSED,
} from './refund-rig.ts';
import { LOST, linkDraft } from './rig.ts';

/** A link of KES 1,500 of which the service reports this payment. */
async function sentAndPaid(payment: Record<string, unknown>, answers: [Reply, ...Reply[]] = [RECEIVED]) {
  const { order: _, ...rig } = await sent('INV-1');
  rig.service.on(paths.STATUS, { json: { ...PAID.json, ...payment } });
  await rig.finder.findPayment('INV-1');
  rig.service.on(paths.REFUND, ...answers);
  return rig;
}

describe('asking for a refund', () => {
  test('needs another person, and nobody asks the service before', async () => {
    const rig = await paid();
    await rig.refunds.askRefund(INV_1, DRAFT, 'U1');
    const asked = await rig.kept('INV-1');
    expect(asked).toMatchObject({
      state: 'paid',
      approval: { number: 1, about: 'refund', askedBy: 'U1', state: 'open' },
      refund: { amount: AMOUNT, confirmationCode: 'SCJ8JQ26SW', remarks: 'Sold out', status: 'waiting' },
    });
    expect(newsOf(asked)).toEqual(['paid', 'approval_asked']);
    expect((await rig.approvals.approve(INV_1, 1, 'U1')).status).toBe('own');
    await rig.runChecks();
    expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
  });

  test('is refused while one is under way, and of what was not paid', async () => {
    const rig = await paid();
    await rig.refunds.askRefund(INV_1, DRAFT, 'U1');
    expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U3')).status).toBe('already_asked');
    expect((await rig.refunds.askRefund(referenceOf('INV-9'), DRAFT, 'U3')).status).toBe('unknown_order');
    await rig.create(linkDraft('INV-2'));
    expect((await rig.refunds.askRefund(referenceOf('INV-2'), DRAFT, 'U3')).status).toBe('not_paid');
  });

  test('is possible when a check brings the code that the first record lacked', async () => {
    const { order: _, ...rig } = await sent('INV-1');
    rig.service.on(paths.STATUS, { json: { ...PAID.json, confirmation_code: '' } });
    await rig.finder.findPayment('INV-1');
    expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U1')).status).toBe('no_code');
    rig.service.on(paths.STATUS, PAID);
    await rig.finder.findPayment('INV-1');
    expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U1')).status).toBe('asked');
    expect(newsOf(await rig.kept('INV-1'))).toEqual(['paid', 'approval_asked']);
  });

  test.each([
    ['MpesaKE', '1500', 'asked'],
    ['MpesaKE', '1499.99', 'only_in_full'],
    ['Visa', '0.01', 'asked'],
    ['Visa', '0', 'not_positive'],
    ['MasterCard', '1500.01', 'too_much'],
  ])('of KES 1,500 by %s, KES %s: %s', async (method, amount, status) => {
    const rig = await paid({ method });
    const draft = { amount: { amount, currency: 'KES' }, remarks: 'Sold out' };
    expect((await rig.refunds.askRefund(INV_1, draft, 'U1')).status).toBe(status);
  });

  test('is possible anew when it was declined, withdrawn, ran out or was refused by the service', async () => {
    const rig = await paid({ answers: [REFUSED, RECEIVED] });
    const ask = () => rig.refunds.askRefund(INV_1, DRAFT, 'U1');
    await ask();
    await rig.approvals.decline(INV_1, 1, 'U2', 'No');
    expect((await rig.kept('INV-1')).refund?.status).toBe('not_asked');
    expect((await ask()).status).toBe('asked');
    await rig.approvals.withdraw(INV_1, 2, 'U1');
    expect((await ask()).status).toBe('asked');
    rig.clock.advance(DAY);
    await rig.runChecks();
    const out = await rig.kept('INV-1');
    expect(out).toMatchObject({
      state: 'paid',
      approval: { state: 'run_out' },
      refund: { status: 'not_asked' },
    });
    expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
    expect(await rig.approved()).toMatchObject({ refund: { status: 'refused' } });
    expect(await rig.approved()).toMatchObject({ approval: { number: 5 }, refund: { status: 'received' } });
    expect(rig.service.callsTo(paths.REFUND)).toHaveLength(2);
  });
});

describe('an approved refund', () => {
  test('is asked for once, in the names of both, and the order stays paid', async () => {
    const rig = await paid();
    const order = await rig.approved();
    expect(order).toMatchObject({ state: 'paid', refund: { status: 'received', approvedBy: 'U2' } });
    expect(newsOf(order)).toEqual(['paid', 'approval_asked', 'approval_decided', 'refund_received']);
    await rig.days(3);
    const calls = rig.service.callsTo(paths.REFUND);
    expect(calls.map(({ json }) => json)).toEqual([
      {
        confirmation_code: 'SCJ8JQ26SW',
        amount: 1500,
        username: 'Amina, approved by Otieno',
        remarks: 'Sold out',
      },
    ]);
    expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U1')).status).toBe('already_asked');
  });

  test('that somebody has asked for before, not through Teller, says so', async () => {
    const rig = await paid({ answers: [RECEIVED_ALREADY] });
    const order = await rig.approved();
    expect(order.refund?.status).toBe('received_before');
    expect(newsOf(order).at(-1)).toBe('refund_received_before');
  });

  test('that the service refuses says why', async () => {
    const rig = await paid({ answers: [REFUSED] });
    const order = await rig.approved();
    expect(order.refund).toMatchObject({ status: 'refused', failure: { serviceMessage: 'Refund rejected' } });
    expect(newsOf(order).at(-1)).toBe('refund_refused');
  });

  test.each([
    ['received', RECEIVED],
    ['received', RECEIVED_ALREADY],
    ['unknown', REFUSED],
    ['unknown', LOST],
  ])(
    'whose answer was lost is asked for once more after a minute, and is then %s',
    async (status, second) => {
      const rig = await paid({ answers: [LOST, second, RECEIVED] });
      expect((await rig.approved()).refund?.status).toBe('requested');
      await rig.runChecks();
      expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
      rig.clock.advance(MINUTE);
      await rig.runChecks();
      expect((await rig.kept('INV-1')).refund?.status).toBe(status);
      await rig.days(31);
      expect(rig.service.callsTo(paths.REFUND)).toHaveLength(2);
      expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U1')).status).toBe('already_asked');
    },
  );

  test('waits while the service does not answer at all', async () => {
    const rig = await paid();
    await rig.refunds.askRefund(INV_1, DRAFT, 'U1');
    await rig.approvals.approve(INV_1, 1, 'U2');
    rig.service.on(paths.STATUS, LOST);
    await expect(rig.runChecks()).rejects.toThrow();
    expect((await rig.kept('INV-1')).refund?.status).toBe('approved');
    expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
  });

  test('of a payment beside which the check before the call finds another is asked for by its own code', async () => {
    const short = { amount: 500, confirmation_code: 'VISA500', payment_method: 'Visa' };
    const part = { amount: { amount: '500', currency: 'KES' }, remarks: 'Sold out' };
    const rig = await sentAndPaid(short);
    await rig.refunds.askRefund(INV_1, part, 'U1');
    rig.service.on(paths.STATUS, {
      json: { ...PAID.json, ...short, amount: 1500, confirmation_code: 'VISA1500' },
    });
    expect((await rig.approvals.approve(INV_1, 1, 'U2')).status).toBe('decided');
    await rig.runChecks();
    const order = await rig.kept('INV-1');
    expect(rig.service.callsTo(paths.REFUND).map(({ json }) => json)).toMatchObject([
      { confirmation_code: 'VISA500', amount: 500 },
    ]);
    expect(order).toMatchObject({ state: 'review', refund: { status: 'received', approvedBy: 'U2' } });
    expect(order.payments).toHaveLength(2);
    expect((await rig.refunds.askRefund(INV_1, part, 'U1')).status).toBe('several');
  });

  test('of a payment of which more comes while an answer to the request is missing is asked for once more all the same', async () => {
    const short = { amount: 500, confirmation_code: 'VISA500', payment_method: 'Visa' };
    const rig = await sentAndPaid(short, [LOST, RECEIVED]);
    await rig.refunds.askRefund(
      INV_1,
      { amount: { amount: '500', currency: 'KES' }, remarks: 'Sold out' },
      'U1',
    );
    await rig.approvals.approve(INV_1, 1, 'U2');
    await rig.runChecks();
    rig.service.on(paths.STATUS, {
      json: { ...PAID.json, ...short, amount: 1500, confirmation_code: 'VISA1500' },
    });
    rig.clock.advance(MINUTE);
    await rig.runChecks();
    expect(rig.service.callsTo(paths.REFUND).map(({ json }) => json)).toMatchObject([
      { confirmation_code: 'VISA500', amount: 500 },
      { confirmation_code: 'VISA500', amount: 500 },
    ]);
    expect((await rig.kept('INV-1')).refund?.status).toBe('received');
  });

  test('of a payment that was paid back meanwhile is not asked for', async () => {
    const rig = await paid();
    await rig.refunds.askRefund(INV_1, DRAFT, 'U1');
    const order = await rig.reversed();
    expect(order).toMatchObject({
      state: 'reversed',
      approval: { state: 'lapsed' },
      refund: { status: 'not_asked' },
    });
    expect((await rig.approvals.approve(INV_1, 1, 'U2')).status).toBe('already_decided');
    await rig.runChecks();
    expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
    expect(order.entries?.map(({ kind }) => kind)).toEqual(['payment', 'reversal']);
  });
});
