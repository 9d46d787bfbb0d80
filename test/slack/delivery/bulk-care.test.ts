// What is done for a bulk in one round, when another process died in the middle of it.
import { describe, expect, it } from 'vitest';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { createBulkCare } from '#slack/delivery/bulk-care.ts';
import { begin, rowOf } from '#test/payments/bulk/sending.ts';
import { type OrderingRig, PUSHED, startRig } from '#test/payments/ordering/rig.ts';
import { PUSH } from '#test/provider/scripted-service.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

it('the rows of a bulk whose process died right after it had ended are erased by the next one, once', async () => {
  const rig = await startRig();
  let erased = 0;
  const bulk = await begin(rig, [rowOf(2)]);
  const ended: Bulk = { ...bulk, state: 'ended', ending: 'stopped', endedAt: rig.clock.now() };
  await rig.bulks.save(ended);
  const care = createBulkCare({
    bulks: {
      ...rig.bulks,
      async eraseRows(id) {
        erased += 1;
        await rig.bulks.eraseRows(id);
      },
    },
    messages: {
      show: async (one) => ({ status: 'shown', bulk: one }),
      uploadResult: async (one) => ({ status: 'shown', bulk: one }),
    },
    clock: rig.clock,
  });
  const rows = () => rig.store.keyValues('bulks').get('b1 rows');
  expect(await rows()).toHaveLength(1);
  await care.ended(ended);
  expect(await rows()).toBeUndefined();
  rig.clock.advance(60_000);
  await care.ended(ended);
  expect(erased).toBe(1);
});

it('a bulk that waits for the payment service goes on and is shown soon after the clock was set back by an hour', async () => {
  const rig = await startRig();
  rig.clock.hold();
  const begun = await begin(rig, [rowOf(2), rowOf(3)]);
  const bulk: Bulk = { ...begun, message: { channel: 'C1', ts: '1.1', contentHash: '' } };
  const order = sampleOrder('A-1', {
    state: 'not_sent',
    failure: { reason: 'unavailable', serviceMessage: '' },
  });
  let isThere = false;
  let sent = 0;
  let shown = 0;
  const care = createBulkCare({
    bulks: {
      ...rig.bulks,
      isAnythingDue: async () => false,
      async askService() {
        if (!isThere) throw new Error('no answer');
      },
      async sendNext(one) {
        sent += 1;
        return { bulk: one, sent: { status: 'sent', order } };
      },
    },
    messages: {
      async show(one) {
        shown += 1;
        return { status: 'shown', bulk: one };
      },
      uploadResult: async (one) => ({ status: 'shown', bulk: one }),
    },
    clock: rig.clock,
  });
  const round = () => care.running(bulk, { isItsTurn: true, movedAt: rig.clock.now() });
  await round();
  await round();
  expect([sent, shown]).toEqual([1, 1]);

  isThere = true;
  rig.clock.advance(-60 * 60_000);
  await round();

  expect([sent, shown]).toEqual([2, 2]);
});

it('while the service takes no row though it answers, rows are given up further and further apart, until one is taken', async () => {
  const rig = await startRig();
  rig.clock.hold();
  const begun = await begin(rig, [rowOf(2), rowOf(3)]);
  const bulk: Bulk = { ...begun, message: { channel: 'C1', ts: '1.1', contentHash: '' } };
  const limited = { state: 'not_sent', failure: { reason: 'rate_limited', serviceMessage: '' } } as const;
  const startedAt = rig.clock.now();
  let isLimited = true;
  let minutes: number[] = [];
  const shown = async (one: Bulk) => ({ status: 'shown', bulk: one }) as const;
  const care = createBulkCare({
    bulks: {
      ...rig.bulks,
      isAnythingDue: async () => false,
      askService: async () => {},
      async sendNext(one) {
        minutes.push(Math.floor((rig.clock.now() - startedAt) / 60_000));
        // So long such a row is requested again (when-free.ts).
        if (isLimited) rig.clock.advance(2 * 60_000);
        const order = sampleOrder('A-1', isLimited ? limited : { state: 'pending' });
        return { bulk: one, sent: { status: 'sent', order } };
      },
    },
    messages: { show: shown, uploadResult: shown },
    clock: rig.clock,
  });
  async function rounds(count: number) {
    for (let round = 0; round < count; round += 1) {
      await care.running(bulk, { isItsTurn: true, movedAt: rig.clock.now() });
      rig.clock.advance(10_000);
    }
  }
  await rounds(6 * 16);
  expect(minutes).toEqual([0, 4, 10, 20]);

  isLimited = false;
  minutes = [];
  await rounds(6 * 20);
  expect(minutes.length).toBeGreaterThan(3);
});

describe('a bulk whose process stands still for more than an hour', () => {
  /** How it has ended after two rounds, and how many of its rows were requested. */
  async function afterTwoRounds(
    standsStill: (rig: OrderingRig, standStill: () => void) => Partial<OrderingRig['bulks']>,
    rows = [2, 3],
  ) {
    const rig = await startRig();
    rig.clock.hold();
    let isOver = false;
    const changed = standsStill(rig, () => {
      if (!isOver) rig.clock.advance(61 * 60_000);
      isOver = true;
    });
    const begun = await begin(
      rig,
      rows.map((row) => rowOf(row)),
    );
    await rig.bulks.save({ ...begun, message: { channel: 'C1', ts: '1.1', contentHash: '' } });
    const shown = async (one: Bulk) => ({ status: 'shown', bulk: one }) as const;
    const care = createBulkCare({
      bulks: { ...rig.bulks, isAnythingDue: async () => false, ...changed },
      messages: { show: shown, uploadResult: shown },
      clock: rig.clock,
    });
    for (let rounds = 0; rounds < 2; rounds += 1)
      for (const bulk of await rig.bulks.running())
        if (bulk.state === 'running')
          await care.running(bulk, { isItsTurn: true, movedAt: bulk.movedAt ?? 0 });
    const { ending } = (await rig.bulks.read('b1')) ?? {};
    return { ending, requested: rig.service.callsTo(PUSH).length };
  }

  it('does not go on when it stood before the next row', async () => {
    const outcome = await afterTwoRounds((_, standStill) => ({
      async isAnythingDue() {
        standStill();
        return false;
      },
    }));
    expect(outcome).toEqual({ ending: 'stood_still', requested: 0 });
  });

  it('does not go on when it stood while the card of a row was posted', async () => {
    const outcome = await afterTwoRounds(({ slack }, standStill) => {
      slack.post = async () => standStill();
      return {};
    });
    expect(outcome).toEqual({ ending: 'stood_still', requested: 0 });
  });

  function whileItIsAnswered({ service }: OrderingRig, standStill: () => void) {
    service.on(PUSH, async () => {
      standStill();
      return { json: PUSHED };
    });
    return {};
  }

  it('does not go on when it stood while it waited for the answer to a row', async () => {
    expect(await afterTwoRounds(whileItIsAnswered)).toEqual({ ending: 'stood_still', requested: 1 });
  });

  it('is called sent when that row was its last', async () => {
    expect(await afterTwoRounds(whileItIsAnswered, [2])).toEqual({ ending: 'sent', requested: 1 });
  });
});
