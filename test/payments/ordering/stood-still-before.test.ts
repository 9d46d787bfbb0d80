// A process that stands still before it saves that an order is requested: nobody expects the prompt any more by then.
import { describe, expect, test } from 'vitest';
import type { Draft } from '#payments/ordering/create-order.ts';
import { claimOf } from '#test/payments/status/due.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { linkDraft, promptDraft, REGISTERED, startRig } from './rig.ts';
import { timeUntil } from './time-until.ts';

describe('an order whose process stands still before it is saved that it is requested', () => {
  const MINUTE = 60_000;
  const ROW = { bulk: { id: 'b1', row: 2 } };

  /** While its card is posted. */
  async function standStill(draft: Draft, minutes: number) {
    const rig = await startRig();
    const { reference } = await rig.create(draft);
    rig.slack.post = async () => rig.clock.advance(minutes * MINUTE);
    const order = await rig.ordering.submitOrder(reference);
    expect(await rig.kept(reference)).toEqual(order);
    return { rig, order };
  }

  test.each([
    ['of a form', {}, 9, 11],
    ['of a row', ROW, 59, 61],
  ])(
    'rings no phone that nobody expects to ring any more when it is a prompt %s',
    async (_, own, inTime, late) => {
      expect((await standStill(promptDraft('INV-1', own), inTime)).order.state).toBe('pending');
      const { rig, order } = await standStill(promptDraft('INV-1', own), late);
      expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
      expect(order).not.toHaveProperty('requestedAt');
      expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
    },
  );

  test.each([
    ['of a form', {}, 11],
    ['of a row', ROW, 61],
  ])('rings none either when it stood still before the order was stored (%s)', async (_, own, minutes) => {
    const rig = await startRig();
    const askedAt = rig.clock.now() - minutes * MINUTE;
    const draft = promptDraft('INV-1', own);
    await rig.orderCreation.createOrder(draft, { evenIfSame: true, askedAt });
    const order = await rig.ordering.submitOrder(draft.reference);
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('is sent all the same when it is a link, which rings nowhere', async () => {
    expect((await standStill(linkDraft('INV-1'), 120)).order.state).toBe('pending');
  });

  /** Approved nine minutes after it was asked for; its process stands still while it registers Teller's address. */
  async function approved(minutes: number) {
    const rig = await startRig(undefined, { approvalAbove: [{ amount: '1000', currency: 'KES' }] });
    const { reference } = await rig.create(promptDraft('INV-1'));
    await rig.ordering.submitOrder(reference);
    rig.clock.advance(9 * MINUTE);
    await rig.approvals.approve(reference, 1, 'U2');
    rig.service.on(paths.REGISTER, async () => {
      rig.clock.advance(minutes * MINUTE);
      return { json: REGISTERED };
    });
    await rig.dueCheck(claimOf('INV-1'));
    return { rig, order: await rig.kept(reference) };
  }

  test('rings after an approval for ten minutes, however long it had waited for that', async () => {
    expect((await approved(9)).order.state).toBe('pending');
    const { rig, order } = await approved(11);
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('is not requested again when it is a row that the service had refused as too frequent', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1', ROW));
    rig.service.on(paths.PUSH, { status: 429, json: {} });
    rig.clock.freeze();
    const submitted = rig.ordering.submitOrder(reference);
    await expect.poll(async () => (await rig.kept(reference)).lastRequest?.isRefused).toBe(true);
    rig.clock.advance(61 * MINUTE);
    expect(await timeUntil(rig, submitted)).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'interrupted' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  test.each([
    ['the service refuses to say whether it has it', { status: 429, json: {} }],
    [
      'the service has it by then',
      { json: { status_code: 0, payment_status_description: 'Pending', amount: 350, currency: 'KES' } },
    ],
  ])('is left to the process that has requested it meanwhile, where %s', async (_, answer) => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1', { typedReference: true }));
    rig.service.on(paths.BY_REFERENCE, async () => {
      await rig.updates.updateOrder(reference, (newest) => ({ ...newest, requestedAt: rig.clock.now() }));
      return answer;
    });
    const order = await rig.ordering.submitOrder(reference);
    expect(order.state).toBe('sending');
    expect(order).not.toHaveProperty('failure');
  });
});
