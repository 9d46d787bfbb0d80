// A refund that was approved while the payment service could not be asked, or Teller was stopped: the customer may have had the
// money in another way since.
import { expect, test } from 'vitest';
import * as paths from '#test/provider/scripted-service.ts';
import { DAY, DRAFT, INV_1, MINUTE, newsOf, paid, record } from './refund-rig.ts';
import { LOST } from './rig.ts';

const NEWS = ['paid', 'approval_asked', 'approval_decided'];

/** Approved, and nobody has asked the service yet. */
async function approvedOnly() {
  const rig = await paid();
  await rig.refunds.askRefund(INV_1, DRAFT, 'U1');
  expect((await rig.approvals.approve(INV_1, 1, 'U2')).status).toBe('decided');
  return rig;
}

test('a refund whose payment cannot be looked up for 24 hours after its approval is not asked for any more, and may be asked for anew', async () => {
  const rig = await approvedOnly();
  rig.service.on(paths.STATUS, LOST);
  rig.clock.advance(DAY - MINUTE);
  await expect(rig.runChecks()).rejects.toThrow();
  expect((await rig.kept('INV-1')).refund?.status).toBe('approved');
  rig.clock.advance(MINUTE);
  await expect(rig.runChecks()).rejects.toThrow();
  const order = await rig.kept('INV-1');
  expect(order).toMatchObject({
    state: 'paid',
    refund: { status: 'not_asked', isTooLate: true, endedAt: expect.any(Number), approvedBy: 'U2' },
  });
  expect(newsOf(order)).toEqual([...NEWS, 'refund_lapsed']);
  rig.service.on(paths.STATUS, record(1));
  await rig.days(2);
  expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
  expect(newsOf(await rig.kept('INV-1'))).toEqual(newsOf(order));
  expect((await rig.approved()).refund).toMatchObject({ status: 'received' });
  expect((await rig.kept('INV-1')).refund).not.toHaveProperty('isTooLate');
  expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
});

test('a refund that was approved before Teller was stopped for days is not asked for when it starts', async () => {
  const rig = await approvedOnly();
  rig.clock.advance(3 * DAY);
  await rig.runChecks();
  expect((await rig.kept('INV-1')).refund?.status).toBe('not_asked');
  expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
});

test('a refund whose look-up ends 24 hours after its approval is not asked for', async () => {
  const rig = await approvedOnly();
  rig.clock.advance(DAY - MINUTE);
  rig.service.on(paths.STATUS, async () => {
    rig.clock.advance(MINUTE);
    return record(1);
  });
  await rig.runChecks();
  expect((await rig.kept('INV-1')).refund).toMatchObject({ status: 'not_asked', isTooLate: true });
  expect(rig.service.callsTo(paths.REFUND)).toEqual([]);
});

test('a payment that went back before its refund was asked for in time is told as that, and not as a refund to be asked for anew', async () => {
  const rig = await approvedOnly();
  rig.clock.advance(DAY);
  rig.service.on(paths.STATUS, record(3));
  await rig.runChecks();
  const order = await rig.kept('INV-1');
  expect(order).toMatchObject({ state: 'reversed', refund: { status: 'not_asked' } });
  expect(newsOf(order)).toEqual([...NEWS, 'reversed']);
});
