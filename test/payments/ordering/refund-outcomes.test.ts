// How a refund ends: carried out, or nobody says; and what the books say of it.
import { describe, expect, test } from 'vitest';
import * as paths from '#test/provider/scripted-service.ts';
import { AMOUNT, DAY, held, INV_1, MINUTE, newsOf, paid, RECEIVED, record } from './refund-rig.ts';
import { LOST } from './rig.ts';

describe('a refund that is carried out', () => {
  test('makes the order reversed once the service says so, and is in the books as a refund', async () => {
    const rig = await paid();
    await rig.approved();
    const order = await rig.reversed();
    expect(order).toMatchObject({ state: 'reversed', refund: { status: 'paid_back' } });
    expect(order.entries?.map(({ kind }) => kind)).toEqual(['payment', 'refund']);
    expect(held(order)).toBe('0');
    expect(order.announcements.at(-1)?.news).toMatchObject({ kind: 'reversed', refunded: AMOUNT });
  });

  test('in part counts with its own amount', async () => {
    const rig = await paid({ method: 'Visa' });
    await rig.approved({ amount: { amount: '400', currency: 'KES' }, remarks: 'One bag' });
    const order = await rig.reversed();
    expect(held(order)).toBe('1100');
    expect(order.entries?.at(-1)).toMatchObject({ kind: 'refund', money: { amount: '-400' } });
  });

  test('is found by the daily check when no notification comes', async () => {
    const rig = await paid();
    await rig.approved();
    rig.service.on(paths.STATUS, record(3));
    await rig.days(1);
    expect((await rig.kept('INV-1')).state).toBe('reversed');
  });
});

describe('a refund of which the service says nothing', () => {
  test('is checked once a day for thirty days, then an approver is asked to look', async () => {
    const rig = await paid();
    await rig.approved();
    const before = rig.service.callsTo(paths.STATUS).length;
    await rig.days(29);
    expect(rig.service.callsTo(paths.STATUS).length - before).toBe(29);
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', true)).status).toBe('not_needed');
    await rig.days(10);
    expect(rig.service.callsTo(paths.STATUS).length - before).toBe(30);
    expect(newsOf(await rig.kept('INV-1')).at(-1)).toBe('refund_overdue');
  });

  test('is an approver’s after thirty days also when its payment cannot be looked up', async () => {
    const rig = await paid();
    await rig.approved();
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(29 * DAY);
    await expect(rig.runChecks()).rejects.toThrow();
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', true)).status).toBe('not_needed');
    rig.clock.advance(DAY);
    await expect(rig.runChecks()).rejects.toThrow();
    expect(newsOf(await rig.kept('INV-1')).at(-1)).toBe('refund_overdue');
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', true)).status).toBe('ended');
  });

  test('is unknown, and not asked for again, when its answer was lost and its payment cannot be looked up for an hour', async () => {
    const rig = await paid({ answers: [LOST, RECEIVED] });
    await rig.approved();
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(59 * MINUTE);
    await expect(rig.runChecks()).rejects.toThrow();
    expect((await rig.kept('INV-1')).refund?.status).toBe('requested');
    rig.clock.advance(MINUTE);
    await expect(rig.runChecks()).rejects.toThrow();
    const order = await rig.kept('INV-1');
    expect(order.refund?.status).toBe('unknown');
    expect(newsOf(order).at(-1)).toBe('refund_unknown');
    rig.service.on(paths.STATUS, record(1));
    await rig.days(1);
    expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', false)).status).toBe('ended');
  });

  test('is unknown, and not asked for again, when its answer was lost and nothing was done for an hour', async () => {
    const rig = await paid({ answers: [LOST, RECEIVED] });
    await rig.approved();
    rig.clock.advance(60 * MINUTE);
    await rig.runChecks();
    expect(newsOf(await rig.kept('INV-1')).at(-1)).toBe('refund_unknown');
    expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
  });

  test('is ended by an approver: it was paid back', async () => {
    const rig = await paid({ answers: [LOST] });
    await rig.approved();
    rig.clock.advance(MINUTE);
    await rig.runChecks();
    expect((await rig.refunds.endRefund(INV_1, 2, 'U3', true)).status).toBe('gone');
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', true)).status).toBe('ended');
    const order = await rig.kept('INV-1');
    expect(order).toMatchObject({ state: 'reversed', refund: { status: 'paid_back', endedBy: 'U3' } });
    expect(order.announcements.at(-1)?.news).toMatchObject({ kind: 'reversed', by: 'U3' });
    expect(order.entries?.map(({ kind }) => kind)).toEqual(['payment', 'refund']);
    expect((await rig.refunds.endRefund(INV_1, 1, 'U4', false)).status).toBe('not_needed');
  });

  test('is ended by an approver: it was not; a reversal that comes all the same counts', async () => {
    const rig = await paid();
    await rig.approved();
    await rig.days(30);
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', false)).status).toBe('ended');
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'paid', refund: { status: 'not_paid_back' } });
    expect(await rig.reversed()).toMatchObject({ state: 'reversed', refund: { status: 'paid_back' } });
    expect(rig.service.callsTo(paths.REFUND)).toHaveLength(1);
  });
});

