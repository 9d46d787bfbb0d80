// The work of the queue `check`: what is done for an order that is due, and when it is due again.
import { describe, expect, test } from 'vitest';
import { PROMPT_CHECKS } from '#orders/check-schedule.ts';
import { ClaimLost } from '#queue/held-claim.ts';
import { CREATED, LOST, linkDraft, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { claimOf, DAY, PAID, PENDING, sent } from './due.ts';

describe('an order that is checked', () => {
  test('is due again by its schedule, and a notification brings its check forward', async () => {
    const { order, ...rig } = await sent('INV-1', promptDraft);
    const next = await rig.dueCheck(claimOf('INV-1'));
    expect(next.at).toBe((order.requestedAt ?? 0) + (PROMPT_CHECKS[0] ?? 0));
    const { checkedAt = 0 } = await rig.kept('INV-1');
    expect(next.atIfTriggered).toBe(checkedAt + 2_000);
    expect(rig.service.callsTo(paths.STATUS)).toHaveLength(1);
  });

  test('that is paid is due no more', async () => {
    const { order: _, ...rig } = await sent('INV-1');
    rig.service.on(paths.STATUS, PAID);
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
    expect((await rig.kept('INV-1')).state).toBe('paid');
  });

  test('that is not stored is due no more, and nobody is asked', async () => {
    const rig = await startRig();
    expect(await rig.dueCheck(claimOf('INV-1'))).toEqual({ at: undefined, atIfTriggered: undefined });
    expect(rig.service.calls).toEqual([]);
  });

  test('that is known to be somebody else’s charge is not asked about again, though a notification of it came during its check', async () => {
    const rig = await startRig();
    await rig.orders.insert(
      sampleOrder('INV-1/t', {
        kind: 'charge',
        chargeOf: referenceOf('INV-1'),
        requestedAt: rig.clock.now(),
        service: { trackingId: CREATED.order_tracking_id },
      }),
      {},
    );
    rig.service.on(paths.STATUS, PAID);
    await rig.dueCheck(claimOf('INV-1/t'));
    expect(await rig.kept('INV-1/t')).toMatchObject({ state: 'not_sent', failure: { reason: 'not_ours' } });
    expect((await rig.dueCheck(claimOf('INV-1/t'))).at).toBeUndefined();
    expect(rig.service.callsTo(paths.STATUS)).toHaveLength(1);
  });

  test('that another process has taken is left alone', async () => {
    const { order: _, ...rig } = await sent('INV-1');
    const lost = async () => Promise.reject(new ClaimLost('taken'));
    await expect(rig.dueCheck(claimOf('INV-1', lost))).rejects.toThrow(ClaimLost);
    expect(rig.service.callsTo(paths.STATUS)).toEqual([]);
  });

  test('of which the service says nothing is tried again, and after a day beyond its schedule no more', async () => {
    const { order: _, ...rig } = await sent('INV-1', promptDraft);
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(60_000);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    rig.clock.advance(2 * DAY - 120_000);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    expect(await rig.kept('INV-1')).not.toHaveProperty('checksEndedAt');
    rig.clock.advance(120_000);
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', checksEndedAt: expect.any(Number) });
    // People were told that nobody asks any more, so the next failure is one.
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
  });

  test('of which a notification came while the service said nothing is asked about until that answers, beyond all days', async () => {
    const { order, ...rig } = await sent('INV-1', promptDraft);
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(1.25 * DAY);
    const trackingId = order.service.trackingId ?? '';
    for (const _ of [1, 2])
      await rig.notifications.receiveNotification({ trackingId, merchantReference: 'INV-1' });
    for (const days of [0, 1, 1]) {
      rig.clock.advance(days * DAY);
      await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    }
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', checksEndedAt: expect.any(Number) });
    rig.service.on(paths.STATUS, PAID);
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
    expect((await rig.kept('INV-1')).state).toBe('paid');
  });

  test('has a notification noted only while the service does not say how it stands, and once', async () => {
    const { order, ...rig } = await sent('INV-1', promptDraft);
    const notify = () =>
      rig.notifications.receiveNotification({
        trackingId: order.service.trackingId ?? '',
        merchantReference: 'INV-1',
      });
    await notify();
    expect(await rig.kept('INV-1')).toEqual(order);
    rig.clock.advance(5 * 60_000);
    for (const _ of [1, 2, 3]) expect(await notify()).toBe('recorded');
    expect(await rig.kept('INV-1')).toMatchObject({
      version: order.version + 1,
      notifiedAt: expect.any(Number),
    });
  });

  test('whose notification the service has answered since is given up like others', async () => {
    const { order, ...rig } = await sent('INV-1', promptDraft);
    rig.clock.advance(120_000);
    const trackingId = order.service.trackingId ?? '';
    await rig.notifications.receiveNotification({ trackingId, merchantReference: 'INV-1' });
    rig.clock.advance(1_000);
    await rig.dueCheck(claimOf('INV-1'));
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(2 * DAY);
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
  });

  test('a prompt that nobody answered says so after some minutes, also when the service gives no answer', async () => {
    for (const answer of [PENDING, LOST]) {
      const { order: _, ...rig } = await sent('INV-1', promptDraft);
      rig.service.on(paths.STATUS, answer);
      await rig.dueCheck(claimOf('INV-1')).catch(() => {});
      expect(await rig.kept('INV-1')).not.toHaveProperty('noPinAt');
      rig.clock.advance(10 * 60_000);
      await rig.dueCheck(claimOf('INV-1')).catch(() => {});
      expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', noPinAt: expect.any(Number) });
    }
  });

  test('whose schedule is over says so once', async () => {
    const { order: _, ...rig } = await sent('INV-1', promptDraft);
    rig.clock.advance(DAY + 1_000);
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
    const ended = await rig.kept('INV-1');
    expect(ended.checksEndedAt).toEqual(expect.any(Number));
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).checksEndedAt).toBe(ended.checksEndedAt);
  });
});

