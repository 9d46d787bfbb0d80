// Several people cancel the same order: one request at a time, so that a refusal is never taken for the end of another's.
import { expect, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { LOST, linkDraft, type OrderingRig, startRig } from './rig.ts';

const NO = { json: { status: '500', message: 'Invalid order request.' } };
const DONE = { json: { status: '200', message: 'Order successfully cancelled' } };
const PENDING = {
  json: { status_code: 0, payment_status_description: 'Pending', merchant_reference: 'INV-1' },
};

/** A link that waits for its payment. */
async function waiting(): Promise<OrderingRig> {
  const rig = await startRig();
  const { reference } = await rig.create(linkDraft('INV-1'));
  await rig.ordering.submitOrder(reference);
  rig.service.on(paths.STATUS, PENDING);
  return rig;
}

/** The service answers the first cancel once `answer` says what, and refuses the others. */
async function firstUnderWay() {
  const rig = await waiting();
  rig.clock.hold();
  const answer = Promise.withResolvers<paths.Reply>();
  const asked = Promise.withResolvers<void>();
  rig.service.on(
    paths.CANCEL,
    () => {
      asked.resolve();
      return answer.promise;
    },
    NO,
  );
  const first = cancelBy(rig, 'U7');
  await asked.promise;
  return { ...rig, first, answer: answer.resolve };
}

const cancelBy = (rig: Pick<OrderingRig, 'cancelOrder'>, by: string) =>
  rig.cancelOrder(linkDraft('INV-1').reference, by);

test('two who press at once, of whom the service refuses both, both read that it refused, and the order can still be paid', async () => {
  const rig = await firstUnderWay();
  const second = cancelBy(rig, 'U8');
  rig.answer(NO);
  expect(await rig.first).toMatchObject({ status: 'refused', order: { state: 'pending' } });
  expect(await second).toMatchObject({ status: 'refused', order: { state: 'pending' } });
  const order = await rig.kept('INV-1');
  expect(order).toMatchObject({ state: 'pending' });
  expect(order).not.toHaveProperty('cancelRequestedAt');
});

test('whoever presses while another’s cancel is under way reads how that ended, and the service is asked once', async () => {
  const rig = await firstUnderWay();
  const second = cancelBy(rig, 'U8');
  rig.answer(DONE);
  expect(await rig.first).toMatchObject({ status: 'cancelled', order: { cancelledBy: 'U7' } });
  expect(await second).toMatchObject({ status: 'already_cancelled', order: { cancelledBy: 'U7' } });
  expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
});

test('whoever presses while the service leaves another’s cancel without an answer for long reads that it is being cancelled', async () => {
  const rig = await firstUnderWay();
  const second = cancelBy(rig, 'U8');
  const patience = setInterval(() => rig.clock.advance(250), 5);
  expect(await second).toMatchObject({ status: 'being_cancelled', order: { state: 'pending' } });
  clearInterval(patience);
  expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
  rig.answer(DONE);
  expect(await rig.first).toMatchObject({ status: 'cancelled' });
});

test('a cancel that is still under way when it would be taken up is not asked for, nor told, again once it was refused', async () => {
  const rig = await firstUnderWay();
  const takenUp = rig.cancelOrder(linkDraft('INV-1').reference, 'U7', { isTakenUp: true });
  rig.answer(NO);
  expect(await rig.first).toMatchObject({ status: 'refused', serviceMessage: 'Invalid order request.' });
  expect(await takenUp).toMatchObject({ status: 'refused', order: { state: 'pending' } });
  expect(rig.service.callsTo(paths.CANCEL)).toHaveLength(1);
  expect((await rig.kept('INV-1')).announcements).toEqual([]);
});

test('a process that was killed while it cancelled holds up the next who presses for no longer than its lease', async () => {
  const rig = await waiting();
  const name = `cancels:${await rig.store.digest('cancel INV-1')}`;
  expect(await rig.store.leases.acquire(name, LEASE_MS)).toBeDefined();
  rig.service.on(paths.CANCEL, DONE);
  const next = cancelBy(rig, 'U8');
  rig.clock.advance(LEASE_MS);
  expect(await next).toMatchObject({ status: 'cancelled', order: { cancelledBy: 'U8' } });
});

test('a refusal counts as one although the service then does not say how the order stands', async () => {
  const rig = await firstUnderWay();
  rig.service.on(paths.STATUS, LOST);
  rig.answer(NO);
  await expect(rig.first).rejects.toThrow();
  rig.service.on(paths.STATUS, PENDING);
  expect(await cancelBy(rig, 'U7')).toMatchObject({ status: 'refused', order: { state: 'pending' } });
});
