// Cancelling: what is asked of the service, in which order, and what each answer means.
import { describe, expect, test } from 'vitest';
import type { Store } from '#store/store.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { LOST, linkDraft, NOT_FOUND, type OrderingRig, promptDraft, startRig } from './rig.ts';

const DONE = { json: { status: '200', message: 'Order successfully cancelled' } };
const TWICE = { json: { status: '500', message: 'Invalid order state. Order cannot be cancelled' } };
const NO = { json: { status: '500', message: 'Not today' } };
const UNKNOWN = { json: { status: '500', message: 'Invalid order request.' } };
const PENDING = {
  json: { status_code: 0, payment_status_description: 'Pending', merchant_reference: 'INV-1' },
};
const FAILED = {
  json: { status_code: 2, payment_status_description: 'Failed', merchant_reference: 'INV-1' },
};
const PAID = { json: { status_code: 1, amount: 1500, currency: 'KES', confirmation_code: 'SCJ8JQ26SW' } };

/** A link that waits for its payment. */
async function waiting(change?: (store: Store) => Store): Promise<OrderingRig> {
  const rig = await startRig(change);
  const { reference } = await rig.create(linkDraft('INV-1'));
  await rig.ordering.submitOrder(reference);
  rig.service.on(paths.CANCEL, DONE);
  rig.service.on(paths.STATUS, PENDING);
  return rig;
}

const cancel = (rig: OrderingRig) => rig.cancelOrder(linkDraft('INV-1').reference, 'U7');

describe('an order that waits for its payment', () => {
  test('is cancelled at the service and here, by the person who asked for it', async () => {
    const rig = await waiting();
    let atRequest: unknown;
    rig.service.on(paths.CANCEL, async () => {
      atRequest = await rig.kept('INV-1');
      return DONE;
    });
    expect(await cancel(rig)).toMatchObject({
      status: 'cancelled',
      order: { state: 'cancelled', cancelledBy: 'U7' },
    });
    expect(atRequest).toMatchObject({ state: 'pending', cancelRequestedAt: expect.any(Number) });
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'cancelled', cancelledBy: 'U7' });
    expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
    expect(rig.service.callsTo(paths.STATUS)).toHaveLength(1);
  });

  test('that is cancelled already is not cancelled again', async () => {
    const rig = await waiting();
    await cancel(rig);
    expect(await cancel(rig)).toMatchObject({ status: 'already_cancelled' });
    expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
  });

  test('that the customer pays at the same moment is paid, whatever the service said of the cancellation', async () => {
    for (const answer of [DONE, NO, TWICE]) {
      const rig = await waiting();
      rig.service.on(paths.CANCEL, answer);
      rig.service.on(paths.STATUS, PAID);
      expect(await cancel(rig)).toMatchObject({ status: 'too_late', order: { state: 'paid' } });
      expect((await rig.kept('INV-1')).state).toBe('paid');
    }
  });

  test('that another process finds paid before its cancellation is noted is not cancelled at the service', async () => {
    let afterRead = async () => {};
    const rig = await waiting((store) => {
      const get: Store['orders']['get'] = async (reference) => {
        const order = await store.orders.get(reference);
        await afterRead();
        return order;
      };
      return { ...store, orders: { ...store.orders, get } };
    });
    afterRead = async () => {
      afterRead = async () => {};
      rig.service.on(paths.STATUS, PAID);
      await rig.finder.findPayment('INV-1');
    };
    expect(await cancel(rig)).toMatchObject({ status: 'too_late', order: { state: 'paid' } });
    expect(rig.service.callsTo(paths.CANCEL)).toEqual([]);
    expect(await rig.kept('INV-1')).not.toHaveProperty('cancelRequestedAt');
  });

  test('counts as cancelled when the service did it and then says no more', async () => {
    const rig = await waiting();
    rig.service.on(paths.STATUS, LOST);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled', order: { state: 'cancelled' } });
    expect((await rig.kept('INV-1')).state).toBe('cancelled');
  });

  test('counts as cancelled when the service did it and then says that it knows no such order', async () => {
    const rig = await waiting();
    rig.service.on(paths.STATUS, { json: NOT_FOUND });
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled', order: { state: 'cancelled' } });
  });

  test('that the service would not cancel stays as it is, with the service’s words', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, NO);
    expect(await cancel(rig)).toMatchObject({
      status: 'refused',
      serviceMessage: 'Not today',
      order: { state: 'pending' },
    });
    expect((await rig.kept('INV-1')).state).toBe('pending');
    // Such an answer says that nothing was done, so the next one does not mean that an earlier request was.
    expect(await rig.kept('INV-1')).not.toHaveProperty('cancelRequestedAt');
    expect(await cancel(rig)).toMatchObject({ status: 'refused' });
  });

  test('of which the service says neither whether it is cancelled nor how it stands stays as it is', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, NO);
    rig.service.on(paths.STATUS, LOST);
    await expect(cancel(rig)).rejects.toThrow();
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });
});

