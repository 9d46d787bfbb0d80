// What the queue `check` does with a link whose deadline is over.
import { describe, expect, test } from 'vitest';
import { dayOf, EAST_AFRICA } from '#lib/days.ts';
import { ClaimLost } from '#queue/held-claim.ts';
import { goToNoon } from '#test/journeys/noon.ts';
import { CREATED, LOST, linkDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { claimOf, DAY, PAID, PENDING } from './due.ts';

const MINUTE = 60_000;
const CANCELLED = { json: { status: '200', message: 'Order successfully cancelled.' } };
const REFUSED = { json: { status: '500', message: 'Order cannot be cancelled.' } };

/** A link that was sent, `beforeMs` before its deadline is over. `answer`: the service’s to the request. */
async function overdue({
  answer = { json: CREATED },
  beforeMs = 0,
}: {
  answer?: paths.Reply;
  beforeMs?: number;
} = {}) {
  const rig = await startRig();
  // Made just before midnight, it would be checked once more a day later, which is right before its deadline.
  goToNoon(rig);
  rig.service.on(paths.SUBMIT, answer);
  const validUntil = dayOf(rig.clock.now() + DAY, EAST_AFRICA);
  const { reference, deadlineAt = Number.NaN } = await rig.create(linkDraft('INV-1', { validUntil }));
  await rig.ordering.submitOrder(reference);
  rig.clock.advance(deadlineAt - beforeMs - rig.clock.now());
  rig.service.on(paths.STATUS, PENDING);
  rig.service.on(paths.CANCEL, CANCELLED);
  return { ...rig, deadlineAt, check: (confirm = async () => {}) => rig.dueCheck(claimOf('INV-1', confirm)) };
}

const cancels = ({ service }: Awaited<ReturnType<typeof overdue>>) => service.callsTo(paths.CANCEL).length;

describe('a link whose deadline is over', () => {
  test('is cancelled at the service, by nobody but Teller, and once', async () => {
    const rig = await overdue();
    await rig.check();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'cancelled', cancelledBy: 'teller' });
    await rig.check();
    expect(cancels(rig)).toBe(1);
  });

  test('is not cancelled a moment before', async () => {
    const rig = await overdue({ beforeMs: MINUTE });
    expect((await rig.check()).at).toBe(rig.deadlineAt);
    expect([cancels(rig), (await rig.kept('INV-1')).state]).toEqual([0, 'pending']);
  });

  test('is paid if its customer was faster', async () => {
    const rig = await overdue();
    rig.service.on(paths.STATUS, PAID);
    await rig.check();
    expect([cancels(rig), (await rig.kept('INV-1')).state]).toEqual([0, 'paid']);
  });

  test('that the service refuses to cancel says once that it can still be paid, and is tried for a day more', async () => {
    const rig = await overdue();
    rig.service.on(paths.CANCEL, REFUSED);
    expect((await rig.check()).at).toBe(rig.deadlineAt + 10 * MINUTE);
    const { checksEndedAt } = await rig.kept('INV-1');
    rig.clock.advance(10 * MINUTE);
    expect((await rig.check()).at).toBe(rig.deadlineAt + 60 * MINUTE);
    const order = await rig.kept('INV-1');
    expect(order).toMatchObject({ state: 'pending', checksEndedAt: expect.any(Number) });
    expect(order.checksEndedAt).toBe(checksEndedAt);
    expect(order.announcements.filter(({ news }) => news.kind === 'checks_ended')).toHaveLength(1);
    rig.service.on(paths.CANCEL, CANCELLED);
    rig.clock.advance(50 * MINUTE);
    await rig.check();
    expect((await rig.kept('INV-1')).state).toBe('cancelled');
  });

  test('says that it is over while the service gives no answer, and is tried on for as long as that lasts', async () => {
    const rig = await overdue();
    rig.service.on(paths.STATUS, LOST);
    await expect(rig.check()).rejects.toThrow();
    const { deadlineOverAt } = await rig.kept('INV-1');
    expect(deadlineOverAt).toBeGreaterThanOrEqual(rig.deadlineAt);
    rig.clock.advance(60 * DAY);
    await expect(rig.check()).rejects.toThrow();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'pending', deadlineOverAt });
    expect(await rig.kept('INV-1')).not.toHaveProperty('checksEndedAt');
  });

  test('is left alone by a process that has lost it to another one', async () => {
    const rig = await overdue();
    const lost = async () => Promise.reject(new ClaimLost('taken'));
    await expect(rig.check(lost)).rejects.toThrow(ClaimLost);
    expect(await rig.kept('INV-1')).not.toHaveProperty('deadlineOverAt');
    let confirmed = 0;
    const lostLater = async () => (++confirmed > 1 ? lost() : undefined);
    await expect(rig.check(lostLater)).rejects.toThrow(ClaimLost);
    expect(cancels(rig)).toBe(0);
  });

  test('is not asked for again when its address never came', async () => {
    const rig = await overdue({ answer: LOST });
    const asked = rig.service.callsTo(paths.SUBMIT).length;
    rig.service.on(paths.BY_REFERENCE, PENDING);
    await rig.check();
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(asked);
  });
});
