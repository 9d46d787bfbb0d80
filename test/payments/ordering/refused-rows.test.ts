// A prompt of a bulk that the payment service refuses as too frequent has certainly not rung. It is requested again, also by
// another process when the first one dies, and never by two at once.
import { describe, expect, it } from 'vitest';
import { type OrderingRig, PUSHED, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const ROW = referenceOf('ROW-2');
const TOO_MANY = { status: 429, json: {} };
const MINUTE = 60_000;
const draft = () => promptDraft('ROW-2', { bulk: { id: 'b1', row: 2 } });
const pushes = (rig: OrderingRig) => rig.service.callsTo(paths.PUSH).length;

/** As a process leaves it that died `secondsAgo` while it waited to request the row again. */
async function leftRefused(secondsAgo: number, ageMinutes = 1): Promise<OrderingRig> {
  const rig = await startRig();
  await rig.create(draft());
  rig.clock.advance(ageMinutes * MINUTE);
  const at = rig.clock.now() - secondsAgo * 1_000;
  await rig.updates.updateOrder(ROW, (newest) => ({
    ...newest,
    requestedAt: at,
    lastRequest: { at, isRefused: true },
  }));
  await rig.orders.trigger('check', ROW, rig.clock.now());
  return rig;
}

/** A prompt to the row's number that somebody has sent at this moment. */
async function rang(rig: OrderingRig, name: string, amount: string): Promise<void> {
  const order = sampleOrder(name, {
    ...promptDraft(name, { amount: { amount, currency: 'KES' } }),
    ...{ createdAt: rig.clock.now(), changedAt: rig.clock.now(), requestedAt: rig.clock.now() },
  });
  await rig.orders.insert(order);
}

describe('a refused prompt of a bulk', () => {
  it('is requested again by another process when the one that waited has died', async () => {
    const rig = await leftRefused(31);
    await rig.runChecks();
    expect(pushes(rig)).toBe(1);
    expect(await rig.kept('ROW-2')).toMatchObject({ state: 'pending' });
  });

  it('is also requested again after more than three minutes, when others count as never arrived', async () => {
    const rig = await leftRefused(50 * 60, 55);
    await rig.runChecks();
    expect(pushes(rig)).toBe(1);
    expect((await rig.kept('ROW-2')).state).toBe('pending');
  });

  it('is left to the process that still waits', async () => {
    const rig = await leftRefused(20);
    await rig.runChecks();
    expect(pushes(rig)).toBe(0);
    expect((await rig.kept('ROW-2')).state).toBe('sending');
  });

  it('is not sent any more when its bulk has stood still for more than an hour', async () => {
    const rig = await leftRefused(61 * 60, 61);
    await rig.runChecks();
    expect(pushes(rig)).toBe(0);
    expect(await rig.kept('ROW-2')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'never_arrived' },
    });
  });

  it('is not requested again when the process died during a repeat, because that may have rung', async () => {
    const rig = await leftRefused(100);
    await rig.updates.updateOrder(ROW, (newest) => ({ ...newest, lastRequest: { at: rig.clock.now() } }));
    for (const minutes of [1, 1, 2]) {
      rig.clock.advance(minutes * MINUTE);
      await rig.runChecks();
    }
    expect(pushes(rig)).toBe(0);
    expect((await rig.kept('ROW-2')).state).toBe('not_sent');
  });

  it('is accepted once when both processes are alive after all', async () => {
    const rig = await startRig();
    await rig.create(draft());
    rig.service.on(paths.PUSH, TOO_MANY, { json: PUSHED });
    const first = rig.ordering.submitOrder(ROW);
    await expect.poll(async () => (await rig.kept('ROW-2')).lastRequest).toBeDefined();
    const order = await rig.kept('ROW-2');
    const second = rig.ordering.requestAgain(order);
    rig.clock.advance(2_000);
    expect([(await first).state, (await second).state]).toContain('pending');
    expect(pushes(rig)).toBe(2);
    expect((await rig.kept('ROW-2')).state).toBe('pending');
  });

  it('is not sent when its number has had three prompts meanwhile', async () => {
    const rig = await leftRefused(50 * 60, 55);
    for (const name of ['BY-HAND-1', 'BY-HAND-2', 'BY-HAND-3']) {
      const amount = { amount: '20', currency: 'KES' };
      const { reference } = await rig.create(promptDraft(name, { amount }));
      await rig.ordering.submitOrder(reference);
    }
    await rig.runChecks();
    expect(pushes(rig)).toBe(3);
    expect(await rig.kept('ROW-2')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'too_many_prompts' },
    });
  });

  it('is not said to be not sent when another process has just requested it again, whatever stands in the way by now', async () => {
    const rig = await leftRefused(31);
    const left = await rig.kept('ROW-2');
    const at = rig.clock.now();
    await rig.updates.updateOrder(ROW, (newest) => ({ ...newest, lastRequest: { at } }));
    for (const name of ['BY-HAND-1', 'BY-HAND-2', 'BY-HAND-3']) await rang(rig, name, '20');
    expect((await rig.ordering.requestAgain(left)).state).toBe('sending');
    expect((await rig.kept('ROW-2')).state).toBe('sending');
  });

  it.each([
    ['the same prompt', 'same_again', ['BY-HAND'], '1500'],
    ['three others', 'too_many_prompts', ['BY-HAND-1', 'BY-HAND-2', 'BY-HAND-3'], '20'],
  ])(
    'is not requested again by the process that waits when its number has had %s meanwhile',
    async (_, reason, names, amount) => {
      const rig = await startRig();
      await rig.create(draft());
      // However slow the machine is, they have rung before the row may be requested again.
      const ringThenRefuse = async () => {
        for (const name of names) await rang(rig, name, amount);
        return TOO_MANY;
      };
      rig.service.on(paths.PUSH, ringThenRefuse, { json: PUSHED });
      const waiting = rig.ordering.submitOrder(ROW);
      await expect.poll(async () => (await rig.kept('ROW-2')).lastRequest).toBeDefined();
      rig.clock.advance(2_000);
      expect(await waiting).toMatchObject({ state: 'not_sent', failure: { reason } });
      expect(pushes(rig)).toBe(1);
    },
  );

  it('counts as a prompt of the minute in which it was requested again', async () => {
    const rig = await leftRefused(50 * 60, 55);
    await rig.runChecks();
    const refused = await rig.orderCreation.refusalFor(promptDraft('BY-HAND'), {
      evenIfSame: true,
      ahead: 2,
    });
    const { lastRequest } = await rig.kept('ROW-2');
    expect(lastRequest?.at).toBeGreaterThan(rig.clock.now() - MINUTE);
    expect(refused).toEqual({ status: 'too_many_prompts', retryAt: (lastRequest?.at ?? 0) + 10 * MINUTE });
  });

  it('is asked about as a prompt of the minute in which it was requested again, whenever its order was made', async () => {
    const rig = await leftRefused(50 * 60, 55);
    await rig.runChecks();
    rig.clock.advance(9 * MINUTE);
    const asked = () => rig.orderCreation.refusalFor(promptDraft('BY-HAND'), { evenIfSame: false });
    expect(await asked()).toMatchObject({ status: 'same_again', order: { reference: ROW } });
    rig.clock.advance(2 * MINUTE);
    expect(await asked()).toBeUndefined();
  });

  it('rings for three minutes from when it was requested again', async () => {
    const rig = await leftRefused(50 * 60, 55);
    await rig.runChecks();
    expect(await rig.kept('ROW-2')).toMatchObject({ state: 'pending' });
    expect((await rig.kept('ROW-2')).noPinAt).toBeUndefined();
  });
});
