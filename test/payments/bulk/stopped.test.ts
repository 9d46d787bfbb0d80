// After *Stop* nothing more is sent: it is asked right before each request, in the process that has the row in its hands.
import { describe, expect, it } from 'vitest';
import type { OrderingRig } from '#test/payments/ordering/rig.ts';
import { CREATED, LOST, PUSHED, refusal, startRig } from '#test/payments/ordering/rig.ts';
import { timeUntil } from '#test/payments/ordering/time-until.ts';
import { PUSH, SUBMIT } from '#test/provider/scripted-service.ts';
import { begin, linkRow, rowOf } from './sending.ts';

const BUSY = { status: 429, json: {} } as const;

const stop = (rig: OrderingRig) => rig.bulks.stop('b1', 'U2', async () => {});

describe.each([
  ['prompt', rowOf(2), PUSH, PUSHED],
  ['link', linkRow(2), SUBMIT, CREATED],
] as const)('a %s of a bulk that is stopped', (kind, row, path, answer) => {
  const calls = (rig: OrderingRig) => rig.service.callsTo(path).length;

  it('while it waits to be requested again is not requested any more', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [row], { kind });
    rig.service.on(path, BUSY);
    rig.clock.freeze();
    const sending = rig.bulks.sendNext(bulk);
    await expect.poll(async () => (await rig.kept('ROW-2')).lastRequest?.isRefused).toBe(true);
    rig.service.on(path, { json: answer });
    await stop(rig);
    expect((await timeUntil(rig, sending)).sent).toMatchObject({
      order: { state: 'not_sent', failure: { reason: 'bulk_over' } },
    });
    expect(calls(rig)).toBe(1);
  });

  it('while its card is posted is not requested', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [row], { kind });
    rig.slack.post = async () => void (await stop(rig));
    expect((await rig.bulks.sendNext(bulk)).sent).toMatchObject({
      order: { state: 'not_sent', failure: { reason: 'bulk_over' } },
    });
    expect(calls(rig)).toBe(0);
  });

  it('while the notification address is registered anew is not requested with the new one', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [row], { kind });
    rig.service.on(path, async () => {
      await stop(rig);
      return refusal('InvalidIpnId');
    });
    const { sent } = await rig.bulks.sendNext(bulk);
    expect(sent).toMatchObject({ order: { state: 'not_sent', failure: { reason: 'bulk_over' } } });
    expect(calls(rig)).toBe(1);
  });
});

it('a link whose answer was lost is not requested again once its bulk is stopped, and is looked for later', async () => {
  const rig = await startRig();
  const bulk = await begin(rig, [linkRow(2)], { kind: 'link' });
  rig.service.on(SUBMIT, async () => {
    await stop(rig);
    return LOST;
  });
  const { sent } = await rig.bulks.sendNext(bulk);
  expect(sent).toMatchObject({ order: { state: 'sending', outcomeUnknownAt: expect.any(Number) } });
  expect(rig.service.callsTo(SUBMIT)).toHaveLength(1);
});