describe('what an approver says of a refund', () => {
  /** Its answer was lost twice. */
  async function unknown() {
    const rig = await paid({ answers: [LOST] });
    await rig.approved();
    rig.clock.advance(MINUTE);
    await rig.runChecks();
    expect((await rig.kept('INV-1')).refund?.status).toBe('unknown');
    return rig;
  }

  test.each([true, false])(
    'is not needed when the service, asked first, says that it was carried out (said: %s)',
    async (wasPaidBack) => {
      const rig = await unknown();
      rig.service.on(paths.STATUS, record(3));
      expect(await rig.refunds.endRefund(INV_1, 1, 'U3', wasPaidBack)).toMatchObject({
        status: 'carried_out',
        order: { state: 'reversed', refund: { status: 'paid_back' } },
      });
      const order = await rig.kept('INV-1');
      expect(order.refund?.endedBy).toBeUndefined();
      expect(order.announcements.at(-1)?.news).toMatchObject({ kind: 'reversed', refunded: AMOUNT });
      expect(order.announcements.at(-1)?.news).not.toHaveProperty('isUnexpected');
      expect((await rig.refunds.endRefund(INV_1, 1, 'U4', true)).status).toBe('carried_out');
    },
  );

  test('counts when the service cannot be asked', async () => {
    const rig = await unknown();
    rig.service.on(paths.STATUS, LOST);
    expect((await rig.refunds.endRefund(INV_1, 1, 'U3', false)).status).toBe('ended');
    expect((await rig.kept('INV-1')).refund?.status).toBe('not_paid_back');
    expect(rig.logged).toHaveLength(3);
  });

  test('that it was not is checked once a day until thirty days after the request, and told only if the money goes back', async () => {
    const rig = await unknown();
    await rig.refunds.endRefund(INV_1, 1, 'U3', false);
    const before = rig.service.callsTo(paths.STATUS).length;
    await rig.days(40);
    expect(rig.service.callsTo(paths.STATUS).length - before).toBe(30);
    expect(newsOf(await rig.kept('INV-1')).at(-1)).toBe('refund_ended');
    expect(rig.service.callsTo(paths.REFUND)).toHaveLength(2);
  });

  test('that it was not gives way when the money goes back all the same, of which no notification comes', async () => {
    const rig = await unknown();
    await rig.refunds.endRefund(INV_1, 1, 'U3', false);
    await rig.days(2);
    rig.service.on(paths.STATUS, record(3));
    await rig.days(1);
    const order = await rig.kept('INV-1');
    expect(order).toMatchObject({ state: 'reversed', refund: { status: 'paid_back' } });
    expect(order.announcements.at(-1)?.news).toMatchObject({ kind: 'reversed', isUnexpected: true });
    expect(order.entries?.map(({ kind }) => kind)).toEqual(['payment', 'refund']);
  });
});