describe('an answer that was lost', () => {
  test('is asked for once more, and what the service says of a second cancellation means that the first one worked', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, LOST, TWICE);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled', order: { state: 'cancelled' } });
    expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(2);
  });

  test('of a request that never arrived does not make a cancellation of another refusal', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, LOST, UNKNOWN);
    expect(await cancel(rig)).toMatchObject({ status: 'refused', serviceMessage: 'Invalid order request.' });
    rig.service.on(paths.CANCEL, LOST);
    await expect(cancel(rig)).rejects.toThrow();
    rig.service.on(paths.CANCEL, UNKNOWN);
    expect(await cancel(rig)).toMatchObject({ status: 'refused', order: { state: 'pending' } });
    expect(await rig.kept('INV-1')).not.toHaveProperty('cancelRequestedAt');
  });

  test('that does not come the second time either leaves the order as it is, and a later press finds it cancelled', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, LOST);
    await expect(cancel(rig)).rejects.toThrow();
    expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(2);
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'pending',
      cancelRequestedAt: expect.any(Number),
    });
    rig.service.on(paths.CANCEL, TWICE);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled' });
  });

  test('is not asked for again when the service has refused', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, { status: 401, json: {} }, { status: 403, json: {} });
    await expect(cancel(rig)).rejects.toThrow();
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });

  test('is not awaited of a request that certainly did nothing: a later refusal does not mean that it has worked', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, { status: 429, json: {} });
    await expect(cancel(rig)).rejects.toThrow();
    expect(await rig.kept('INV-1')).not.toHaveProperty('cancelRequestedAt');
    rig.service.on(paths.CANCEL, NO);
    expect(await cancel(rig)).toMatchObject({ status: 'refused', order: { state: 'pending' } });
  });

  test('is awaited still when only the repeated request certainly did nothing', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, LOST, { status: 429, json: {} });
    await expect(cancel(rig)).rejects.toThrow();
    rig.service.on(paths.CANCEL, { status: 429, json: {} });
    await expect(cancel(rig)).rejects.toThrow();
    rig.service.on(paths.CANCEL, TWICE);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled', order: { state: 'cancelled' } });
  });

  test('is not needed where the service says that the order was in no state to be cancelled, and is still pending', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, TWICE);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled' });
    expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
  });

  test('is not needed either where the last payment of such an order has failed', async () => {
    const rig = await waiting();
    rig.service.on(paths.CANCEL, TWICE);
    rig.service.on(paths.STATUS, FAILED);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled', order: { state: 'cancelled' } });
  });
});

describe('an order that cannot be cancelled', () => {
  test('is one that does not exist', async () => {
    const rig = await startRig();
    expect(await cancel(rig)).toEqual({ status: 'unknown_order' });
  });

  test('is one that was never sent, waits for approval, or is paid', async () => {
    const rig = await waiting();
    await rig.put('INV-2', { state: 'not_sent' });
    expect(await rig.cancelOrder(linkDraft('INV-2').reference, 'U7')).toMatchObject({ status: 'never_sent' });
    await rig.put('INV-3', { state: 'waiting' });
    expect(await rig.cancelOrder(linkDraft('INV-3').reference, 'U7')).toMatchObject({ status: 'waits' });
    rig.service.on(paths.STATUS, PAID);
    await rig.finder.findPayment('INV-1');
    expect(await cancel(rig)).toMatchObject({ status: 'too_late' });
    expect(rig.service.callsTo(paths.CANCEL)).toEqual([]);
  });

  test('is one that is only just being sent: nobody asks the service', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('INV-1'));
    expect(await cancel(rig)).toMatchObject({ status: 'not_yet', order: { state: 'sending' } });
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
  });

  test('is a prompt whose answer was lost, until the service says that it has it', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, LOST);
    const { reference } = await rig.create(promptDraft('INV-1'));
    await rig.ordering.submitOrder(reference);
    expect(await cancel(rig)).toMatchObject({ status: 'not_yet' });
    const id = '96a5e1d9-f711-4423-82ce-dd758f972713';
    rig.service.on(paths.BY_REFERENCE, { json: { ...PENDING.json, order_tracking_id: id } });
    rig.service.on(paths.CANCEL, DONE);
    rig.service.on(paths.STATUS, PENDING);
    expect(await cancel(rig)).toMatchObject({ status: 'cancelled' });
    expect(rig.service.callsTo(paths.CANCEL)[0]?.json).toEqual({ order_tracking_id: id });
  });
});
