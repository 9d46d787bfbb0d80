// A request for a row of a bulk that the service refuses because it is busy is made again, and only then.
import { describe, expect, it } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { LOST, PUSHED, promptDraft, refusal, startRig } from './rig.ts';
import { timeUntil } from './time-until.ts';

const BUSY = { status: 429, json: { message: 'Too many' } } as const;
const ROW = { bulk: { id: 'b1', row: 2 } } as const;
const INV_1 = referenceOf('INV-1');

async function begun(own: Partial<Draft> = ROW) {
  const rig = await startRig();
  await rig.create(promptDraft('INV-1', own));
  return rig;
}

/** Submits while seconds pass. */
async function submit(rig: Awaited<ReturnType<typeof begun>>, seconds = 200): Promise<Order> {
  let order: Order | undefined;
  const submitting = rig.ordering.submitOrder(INV_1).then((submitted) => {
    order = submitted;
  });
  for (let passed = 0; passed < seconds && !order; passed += 1) {
    rig.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await submitting;
  if (!order) throw new Error('the order was not submitted');
  return order;
}

describe('a row of a bulk', () => {
  it('waits while the service has too much to do, and is prompted once', async () => {
    const rig = await begun();
    rig.service.on(paths.PUSH, BUSY);
    const submitting = submit(rig);
    await expect.poll(() => rig.service.callsTo(paths.PUSH).length).toBeGreaterThanOrEqual(3);
    rig.service.on(paths.PUSH, { json: PUSHED });
    expect(await submitting).toMatchObject({ state: 'pending', bulk: ROW.bulk });
    const { length } = rig.service.callsTo(paths.PUSH);
    rig.clock.advance(15_000);
    await rig.ordering.submitOrder(INV_1);
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(length);
  });

  it('is not sent when the service is busy for more than two minutes', async () => {
    const rig = await begun();
    rig.service.on(paths.PUSH, BUSY);
    const order = await submit(rig);
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'rate_limited' } });
    expect(rig.clock.now() - (order.requestedAt ?? 0)).toBeLessThan(180_000);
  });

  it('is never requested again when its answer was lost, or it was refused for what it is', async () => {
    const lost = await begun();
    lost.service.on(paths.PUSH, LOST);
    expect(await submit(lost)).toMatchObject({ state: 'sending' });
    expect(lost.service.callsTo(paths.PUSH)).toHaveLength(1);
    const refused = await begun();
    refused.service.on(paths.PUSH, refusal('amount_exceeds_default_limit'));
    expect(await submit(refused)).toMatchObject({ state: 'not_sent', failure: { reason: 'declined' } });
    expect(refused.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  it('is not requested again once something else has come of it', async () => {
    const rig = await begun();
    rig.service.on(paths.PUSH, BUSY);
    // The second request is not due before time goes on.
    rig.clock.freeze();
    const submitting = rig.ordering.submitOrder(INV_1);
    await expect.poll(() => rig.service.callsTo(paths.PUSH).length).toBe(1);
    await rig.updates.saveEvent(INV_1, { event: 'cancelled', by: 'U2' });
    expect((await timeUntil(rig, submitting)).state).toBe('cancelled');
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  it('whose process died before its request is sent by the queue, but not after an hour', async () => {
    const rig = await begun();
    rig.clock.advance(9_000);
    await rig.runChecks();
    expect((await rig.kept('INV-1')).state).toBe('pending');
    const late = await begun();
    late.clock.advance(61 * 60_000);
    await late.runChecks();
    expect(await late.kept('INV-1')).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
  });
});

it('an order of a form does not wait: its agent is told at once', async () => {
  const rig = await begun({});
  rig.service.on(paths.PUSH, BUSY);
  expect(await submit(rig, 5)).toMatchObject({ state: 'not_sent', failure: { reason: 'rate_limited' } });
  expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
});
