// Creating an order: what is stored, what is refused because it may be a slip, and what a store without an answer has done.
import { describe, expect, test } from 'vitest';
import type { Draft } from '#payments/ordering/create-order.ts';
import type { Store } from '#store/store.ts';
import { linkDraft, type OrderingRig, promptDraft, startRig } from './rig.ts';

const RECURRING = {
  accountNumber: 'ACC-7',
  startDay: '2030-01-01',
  endDay: '2030-12-31',
  frequency: 'MONTHLY',
} as const;
const ONCE = { evenIfSame: false };

/** A prompt to the usual number that has rung. */
async function ring(rig: OrderingRig, name: string, amount: string): Promise<void> {
  await rig.create(promptDraft(name, { amount: { amount, currency: 'KES' } }));
  await rig.ordering.submitOrder((await rig.kept(name)).reference);
}

describe('a new order', () => {
  test('is stored with all that its form says, waits to be submitted, and is checked if nobody does that for eight seconds', async () => {
    const rig = await startRig();
    rig.clock.hold();
    const draft = promptDraft('INV-1', { customer: { firstName: 'Jane' } });
    const created = await rig.orderCreation.createOrder(draft, ONCE);
    expect(created.status).toBe('created');
    const kept = await rig.kept('INV-1');
    expect(kept).toMatchObject({
      ...draft,
      schemaVersion: 3,
      version: 0,
      state: 'sending',
      service: {},
      announcements: [],
    });
    expect(kept).not.toHaveProperty('charges');
    expect(kept.createdAt).toBe(rig.clock.now());
    expect(kept.changedAt).toBe(kept.createdAt);
    expect(await rig.orders.nextDue('check')).toBe(kept.createdAt + 8_000);
    expect(await rig.orders.nextDue('deliver')).toBeUndefined();
  });

  test('of a recurring link counts no charges yet, and its account number may not be another order’s', async () => {
    const rig = await startRig();
    await rig.create(linkDraft('REC-1', { recurring: RECURRING }));
    expect(await rig.kept('REC-1')).toMatchObject({ charges: { paid: 0, total: '0' } });
    const second = linkDraft('REC-2', { recurring: RECURRING });
    expect(await rig.orderCreation.createOrder(second, ONCE)).toEqual({ status: 'account_number_taken' });
    const other = linkDraft('REC-2', { recurring: { ...RECURRING, accountNumber: 'ACC-8' } });
    expect(await rig.orderCreation.createOrder(other, ONCE)).toMatchObject({ status: 'created' });
  });

  test('has an account number or a typed reference that no other form has sent at the same moment, in any spelling', async () => {
    const rig = await startRig();
    const both = (one: Draft, other: Draft) =>
      Promise.all([one, other].map((draft) => rig.orderCreation.createOrder(draft, ONCE)));
    const [first, second] = await both(
      linkDraft('REC-1', { recurring: RECURRING }),
      linkDraft('REC-2', { recurring: RECURRING }),
    );
    expect([first?.status, second?.status].sort()).toEqual(['account_number_taken', 'created']);
    const typed = { typedReference: true };
    const [upper, lower] = await both(linkDraft('INV-2041', typed), linkDraft('inv2041', typed));
    expect([upper?.status, lower?.status].sort()).toEqual(['created', 'reference_taken']);
  });

  test('of a form that was sent before is that order, and of another form its reference is taken, in any spelling', async () => {
    const rig = await startRig();
    const draft = linkDraft('INV-2041', { typedReference: true });
    const first = await rig.create(draft);
    expect(await rig.orderCreation.createOrder(draft, ONCE)).toEqual({
      status: 'already_created',
      order: first,
    });
    const others = [linkDraft('INV-2041'), linkDraft('inv2041')].map((own) => ({
      ...own,
      formId: 'another form',
    }));
    for (const other of others)
      expect(await rig.orderCreation.createOrder(other, ONCE)).toEqual({ status: 'reference_taken' });
    expect(await rig.orderCreation.refusalFor(linkDraft('INV-7'), ONCE)).toBeUndefined();
  });
});

