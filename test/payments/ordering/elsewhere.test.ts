// Payments that were made without Teller, written down to be paid back.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { Store } from '#store/store.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { recurringOrder, referenceOf } from '#test/store/sample-order.ts';
import { RECEIVED } from './refund-rig.ts';
import { LOST, linkDraft, promptDraft, startRig } from './rig.ts';

const TRACKING_ID = '0f5c5b5e-5b0e-4b8e-8a0a-1d1e4ad1c001';
const OTHER_ID = '0f5c5b5e-5b0e-4b8e-8a0a-1d1e4ad1c002';
const ABOUT = {
  by: 'U2',
  channel: 'C1',
  description: 'Paid at the till',
  shown: { paid: { amount: '700', currency: 'KES' }, confirmationCode: 'SCJ8TILL01' },
};

const record = (own: Record<string, unknown> = {}) => ({
  json: {
    order_tracking_id: TRACKING_ID,
    merchant_reference: 'TILL-1',
    status_code: 1,
    amount: 700,
    currency: 'KES',
    confirmation_code: 'SCJ8TILL01',
    payment_method: 'MpesaKE',
    ...own,
  },
});

async function atTheService(own: Record<string, unknown> = {}) {
  const rig = await startRig();
  rig.service.on(paths.STATUS, record(own));
  rig.service.on(paths.BY_REFERENCE, record(own));
  rig.service.on(paths.REFUND, RECEIVED);
  return rig;
}