describe('an order whose process died before the request', () => {
  test('is sent now if it is a link', async () => {
    const rig = await startRig();
    await rig.create(linkDraft('INV-1'));
    const next = await rig.dueCheck(claimOf('INV-1'));
    const order = await rig.kept('INV-1');
    expect(order.state).toBe('pending');
    expect(next.at).toBe((order.requestedAt ?? 0) + 120_000);
    expect(rig.slack.posted).toEqual([{ reference: 'INV-1', mayAlreadyBePosted: true }]);
  });

  test('is not sent if it is a prompt, because the customer no longer waits for it', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('INV-1'));
    expect((await rig.dueCheck(claimOf('INV-1'))).at).toBeUndefined();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('waits for its payment if the service has the prompt, because a store may have lost that it was sent', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('INV-1'));
    rig.service.on(paths.BY_REFERENCE, PENDING);
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('waits for the service’s answer before it counts as not sent', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('INV-1'));
    rig.service.on(paths.BY_REFERENCE, LOST);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    expect((await rig.kept('INV-1')).state).toBe('sending');
  });

  test('is left as it is if the form’s process has sent the prompt at this moment after all', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1'));
    const confirm = async () => void (await rig.ordering.submitOrder(reference));
    await rig.dueCheck(claimOf('INV-1', confirm));
    expect((await rig.kept('INV-1')).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });
});

describe('a prompt that was approved and whose process died before the request', () => {
  async function approved() {
    const rig = await startRig(undefined, { approvalAbove: [{ amount: '1000', currency: 'KES' }] });
    const { reference } = await rig.create(promptDraft('INV-1'));
    await rig.ordering.submitOrder(reference);
    await rig.approvals.approve(reference, 1, 'U2');
    return rig;
  }

  test('rings within ten minutes of its approval', async () => {
    const rig = await approved();
    rig.clock.advance(9 * 60_000);
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });

  test('does not ring later, because nobody expects it', async () => {
    const rig = await approved();
    rig.clock.advance(11 * 60_000);
    await rig.dueCheck(claimOf('INV-1'));
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });
});

describe('an answer of the service that says nothing new', () => {
  test('is saved as a check: a status that nobody knows', async () => {
    const { order: _, ...rig } = await sent('INV-1');
    rig.service.on(paths.STATUS, { json: { ...CREATED, status_code: 7, payment_status_description: 'Odd' } });
    await rig.dueCheck(claimOf('INV-1'));
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', checkedAt: expect.any(Number) });
  });

  test('after a lost answer keeps why the service refused, when it never had the order', async () => {
    const rig = await startRig();
    const error = { error_type: 'api_error', code: 'unheard_of', message: 'Try tomorrow' };
    rig.service.on(paths.PUSH, { status: 500, json: { error, status: '500' } });
    const { reference } = await rig.create(promptDraft('INV-1'));
    const { state, failure } = await rig.ordering.submitOrder(reference);
    expect([state, failure?.serviceMessage]).toEqual(['sending', expect.stringContaining('Try tomorrow')]);
    rig.clock.advance(3 * 60_000);
    await rig.dueCheck(claimOf('INV-1'));
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'never_arrived', serviceMessage: failure?.serviceMessage },
    });
  });
});
