// A row whose process died is carried out by another one, within the hour, by the rules of a row that has its turn, and not once
// its bulk is over.
import { describe, expect, it } from 'vitest';
import type { Order } from '#orders/order.ts';
import { draftOf } from '#payments/bulk/send-rows.ts';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { CREATED, LOST, type OrderingRig, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import { BY_REFERENCE, PUSH, STATUS, SUBMIT } from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { begin, linkRow, rowOf, sendAll } from './sending.ts';

const MINUTE = 60_000;
const PENDING = { json: { ...CREATED, status_code: 0, payment_status_description: 'Pending' } };
const ROW = referenceOf('ROW-2');

/** How far a process had come with a row when it died. */
const DIED = ['before its request', 'while it waited to be requested again'] as const;
type Died = (typeof DIED)[number];

/** As that process leaves the row. */
async function leave(rig: OrderingRig, bulk: Bulk, when: Died, row = rowOf(2)): Promise<void> {
  await rig.orderCreation.createOrder(draftOf(bulk, row), { evenIfSame: true });
  if (when === 'before its request') return;
  const at = rig.clock.now();
  await rig.updates.updateOrder(ROW, (newest) => ({
    ...newest,
    requestedAt: at,
    lastRequest: { at, isRefused: true },
  }));
}

/** Lets minutes pass in which other processes live. */
async function pass(rig: OrderingRig, minutes: number): Promise<Order> {
  rig.service.on(STATUS, PENDING);
  for (let passed = 0; passed < minutes; passed += 1) {
    rig.clock.advance(MINUTE);
    await rig.runChecks();
  }
  return rig.kept('ROW-2');
}

describe('a row whose process died', () => {
  it('has its card looked for before it is posted again, also when the store has forgotten the claim', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [rowOf(2)]);
    // As a loss of power leaves it: the order is on the disk, its claim is not, and the card may be in Slack.
    await leave(rig, bulk, 'before its request');
    expect(await sendAll(rig, bulk)).toEqual([]);
    expect(rig.slack.posted).toEqual([{ reference: 'ROW-2', mayAlreadyBePosted: true }]);
  });

  it.each(DIED)('is not sent any more when it died %s and the bulk was stopped since', async (when) => {
    const rig = await startRig();
    const bulk = await begin(rig, [rowOf(2)]);
    await leave(rig, bulk, when);
    await rig.bulks.stop(bulk.id, 'U2', async () => {});
    const order = await pass(rig, 1);
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'bulk_over' } });
    await pass(rig, 5);
    expect(rig.service.callsTo(PUSH)).toHaveLength(0);
  });

  it.each(DIED)(
    'is not made any more if it is a link, died %s, and the bulk was stopped since',
    async (when) => {
      const rig = await startRig();
      const bulk = await begin(rig, [linkRow(2)], { kind: 'link' });
      await leave(rig, bulk, when, linkRow(2));
      await rig.bulks.stop(bulk.id, 'U2', async () => {});
      const order = await pass(rig, 1);
      expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'bulk_over' } });
      await pass(rig, 5);
      expect(rig.service.callsTo(SUBMIT)).toHaveLength(0);
      expect(rig.slack.posted).toEqual([]);
    },
  );

  it.each(['stood_still', 'channel_gone'] as const)(
    'is not sent any more when its bulk has ended as %s, and is sent when the bulk ended after its last row',
    async (ending) => {
      for (const [how, state] of [
        [ending, 'not_sent'],
        ['sent', 'pending'],
      ] as const) {
        const rig = await startRig();
        const bulk = await begin(rig, [rowOf(2)]);
        await leave(rig, bulk, 'while it waited to be requested again');
        await rig.bulks.end(bulk, { ending: how });
        expect((await pass(rig, 1)).state).toBe(state);
      }
    },
  );

  it.each([
    [true, 'pending'],
    [false, 'not_sent'],
  ] as const)(
    'is not asked for again if it is a link whose answer was lost and the bulk was stopped since, but looked for (there: %s)',
    async (isThere, state) => {
      const rig = await startRig();
      const bulk = await begin(rig, [linkRow(2)], { kind: 'link' });
      rig.service.on(SUBMIT, LOST);
      await sendAll(rig, bulk);
      const { length } = rig.service.callsTo(SUBMIT);
      await rig.bulks.stop(bulk.id, 'U2', async () => {});
      if (isThere) rig.service.on(BY_REFERENCE, PENDING);
      expect((await pass(rig, 4)).state).toBe(state);
      // One that is there is asked for its address, which makes no second one.
      expect(rig.service.callsTo(SUBMIT).length > length).toBe(isThere);
    },
  );

  it.each(DIED)(
    'is not sent when it died %s and somebody has sent the same prompt by hand since; it says why',
    async (when) => {
      const rig = await startRig();
      const bulk = await begin(rig, [rowOf(2)]);
      await leave(rig, bulk, when);
      await rig.ordering.submitOrder((await rig.create(promptDraft('BY-HAND'))).reference);
      const order = await pass(rig, 5);
      expect(rig.service.callsTo(PUSH)).toHaveLength(1);
      expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'same_again' } });
    },
  );

  it('is not sent at its turn either when somebody has sent the same prompt by hand since', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [rowOf(2), rowOf(3)]);
    await leave(rig, bulk, 'before its request');
    await rig.ordering.submitOrder((await rig.create(promptDraft('BY-HAND'))).reference);
    expect(await sendAll(rig, bulk)).toEqual([[3, 'same_again']]);
    expect(rig.service.callsTo(PUSH)).toHaveLength(1);
    expect(await rig.kept('ROW-2')).toMatchObject({ state: 'not_sent', failure: { reason: 'same_again' } });
  });

  it.each(DIED)(
    'is sent when it died %s and only what its tick agreed to looks the same, or came to nothing, or was of another amount',
    async (when) => {
      const rig = await startRig();
      const before = await rig.create(promptDraft('BEFORE'));
      const agreed = { rows: [{ row: 2, upTo: before.createdAt }], file: 'b0' };
      const bulk = await begin(rig, [rowOf(2)], { agreed });
      await leave(rig, bulk, when);
      await rig.create(promptDraft('OTHER', { amount: { amount: '20', currency: 'KES' } }));
      await rig.create(promptDraft('FILE', { bulk: { id: 'b0', row: 2 } }));
      await rig.create(promptDraft('SAME-FILE', { bulk: { id: 'b1', row: 3 } }));
      const failure = { reason: 'interrupted', serviceMessage: '' } as const;
      const { reference } = await rig.create(promptDraft('NOTHING'));
      await rig.updates.saveEvent(reference, { event: 'refused', failure });
      const order = await pass(rig, 2);
      expect(order.state).toBe('pending');
    },
  );
});
