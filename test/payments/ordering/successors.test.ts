// What is found out about earlier orders right before a new one is made from them, or sent.
import { describe, expect, test } from 'vitest';
import { CREATED, linkDraft, startRig } from '#test/payments/ordering/rig.ts';
import { PAID, sent } from '#test/payments/status/due.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { LOST } from './rig.ts';

const INV_1 = referenceOf('INV-1');
const INV_2 = referenceOf('INV-2');
const FAILED = { json: { ...CREATED, status_code: 2, payment_status_description: 'Failed' } };
const HOUR = 60 * 60_000;
const paid = (amount: number) => ({ json: { ...PAID.json, amount } });
const rest = (amount: string) => linkDraft('INV-2', { restOf: INV_1, amount: { amount, currency: 'KES' } });

/** An order for KES 1,500 of which 500 came. */
async function paidShort() {
  const { order: _, ...rig } = await sent('INV-1');
  rig.service.on(paths.STATUS, paid(500));
  await rig.finder.findPayment('INV-1');
  expect((await rig.kept('INV-1')).state).toBe('review');
  return rig;
}

describe('the rest of an order', () => {
  test('is not asked for when the payment service has the whole of it by now', async () => {
    const rig = await paidShort();
    rig.service.on(paths.STATUS, PAID);
    expect(await rig.successors.settle({ restOf: INV_1 }, 'U1')).toMatchObject({ status: 'nothing_missing' });
    expect((await rig.kept('INV-1')).state).toBe('paid');
  });

  test('is not asked for while the payment service does not say what came', async () => {
    const rig = await paidShort();
    rig.service.on(paths.STATUS, LOST);
    expect(await rig.successors.settle({ restOf: INV_1 }, 'U1')).toMatchObject({ status: 'unsettled' });
  });

  test('is what is missing by now, when more has come since', async () => {
    const rig = await paidShort();
    rig.service.on(paths.STATUS, paid(1200));
    expect(await rig.successors.settle({ restOf: INV_1 }, 'U1')).toEqual({ status: 'settled' });
    const create = (amount: string) => rig.orderCreation.createOrder(rest(amount), { evenIfSame: true });
    expect(await create('1000')).toMatchObject({ status: 'not_the_rest', missing: { amount: '300' } });
    expect(await create('300')).toMatchObject({ status: 'created' });
  });

  test.each([1500, 1200, 1501])('is not sent when it is approved after KES %i has come', async (amount) => {
    const rig = await startRig(undefined, { approvalAbove: [{ amount: '900', currency: 'KES' }] });
    await rig.put('INV-1', {
      ...{
        state: 'review',
        requestedAt: rig.clock.now(),
        service: { trackingId: CREATED.order_tracking_id },
      },
      payments: [
        {
          paid: { amount: '500', currency: 'KES' },
          ...{ method: 'MpesaKE', confirmationCode: 'SCJ8JQ26SW', payer: '' },
        },
      ],
    });
    await rig.create(rest('1000'));
    await rig.ordering.submitOrder(INV_2);
    rig.service.on(paths.STATUS, paid(amount));
    await rig.approvals.approve(INV_2, 1, 'U2');
    await rig.runChecks();
    expect(await rig.kept('INV-2')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'paid_meanwhile' },
    });
    expect(rig.service.callsTo(paths.SUBMIT)).toEqual([]);
  });
});

describe('a link that was made from another order and left by a process that died', () => {
  async function left() {
    const { order: _, ...rig } = await sent('INV-1');
    rig.service.on(paths.STATUS, FAILED);
    await rig.finder.findPayment('INV-1');
    await rig.create(linkDraft('INV-2', { resendOf: INV_1 }));
    rig.clock.advance(5 * HOUR);
    return rig;
  }

  test('is not sent when the other one was paid meanwhile', async () => {
    const rig = await left();
    rig.service.on(paths.STATUS, PAID);
    await rig.runChecks();
    expect(await rig.kept('INV-2')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'paid_meanwhile' },
    });
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
  });

  test('is sent when it was not', async () => {
    const rig = await left();
    const other = '0f5c5b5e-5b0e-4b8e-8a0a-1d1e4ad1c002';
    rig.service.on(paths.SUBMIT, { json: { ...CREATED, order_tracking_id: other } });
    await rig.runChecks();
    expect((await rig.kept('INV-2')).service.trackingId).toBe(other);
  });
});

describe('what the service said too long ago', () => {
  /** An order whose payment failed. Each question about it takes so long (ms), one after the other; then none. */
  async function askedSlowly(...delays: number[]) {
    const rig = await sent('INV-1');
    rig.service.on(paths.STATUS, FAILED);
    await rig.finder.findPayment('INV-1');
    expect((await rig.kept('INV-1')).state).toBe('failed');
    const asked = () => rig.service.callsTo(paths.STATUS).length;
    const before = asked();
    rig.service.on(paths.STATUS, async () => {
      rig.clock.advance(delays.shift() ?? 0);
      return FAILED;
    });
    const result = await rig.successors.settle({ resendOf: INV_1 }, 'U1');
    return { result, asked: asked() - before };
  }

  test('is asked for again, because the customer may have paid since', async () => {
    expect(await askedSlowly(200_000)).toEqual({ result: { status: 'settled' }, asked: 2 });
    expect(await askedSlowly(20_000)).toEqual({ result: { status: 'settled' }, asked: 1 });
  });

  test('is asked for again when the clock was set back, because it may be too long ago', async () => {
    expect(await askedSlowly(-200_000)).toEqual({ result: { status: 'settled' }, asked: 2 });
  });

  test('sends nothing when the service is as slow each time', async () => {
    const { result, asked } = await askedSlowly(31_000, 31_000, 31_000);
    expect(result).toMatchObject({ status: 'unsettled', order: { reference: 'INV-1' } });
    expect(asked).toBe(3);
  });
});
