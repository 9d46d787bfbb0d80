// A row of a running bulk becomes an order, unless what its tick did not agree to stands in the way.
import { describe, expect, it } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Checked } from '#payments/bulk/bulks.ts';
import { rowsAskedAbout } from '#payments/bulk/check-rows.ts';
import { draftOf } from '#payments/bulk/send-rows.ts';
import type { BulkRow } from '#payments/bulk/stored-bulk.ts';
import { type OrderingRig, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import { PUSH } from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const JANE = '254712345678' as Msisdn;
const BRIAN = '254722000001' as Msisdn;
const MINUTE = 60_000;

function rowOf(row: number, msisdn = JANE): BulkRow {
  return {
    row,
    reference: referenceOf(`ROW-${row}`),
    amount: { amount: '1500', currency: 'KES' },
    description: 'Flour',
    customer: {},
    prompt: { msisdn, method: 'MpesaKE' },
    typedReference: false,
  };
}

/** Begun with its box ticked. */
async function begin(rig: OrderingRig, rows: readonly BulkRow[], agreed?: Checked['agreed']) {
  const id = 'b1';
  const checked = { id, kind: 'prompt', by: 'U1', channel: 'C1', fileDigest: 'digest' } as const;
  await rig.bulks.keep({ ...checked, isAsked: true, ...(agreed ? { agreed } : {}) }, rows);
  const begun = await rig.bulks.begin(id, { isAgreed: true, record: async () => {} });
  if (begun.status !== 'begun') throw new Error(`not begun, but ${begun.status}`);
  return begun.bulk;
}

/** Gives every row its turn. Resolves with the rows that got no order. */
async function sendAll(rig: OrderingRig, bulk: Awaited<ReturnType<typeof begin>>) {
  let { bulk: after, sent } = await rig.bulks.sendNext(bulk);
  while (sent.status !== 'none') ({ bulk: after, sent } = await rig.bulks.sendNext(after));
  return after.refused.map(({ row, why }) => [row, why]);
}

describe('the tick of a bulk', () => {
  it('lets a row through whose prompt was there when its file was checked, and the ones before that', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('OLDER'));
    rig.clock.advance(MINUTE);
    await rig.create(promptDraft('NEWER'));
    const { questions } = await rig.bulks.checkRows([{ row: 2, draft: promptDraft('ROW-2') }]);
    const bulk = await begin(rig, [rowOf(2)], { rows: rowsAskedAbout(questions) });
    expect(await sendAll(rig, bulk)).toEqual([]);
  });

  it('lets no row through whose prompt somebody has sent since, whatever else was ticked', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('BEFORE'));
    const { questions } = await rig.bulks.checkRows([{ row: 2, draft: promptDraft('ROW-2') }]);
    rig.clock.advance(MINUTE);
    await rig.create(promptDraft('SINCE'));
    await rig.create(promptDraft('OTHER', { prompt: { msisdn: BRIAN, method: 'MpesaKE' } }));
    const rows = rowsAskedAbout(questions);
    const bulk = await begin(rig, [rowOf(2), rowOf(3, BRIAN)], { rows, file: 'another bulk' });
    expect(await sendAll(rig, bulk)).toEqual([
      [2, 'same_again'],
      [3, 'same_again'],
    ]);
  });

  it('lets rows of one number through, and those that the same file has sent before', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('FILE', { bulk: { id: 'b0', row: 2 } }));
    const bulk = await begin(rig, [rowOf(2), rowOf(3)], { rows: [], file: 'b0' });
    expect(await sendAll(rig, bulk)).toEqual([]);
    expect(await rig.orders.get(referenceOf('ROW-3'))).toBeDefined();
  });

  it('does not agree to the same file when somebody has begun with it since', async () => {
    const rig = await startRig();
    await begin(rig, [rowOf(2)]);
    const later = { id: 'b2', kind: 'prompt', by: 'U2', channel: 'C1', fileDigest: 'digest' } as const;
    await rig.bulks.keep({ ...later, isAsked: true, agreed: { rows: [] } }, [rowOf(5), rowOf(6)]);
    const record = async () => {};
    expect(await rig.bulks.begin('b2', { isAgreed: true, record })).toMatchObject({
      status: 'same_file',
      other: { id: 'b1' },
    });
    await rig.bulks.keep({ ...later, isAsked: true, agreed: { rows: [], file: 'b1' } }, [rowOf(5)]);
    expect(await rig.bulks.begin('b2', { isAgreed: true, record })).toMatchObject({ status: 'begun' });
  });
});

it('a bulk whose beginning failed after it was recorded says so to who records it when it is confirmed again', async () => {
  const rig = await startRig();
  const checked = { id: 'b1', kind: 'prompt', by: 'U1', channel: 'C1', fileDigest: 'digest' } as const;
  await rig.bulks.keep({ ...checked, isAsked: false }, [rowOf(2)]);
  const firstAt = rig.clock.now();
  const since: (number | undefined)[] = [];
  const failing = async (_: unknown, at: number | undefined) => {
    since.push(at);
    throw new Error('the store is away');
  };
  await expect(rig.bulks.begin('b1', { isAgreed: false, record: failing })).rejects.toThrow('away');
  rig.clock.advance(MINUTE);
  const record = async (_: unknown, at: number | undefined) => void since.push(at);
  expect(await rig.bulks.begin('b1', { isAgreed: false, record })).toMatchObject({ status: 'begun' });
  expect(since[0]).toBeUndefined();
  expect(since[1]).toBeGreaterThanOrEqual(firstAt);
  expect(since[1]).toBeLessThan(firstAt + MINUTE);
});

describe('a row whose process died', () => {
  it('has its card looked for before it is posted again, also when the store has forgotten the claim', async () => {
    const rig = await startRig();
    const bulk = await begin(rig, [rowOf(2)]);
    // As a loss of power leaves it: the order is on the disk, its claim is not, and the card may be in Slack.
    await rig.orderCreation.createOrder(draftOf(bulk, rowOf(2)), { evenIfSame: true });
    expect(await sendAll(rig, bulk)).toEqual([]);
    expect(rig.slack.posted).toEqual([{ reference: 'ROW-2', mayAlreadyBePosted: true }]);
  });

  it.each(['before its request', 'while it waited to be requested again'])(
    'is not sent any more when it died %s and the bulk was stopped since',
    async (when) => {
      const rig = await startRig();
      const bulk = await begin(rig, [rowOf(2)]);
      await rig.orderCreation.createOrder(draftOf(bulk, rowOf(2)), { evenIfSame: true });
      if (when !== 'before its request') {
        const at = rig.clock.now();
        await rig.updates.updateOrder(referenceOf('ROW-2'), (newest) => ({
          ...newest,
          requestedAt: at,
          lastRequest: { at, isRefused: true },
        }));
      }
      await rig.bulks.stop(bulk.id, 'U2', async () => {});
      for (let minutes = 0; minutes < 5; minutes += 1) {
        rig.clock.advance(MINUTE);
        await rig.runChecks();
      }
      expect(rig.service.callsTo(PUSH)).toHaveLength(0);
      expect((await rig.kept('ROW-2')).state).toBe('not_sent');
    },
  );
});
