// What the queue `check` does with a link whose address is not known: the answer to its request was lost.
import { describe, expect, test } from 'vitest';
import { CREATED, LOST, linkDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { claimOf, DAY, PAID, PENDING, sent } from './due.ts';

/** A link whose request had no answer and did not arrive. */
async function unanswered() {
  const rig = await startRig();
  rig.service.on(paths.SUBMIT, LOST);
  const order = await rig.ordering.submitOrder((await rig.create(linkDraft('INV-1'))).reference);
  const submitted = rig.service.callsTo(paths.SUBMIT).length;
  return { ...rig, order, submittedSince: () => rig.service.callsTo(paths.SUBMIT).length - submitted };
}

describe('a link without its address', () => {
  test('is not asked for again once it is paid', async () => {
    const { order, ...rig } = await sent('INV-1');
    rig.service.on(paths.STATUS, PAID);
    await rig.dueCheck(claimOf('INV-1'));
    const { redirectUrl: _, ...service } = order.service;
    await rig.updates.updateOrder(order.reference, (newest) => ({ ...newest, service }));
    await rig.dueCheck(claimOf('INV-1'));
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
  });

  test('is asked for again, and then checked, because it may have been paid meanwhile', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, LOST);
    const { reference } = await rig.create(linkDraft('INV-1'));
    await rig.ordering.submitOrder(reference);
    rig.service.on(paths.SUBMIT, { json: CREATED });
    rig.service.on(paths.STATUS, PAID);
    await rig.dueCheck(claimOf('INV-1'));
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'paid',
      service: { redirectUrl: CREATED.redirect_url },
    });
  });

  test('is asked for again also where a notification has said already that the service has it', async () => {
    const { order, ...rig } = await sent('INV-1');
    const { redirectUrl: _, ...service } = order.service;
    await rig.updates.updateOrder(order.reference, (newest) => ({ ...newest, service }));
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).service.redirectUrl).toBe(CREATED.redirect_url);
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(2);
  });

  test('is not checked while the service gives no answer to the request', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, LOST);
    const { reference } = await rig.create(linkDraft('INV-1'));
    await rig.ordering.submitOrder(reference);
    const next = await rig.dueCheck(claimOf('INV-1'));
    expect(rig.service.callsTo(paths.STATUS)).toEqual([]);
    expect(next.at).toBeDefined();
    expect((await rig.kept('INV-1')).state).toBe('sending');
  });

  test('is not asked for again once people were told that Teller has stopped asking for it', async () => {
    const rig = await unanswered();
    rig.clock.advance(2 * DAY + 120_000);
    await rig.dueCheck(claimOf('INV-1')).catch(() => {});
    rig.service.on(paths.SUBMIT, { json: CREATED });
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'sending', checksEndedAt: expect.any(Number) });
    const before = rig.submittedSince();
    await rig.dueCheck(claimOf('INV-1'));
    expect(rig.submittedSince()).toBe(before);
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'never_arrived' },
    });
  });

  test('that the service has all the same is waiting for its payment when it is checked after its end', async () => {
    const { order, ...rig } = await unanswered();
    await rig.updates.updateOrder(order.reference, (newest) => ({
      ...newest,
      checksEndedAt: rig.clock.now(),
    }));
    rig.service.on(paths.BY_REFERENCE, PENDING);
    await rig.dueCheck(claimOf('INV-1'));
    expect(rig.submittedSince()).toBe(0);
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });

  test('is not asked for again when what it was made from has been paid meanwhile', async () => {
    const resendOf = referenceOf('INV-0');
    const failed = { event: 'failed', failure: { reason: 'payment_failed', serviceMessage: '' } } as const;
    const rig = await startRig();
    await rig.ordering.submitOrder((await rig.create(linkDraft('INV-0'))).reference);
    await rig.updates.saveEvent(resendOf, failed);
    rig.service.on(paths.SUBMIT, LOST);
    await rig.ordering.submitOrder((await rig.create(linkDraft('INV-1', { resendOf }))).reference);
    await rig.updates.saveEvent(resendOf, {
      event: 'completed',
      payment: {
        paid: { amount: '1500', currency: 'KES' },
        method: 'MpesaKE',
        confirmationCode: 'SCJ8JQ26SW',
        payer: '',
      },
    });
    rig.service.on(paths.SUBMIT, { json: CREATED });
    const submitted = rig.service.callsTo(paths.SUBMIT).length;
    rig.clock.advance(20_000);
    await rig.dueCheck(claimOf('INV-1'));
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(submitted);
    rig.clock.advance(3 * 60_000);
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).state).toBe('not_sent');
  });
});
