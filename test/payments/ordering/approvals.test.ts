// Orders that need approval: what is asked, who decides, and that the service hears nothing before.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { linkDraft, promptDraft, startRig } from './rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ABOVE_1000 = [{ amount: '1000', currency: 'KES' }];
const INV_1 = referenceOf('INV-1');

/** An order that waits for approval, with its card. `check`: the next turn of the queue. */
async function waiting(draft: Draft = promptDraft('INV-1')) {
  const rig = await startRig(undefined, { approvalAbove: ABOVE_1000 });
  rig.clock.hold();
  await rig.create(draft);
  const order = await rig.ordering.submitOrder(draft.reference);
  return { ...rig, order, check: () => rig.runChecks() };
}

const sentRequests = (rig: { service: paths.ScriptedService }) =>
  [...rig.service.callsTo(paths.PUSH), ...rig.service.callsTo(paths.SUBMIT)].length;
const newsOf = ({ announcements }: Order) => announcements.map(({ news }) => news.kind);

describe('an order above the limit', () => {
  test('waits with its card posted, and the service hears nothing of it', async () => {
    const { order, ...rig } = await waiting();
    expect(order).toMatchObject({ state: 'waiting', card: { channel: 'C1' } });
    expect(order.approval).toMatchObject({ number: 1, about: 'order', askedBy: 'U1', state: 'open' });
    expect(rig.service.calls).toEqual([]);
    rig.clock.advance(HOUR);
    await rig.check();
    expect(rig.service.calls).toEqual([]);
  });

  test('gets its card from the queue if the form’s process died before posting it', async () => {
    const rig = await startRig(undefined, { approvalAbove: ABOVE_1000 });
    await rig.create(promptDraft('INV-1'));
    rig.clock.advance(8_000);
    await rig.runChecks();
    expect(rig.slack.posted).toEqual([{ reference: 'INV-1', mayAlreadyBePosted: true }]);
    expect((await rig.kept('INV-1')).state).toBe('waiting');
  });

  test('is sent once somebody else approves it, and only once', async () => {
    const { order: _, ...rig } = await waiting();
    expect(await rig.approvals.approve(INV_1, 1, 'U2')).toMatchObject({ status: 'decided' });
    await rig.check();
    const sent = await rig.kept('INV-1');
    expect(sent).toMatchObject({ state: 'pending', approval: { state: 'approved', decidedBy: 'U2' } });
    expect(newsOf(sent)).toEqual(['approval_decided']);
    await rig.check();
    expect(sentRequests(rig)).toBe(1);
  });

  test('is not approved by its asker, nor by the button of another request', async () => {
    const { order: _, ...rig } = await waiting();
    expect((await rig.approvals.approve(INV_1, 1, 'U1')).status).toBe('own');
    expect((await rig.approvals.decline(INV_1, 1, 'U1', 'no')).status).toBe('own');
    expect((await rig.approvals.approve(INV_1, 2, 'U2')).status).toBe('gone');
    expect((await rig.approvals.approve(referenceOf('INV-2'), 1, 'U2')).status).toBe('unknown_order');
    expect((await rig.kept('INV-1')).version).toBe(1);
  });

  test('is decided once: the second who presses hears who was first', async () => {
    const { order: _, ...rig } = await waiting();
    const results = await Promise.all([
      rig.approvals.approve(INV_1, 1, 'U2'),
      rig.approvals.decline(INV_1, 1, 'U3', 'Too much'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['decided', 'already_decided']);
    expect(results[1]).toMatchObject({ order: { approval: { state: 'approved', decidedBy: 'U2' } } });
  });

  test('that is declined is not sent, says why, and can be sent again', async () => {
    const { order: _, ...rig } = await waiting();
    await rig.approvals.decline(INV_1, 1, 'U2', 'Ask her first');
    const declined = await rig.kept('INV-1');
    expect(declined).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'approval_declined' },
      approval: { state: 'declined', decidedBy: 'U2', reason: 'Ask her first' },
    });
    await rig.check();
    expect(rig.service.calls).toEqual([]);
    const again = await rig.create(promptDraft('INV-2', { resendOf: INV_1 }));
    expect(again).toMatchObject({ state: 'waiting', approval: { number: 1 } });
  });

  test('is withdrawn by its asker alone', async () => {
    const { order: _, ...rig } = await waiting();
    expect((await rig.approvals.withdraw(INV_1, 1, 'U2')).status).toBe('not_own');
    expect((await rig.approvals.withdraw(INV_1, 1, 'U1')).status).toBe('decided');
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'approval_withdrawn' },
    });
    expect((await rig.approvals.approve(INV_1, 1, 'U2')).status).toBe('already_decided');
  });

  test('runs out after 24 hours, also for who presses at that moment', async () => {
    const { order: _, ...rig } = await waiting(linkDraft('INV-1'));
    rig.clock.advance(24 * HOUR);
    const late = await rig.approvals.approve(INV_1, 1, 'U2');
    expect(late).toMatchObject({ status: 'already_decided', order: { approval: { state: 'run_out' } } });
    expect(rig.service.calls).toEqual([]);
  });

  test('runs out by itself, is told so once, and the service is not asked about it', async () => {
    const { order: _, ...rig } = await waiting(linkDraft('INV-1'));
    rig.clock.advance(24 * HOUR);
    await rig.check();
    const out = await rig.kept('INV-1');
    expect(out).toMatchObject({ state: 'not_sent', failure: { reason: 'approval_ran_out' } });
    expect(newsOf(out)).toEqual(['approval_decided']);
    await rig.notifications.receiveNotification({ trackingId: 'other', merchantReference: 'INV-1' });
    await rig.check();
    expect(rig.service.calls).toEqual([]);
  });

  test('is neither cancelled nor asked about at the service while it waits', async () => {
    const { order: _, ...rig } = await waiting();
    expect((await rig.cancelOrder(INV_1, 'U1')).status).toBe('waits');
    expect(await rig.finder.findPayment('INV-1')).toMatchObject({
      status: 'ours',
      order: { state: 'waiting' },
    });
    expect((await rig.successors.plan({ resendOf: INV_1 })).status).toBe('waiting');
    expect(rig.service.calls).toEqual([]);
  });

  test('in a currency without a limit always waits; up to its limit none does', async () => {
    const rig = await startRig(undefined, { approvalAbove: ABOVE_1000 });
    const amount = { amount: '1000', currency: 'KES' };
    expect((await rig.create(linkDraft('INV-1', { amount }))).state).toBe('sending');
    const other = { amount: '1', currency: 'UGX' };
    expect((await rig.create(linkDraft('INV-2', { amount: other }))).state).toBe('waiting');
  });
});