describe('the same prompt again', () => {
  test('is asked about for ten minutes, unless the person has agreed to it or the amount is another', async () => {
    const rig = await startRig();
    rig.clock.hold();
    const first = await rig.create(promptDraft('INV-1'));
    const again = promptDraft('INV-2');
    const asked = { status: 'same_again', order: first };
    expect(await rig.orderCreation.createOrder(again, ONCE)).toEqual(asked);
    const dearer = promptDraft('INV-3', { amount: { amount: '1501', currency: 'KES' } });
    expect(await rig.orderCreation.refusalFor(dearer, ONCE)).toBeUndefined();
    expect(await rig.orderCreation.refusalFor(again, { evenIfSame: true })).toBeUndefined();
    rig.clock.advance(10 * 60_000 - 5_000);
    expect(await rig.orderCreation.refusalFor(again, ONCE)).toMatchObject({ status: 'same_again' });
    rig.clock.advance(6_000);
    expect(await rig.orderCreation.refusalFor(again, ONCE)).toBeUndefined();
  });

  test('is not asked about when the first one was never sent', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1'));
    const failure = { reason: 'interrupted', serviceMessage: '' } as const;
    await rig.updates.saveEvent(reference, { event: 'refused', failure });
    expect(await rig.orderCreation.refusalFor(promptDraft('INV-2'), ONCE)).toBeUndefined();
  });

  test('is refused after three unpaid ones in ten minutes, and says from when on the number may be asked', async () => {
    const rig = await startRig();
    for (const amount of ['1', '2', '3']) await ring(rig, `INV-${amount}`, amount);
    const third = (await rig.kept('INV-1')).requestedAt ?? 0;
    const fourth = promptDraft('INV-4', { amount: { amount: '4', currency: 'KES' } });
    expect(await rig.orderCreation.createOrder(fourth, ONCE)).toEqual({
      status: 'too_many_prompts',
      retryAt: third + 10 * 60_000,
    });
    const link = linkDraft('INV-5');
    expect(await rig.orderCreation.createOrder(link, ONCE)).toMatchObject({ status: 'created' });
    rig.clock.advance(third + 10 * 60_000 - rig.clock.now());
    expect(await rig.orderCreation.createOrder(fourth, ONCE)).toMatchObject({ status: 'created' });
  });

  test('is not counted while it waits to be sent, and not after it was paid', async () => {
    const rig = await startRig();
    for (const amount of ['1', '2']) await ring(rig, `INV-${amount}`, amount);
    await rig.create(promptDraft('INV-3', { amount: { amount: '3', currency: 'KES' } }));
    const next = promptDraft('INV-9', { amount: { amount: '9', currency: 'KES' } });
    expect(await rig.orderCreation.refusalFor(next, ONCE)).toBeUndefined();
    await rig.ordering.submitOrder((await rig.kept('INV-3')).reference);
    expect(await rig.orderCreation.refusalFor(next, ONCE)).toMatchObject({ status: 'too_many_prompts' });
    const paid = { amount: '2', currency: 'KES' };
    const payment = { paid, method: 'MpesaKE', confirmationCode: 'X', payer: '' };
    const { reference } = await rig.kept('INV-2');
    await rig.updates.saveEvent(reference, { event: 'completed', payment });
    expect(await rig.orderCreation.refusalFor(next, ONCE)).toBeUndefined();
  });
});

describe('an order that follows another', () => {
  const resend = promptDraft('INV-2', { resendOf: promptDraft('INV-1').reference });

  test('is stored in the same step in which the other one names it, and only once', async () => {
    const rig = await startRig();
    await ring(rig, 'INV-1', '1500');
    const { reference } = await rig.kept('INV-1');
    await rig.updates.saveEvent(reference, {
      event: 'failed',
      failure: { reason: 'declined', serviceMessage: '' },
    });
    const created = await rig.orderCreation.createOrder(resend, ONCE);
    expect(created).toMatchObject({ status: 'created' });
    expect((await rig.kept('INV-1')).successor).toMatchObject({ reference: 'INV-2', state: 'sending' });
    expect(await rig.orderCreation.createOrder(resend, ONCE)).toMatchObject({ status: 'already_created' });
    const third = promptDraft('INV-3', { resendOf: promptDraft('INV-1').reference });
    expect(await rig.orderCreation.createOrder(third, ONCE)).toMatchObject({
      status: 'impossible',
      why: { status: 'waiting', order: { reference: 'INV-2' } },
    });
  });

  test('is refused when there is no such order', async () => {
    const rig = await startRig();
    expect(await rig.orderCreation.createOrder(resend, ONCE)).toEqual({
      status: 'impossible',
      why: { status: 'unknown_order' },
    });
  });
});

describe('a store that gives no answer', () => {
  /** It does what it is asked, and its answer is lost. */
  const withoutAnswer = (store: Store): Store => ({
    ...store,
    orders: {
      ...store.orders,
      async insert(...given) {
        await store.orders.insert(...given);
        throw new Error('no answer');
      },
      async saveTogether(changes) {
        await store.orders.saveTogether(changes);
        if (changes.some(({ isNew }) => isNew)) throw new Error('no answer');
        return true;
      },
    },
  });

  test('an order that was stored although the store gave no answer is created', async () => {
    const rig = await startRig(withoutAnswer);
    const created = await rig.orderCreation.createOrder(linkDraft('INV-1'), ONCE);
    expect(created).toEqual({ status: 'created', order: await rig.kept('INV-1') });
  });

  test('an order that follows another and was stored although the store gave no answer is created', async () => {
    const rig = await startRig(withoutAnswer);
    await rig.put('INV-1', {
      state: 'failed',
      requestedAt: 1,
      failure: { reason: 'declined', serviceMessage: '' },
    });
    const draft = linkDraft('INV-2', { resendOf: linkDraft('INV-1').reference });
    const created = await rig.orderCreation.createOrder(draft, ONCE);
    expect(created).toEqual({ status: 'created', order: await rig.kept('INV-2') });
  });

  test('an order that was not stored, or of which that is not known, is not created', async () => {
    const down = async () => Promise.reject(new Error('the store is down'));
    const rig = await startRig((store) => ({ ...store, orders: { ...store.orders, insert: down } }));
    await expect(rig.orderCreation.createOrder(linkDraft('INV-1'), ONCE)).rejects.toThrow(
      'the store is down',
    );
    let isDown = false;
    const gone = await startRig((store) => ({
      ...store,
      orders: {
        ...store.orders,
        async insert() {
          isDown = true;
          throw new Error('no answer');
        },
        get: async (reference) => (isDown ? down() : store.orders.get(reference)),
      },
    }));
    await expect(gone.orderCreation.createOrder(linkDraft('INV-1'), ONCE)).rejects.toThrow('no answer');
  });

  test('a reference that somebody else took at this moment is taken', async () => {
    const rig = await startRig((store) => ({
      ...store,
      orders: {
        ...store.orders,
        async insert(order, trigger) {
          await store.orders.insert({ ...order, formId: 'another form' }, trigger);
          throw new Error('no answer');
        },
      },
    }));
    await expect(rig.orderCreation.createOrder(linkDraft('INV-1'), ONCE)).rejects.toThrow('no answer');
  });
});