describe('a payment made elsewhere', () => {
  test('is written down under its own reference, paid, and not in the books', async () => {
    const rig = await atTheService();
    const written = await rig.writeDownElsewhere('TILL-1', ABOUT);
    expect(written.status).toBe('written');
    const order = await rig.kept('TILL-1');
    expect(order).toMatchObject({
      kind: 'elsewhere',
      state: 'paid',
      agent: 'U2',
      amount: { amount: '700', currency: 'KES' },
      payments: [{ confirmationCode: 'SCJ8TILL01' }],
      service: { trackingId: TRACKING_ID },
    });
    expect(order.entries).toBeUndefined();
    const books = await rig.orders.unenteredBetween({ from: 0, to: rig.clock.now() + 1 }, { limit: 10 });
    expect(books.orders).toEqual([]);
  });

  test('is written down once, also by two people at once', async () => {
    const rig = await atTheService();
    const both = await Promise.all([
      rig.writeDownElsewhere(TRACKING_ID, ABOUT),
      rig.writeDownElsewhere('TILL-1', { ...ABOUT, by: 'U3' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['ours', 'written']);
    expect((await rig.writeDownElsewhere(TRACKING_ID, ABOUT)).status).toBe('ours');
  });

  test('is written down once, also by somebody else at the last moment', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const rig = await startRig((store) => {
      const findByTrackingId: Store['orders']['findByTrackingId'] = async (trackingId) => {
        const before = await store.orders.findByTrackingId(trackingId);
        const write = meanwhile;
        meanwhile = undefined;
        await write?.();
        return before;
      };
      return { ...store, orders: { ...store.orders, findByTrackingId } };
    });
    rig.service.on(paths.BY_REFERENCE, record());
    meanwhile = () => rig.writeDownElsewhere('TILL-1', { ...ABOUT, by: 'U3' });
    expect(await rig.writeDownElsewhere('TILL-1', ABOUT)).toMatchObject({
      status: 'ours',
      order: { reference: 'TILL-1', agent: 'U3' },
    });
  });

  test('is another order than one of the same reference that is written down at the same moment', async () => {
    const rig = await startRig();
    const otherShown = { paid: { amount: '900', currency: 'KES' }, confirmationCode: 'SCJ8TILL02' };
    const ofOther = { order_tracking_id: OTHER_ID, confirmation_code: 'SCJ8TILL02', amount: 900 };
    rig.service.on(paths.STATUS, async ({ query }) =>
      record(JSON.stringify(query).includes(OTHER_ID) ? ofOther : {}),
    );
    const both = await Promise.all([
      rig.writeDownElsewhere(TRACKING_ID, ABOUT),
      rig.writeDownElsewhere(OTHER_ID, { ...ABOUT, shown: otherShown }),
    ]);
    expect(both).toMatchObject([
      { status: 'written', order: { payments: [{ confirmationCode: 'SCJ8TILL01' }] } },
      { status: 'written', order: { payments: [{ confirmationCode: 'SCJ8TILL02' }] } },
    ]);
  });

  test('whose reference another order has gets one of Teller’s, and is found by its tracking id', async () => {
    const rig = await atTheService();
    await rig.create(linkDraft('TILL-1'));
    const written = await rig.writeDownElsewhere(TRACKING_ID, ABOUT);
    expect(written).toMatchObject({ status: 'written', order: { kind: 'elsewhere' } });
    expect('order' in written && written.order.reference).not.toBe('TILL-1');
    expect(await rig.orders.findByTrackingId(TRACKING_ID)).toMatchObject({ kind: 'elsewhere' });
  });

  test('is none of Teller’s whose answer was lost: that one is found by the reference of its record', async () => {
    const rig = await atTheService();
    rig.service.on(paths.PUSH, LOST);
    rig.service.on(paths.BY_REFERENCE, { json: {} });
    await rig.create(promptDraft('TILL-1'));
    await rig.ordering.submitOrder(referenceOf('TILL-1'));
    expect((await rig.kept('TILL-1')).service).toEqual({});
    rig.service.on(paths.BY_REFERENCE, record());
    expect(await rig.writeDownElsewhere(TRACKING_ID, ABOUT)).toMatchObject({
      status: 'ours',
      order: { reference: 'TILL-1', kind: 'prompt', payments: [{ confirmationCode: 'SCJ8TILL01' }] },
    });
  });

  test.each([{ account_number: 'ACC-7' }, { subscription_transaction_info: { account_reference: 'ACC-7' } }])(
    'is no charge of which no notification came: that one is told and counted (%j)',
    async (own) => {
      const shown = { ...ABOUT.shown, paid: { amount: '1500', currency: 'KES' } };
      const rig = await atTheService({ amount: 1500, ...own });
      const parent = {
        ...recurringOrder('SUB', 'ACC-7', 0),
        state: 'paid',
        service: { trackingId: OTHER_ID },
      };
      await rig.put('SUB', parent as Partial<Order>);
      expect(await rig.writeDownElsewhere(TRACKING_ID, { ...ABOUT, shown })).toMatchObject({
        status: 'ours',
        order: {
          kind: 'charge',
          chargeOf: 'SUB',
          state: 'paid',
          announcements: [{ news: { kind: 'paid' } }],
        },
      });
    },
  );

  test('is found as such while the store answers, and else nothing is said of it', async () => {
    let isDown = false;
    const rig = await startRig((store) => {
      const get: Store['orders']['get'] = async (reference) => {
        if (isDown) throw new Error('the store is down');
        return store.orders.get(reference);
      };
      return { ...store, orders: { ...store.orders, get } };
    });
    rig.service.on(paths.STATUS, async () => {
      isDown = true;
      return record();
    });
    await expect(rig.finder.findPayment(TRACKING_ID)).rejects.toThrow('the store is down');
  });

  test.each([{ confirmation_code: 'SCJ8TILL02' }, { amount: 900 }, { currency: 'UGX' }])(
    'is not written down when it is not the one that the form showed (%j), nor taken for one that is',
    async (own) => {
      const rig = await atTheService(own);
      expect((await rig.writeDownElsewhere('TILL-1', ABOUT)).status).toBe('changed');
      expect(await rig.orders.get(referenceOf('TILL-1'))).toBeUndefined();
      rig.service.on(paths.BY_REFERENCE, record());
      await rig.writeDownElsewhere('TILL-1', ABOUT);
      const other = { ...ABOUT.shown, confirmationCode: 'SCJ8TILL03' };
      expect(await rig.writeDownElsewhere('TILL-1', { ...ABOUT, shown: other })).toEqual({
        status: 'changed',
      });
    },
  );

  test.each([
    ['not_paid', { status_code: 0 }],
    ['not_paid', { status_code: 3 }],
    ['no_code', { confirmation_code: '' }],
    ['no_name', { order_tracking_id: undefined, merchant_reference: 'till no. 1/2' }],
  ])('is not written down when it is %s (%j)', async (status, own) => {
    const rig = await atTheService(own);
    expect((await rig.writeDownElsewhere('TILL-1', ABOUT)).status).toBe(status);
  });

  test('that the service does not know, or cannot say, is not written down', async () => {
    const rig = await startRig();
    expect((await rig.writeDownElsewhere('TILL-1', ABOUT)).status).toBe('none');
    rig.service.on(paths.BY_REFERENCE, { fault: 'reset' });
    expect((await rig.writeDownElsewhere('TILL-1', ABOUT)).status).toBe('unanswered');
  });

  test.each([
    ['of its tracking id alone', TRACKING_ID, 'NOBODY-1'],
    ['of both', TRACKING_ID, 'TILL-1'],
    ['of its reference alone', OTHER_ID, 'TILL-1'],
  ])(
    'is paid back like any other, and a notification %s is followed',
    async (_, trackingId, merchantReference) => {
      const rig = await atTheService();
      await rig.writeDownElsewhere('TILL-1', ABOUT);
      const reference = referenceOf('TILL-1');
      const draft = { amount: { amount: '700', currency: 'KES' }, remarks: 'Wrong till' };
      expect((await rig.refunds.askRefund(reference, draft, 'U2')).status).toBe('asked');
      expect((await rig.approvals.approve(reference, 1, 'U2')).status).toBe('own');
      expect((await rig.approvals.approve(reference, 1, 'U3')).status).toBe('decided');
      await rig.runChecks();
      expect((await rig.kept('TILL-1')).refund?.status).toBe('received');
      rig.service.on(paths.STATUS, record({ status_code: 3 }));
      rig.clock.advance(60_000);
      await rig.notifications.receiveNotification({ trackingId, merchantReference });
      await rig.runChecks();
      const order = await rig.kept('TILL-1');
      expect(order).toMatchObject({ state: 'reversed', refund: { status: 'paid_back' } });
      expect(order.entries).toMatchObject([{ kind: 'refund', money: { amount: '-700' } }]);
      expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
    },
  );

  test('that goes back without being asked for here is not in the books', async () => {
    const rig = await atTheService();
    await rig.writeDownElsewhere('TILL-1', ABOUT);
    rig.service.on(paths.STATUS, record({ status_code: 3 }));
    await rig.finder.findPayment('TILL-1');
    const order = await rig.kept('TILL-1');
    expect([order.state, order.entries]).toEqual(['reversed', undefined]);
  });
});