describe('a prompt that is approved late', () => {
  test('does not ring by itself; its asker sends it', async () => {
    const { order: _, ...rig } = await waiting();
    rig.clock.advance(10 * MINUTE + 1);
    expect((await rig.approvals.approve(INV_1, 1, 'U2')).status).toBe('late');
    await rig.check();
    expect(sentRequests(rig)).toBe(0);
    expect((await rig.approvals.sendNow(INV_1, 'U2')).status).toBe('not_own');
    expect((await rig.approvals.sendNow(INV_1, 'U1')).status).toBe('decided');
    await rig.check();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', approval: { state: 'approved' } });
    expect((await rig.approvals.sendNow(INV_1, 'U1')).status).toBe('already_decided');
    expect(sentRequests(rig)).toBe(1);
  });

  test('rings by itself up to ten minutes, and a link at any time', async () => {
    const prompt = await waiting();
    prompt.clock.advance(10 * MINUTE - 5_000);
    expect((await prompt.approvals.approve(INV_1, 1, 'U2')).status).toBe('decided');
    const link = await waiting(linkDraft('INV-1'));
    link.clock.advance(23 * HOUR);
    expect((await link.approvals.approve(INV_1, 1, 'U2')).status).toBe('decided');
    await link.check();
    expect(sentRequests(link)).toBe(1);
  });

  test('that its asker does not send runs out, or is withdrawn', async () => {
    const { order: _, ...rig } = await waiting();
    rig.clock.advance(HOUR);
    await rig.approvals.approve(INV_1, 1, 'U2');
    rig.clock.advance(23 * HOUR);
    expect((await rig.approvals.sendNow(INV_1, 'U1')).status).toBe('already_decided');
    expect((await rig.kept('INV-1')).approval).toMatchObject({ state: 'run_out' });
    const other = await waiting();
    other.clock.advance(HOUR);
    await other.approvals.approve(INV_1, 1, 'U2');
    expect((await other.approvals.withdraw(INV_1, 1, 'U1')).status).toBe('decided');
    expect((await other.kept('INV-1')).state).toBe('not_sent');
  });
});

describe('on approval everything is checked again', () => {
  const soon = {
    accountNumber: 'A1',
    startDay: '2000-01-02',
    endDay: '2001-01-01',
    frequency: 'DAILY',
  } as const;

  async function approved(draft: Draft, change: (rig: Awaited<ReturnType<typeof waiting>>) => unknown) {
    const rig = await waiting(draft);
    await change(rig);
    await rig.approvals.approve(draft.reference, 1, 'U2');
    await rig.check();
    return { rig, order: await rig.kept(draft.reference) };
  }

  test('the first day of a recurring link', async () => {
    const { rig, order } = await approved(linkDraft('INV-1', { recurring: soon }), () => {});
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'first_day_passed' } });
    expect(sentRequests(rig)).toBe(0);
  });

  test('the limit of the method', async () => {
    const amount = { amount: '250001', currency: 'KES' };
    const { order } = await approved(promptDraft('INV-1', { amount }), () => {});
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'over_limit' } });
  });

  test('the channel', async () => {
    const { order } = await approved(promptDraft('INV-1'), ({ slack }) => {
      slack.isIn = false;
    });
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'card_not_posted' } });
  });

  test('a typed reference, of which the service knows by now', async () => {
    const { order } = await approved(promptDraft('INV-1', { typedReference: true }), ({ service }) =>
      service.on(paths.BY_REFERENCE, { json: { status_code: 0, merchant_reference: 'INV-1', amount: 1 } }),
    );
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'reference_known' } });
  });

  test('whether an order that it was made from has been paid meanwhile', async () => {
    const rig = await startRig(undefined, { approvalAbove: ABOVE_1000 });
    const small = { amount: '900', currency: 'KES' };
    await rig.create(linkDraft('INV-0', { amount: small }));
    const first = await rig.ordering.submitOrder(referenceOf('INV-0'));
    await rig.updates.saveEvent(first.reference, { event: 'cancelled', by: 'U1' });
    await rig.create(linkDraft('INV-1', { resendOf: first.reference }));
    await rig.ordering.submitOrder(INV_1);
    rig.service.on(paths.STATUS, {
      json: { status_code: 1, amount: 900, currency: 'KES', confirmation_code: 'SCJ8JQ26SW' },
    });
    await rig.approvals.approve(INV_1, 1, 'U2');
    await rig.runChecks();
    expect((await rig.kept('INV-0')).state).toBe('paid');
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'paid_meanwhile' },
    });
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
  });
});
