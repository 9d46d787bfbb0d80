// What the queue `check` does with a link whose address is not known: the answer to its request was lost.
import { describe, expect, test } from 'vitest';
import { CREATED, LOST, linkDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { claimOf, PAID, sent } from './due.ts';

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
});
