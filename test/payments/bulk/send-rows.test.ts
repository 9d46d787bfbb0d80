// A row of a running bulk becomes an order, unless what its tick did not agree to stands in the way.
import { describe, expect, it } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { rowsAskedAbout } from '#payments/bulk/check-rows.ts';
import { draftOf, isAgreed } from '#payments/bulk/send-rows.ts';
import type { BulkRow } from '#payments/bulk/stored-bulk.ts';
import { eastAfricaTime } from '#sandbox/provider/formats.ts';
import { paymentOf } from '#test/orders/any-event.ts';
import { CREATED, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import { timeUntil } from '#test/payments/ordering/time-until.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { begin, rowOf, sendAll } from './sending.ts';

const BRIAN = '254722000001' as Msisdn;
const MINUTE = 60_000;

describe('the tick of a bulk', () => {
  it('lets a row through whose prompt was there when its file was checked, and the ones before that', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('OLDER'));
    rig.clock.advance(MINUTE);
    await rig.create(promptDraft('NEWER'));
    const { questions } = await rig.bulks.checkRows([{ row: 2, draft: promptDraft('ROW-2') }]);
    const bulk = await begin(rig, [rowOf(2)], { agreed: { rows: rowsAskedAbout(questions) } });
    expect(await sendAll(rig, bulk)).toEqual([]);
  });

  it('lets a row through when of the prompts that were there an older one was asked last', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('OLDER'));
    rig.clock.advance(1_000);
    await rig.create(promptDraft('NEWER'));
    rig.clock.advance(1_000);
    await rig.ordering.submitOrder(reference);
    const { questions } = await rig.bulks.checkRows([{ row: 2, draft: promptDraft('ROW-2') }]);
    expect(questions).toMatchObject([{ order: { reference } }]);
    const bulk = await begin(rig, [rowOf(2)], { agreed: { rows: rowsAskedAbout(questions) } });
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
    const bulk = await begin(rig, [rowOf(2), rowOf(3, BRIAN)], {
      agreed: { rows, file: 'another bulk' },
    });
    expect(await sendAll(rig, bulk)).toEqual([
      [2, 'same_again'],
      [3, 'same_again'],
    ]);
  });

  it('lets rows of one number through, and those that the same file has sent before', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('FILE', { bulk: { id: 'b0', row: 2 } }));
    const bulk = await begin(rig, [rowOf(2), rowOf(3)], { agreed: { rows: [], file: 'b0' } });
    expect(await sendAll(rig, bulk)).toEqual([]);
    expect(await rig.orders.get(referenceOf('ROW-3'))).toBeDefined();
  });

  it('lets no row through whose customer has paid the prompt before since the file was checked', async () => {
    const rig = await startRig();
    const before = await rig.create(promptDraft('BEFORE'));
    const { questions } = await rig.bulks.checkRows([{ row: 2, draft: promptDraft('ROW-2') }]);
    const at = rig.clock.now();
    rig.clock.advance(MINUTE);
    const rows = rowsAskedAbout(questions);
    const bulk = await begin(rig, [rowOf(2)], { agreed: { rows, at } });
    const paid = (changedAt: number) => ({ ...before, payments: [paymentOf(before.amount)], changedAt });
    expect(isAgreed(bulk, 2, before)).toBe(true);
    expect(isAgreed(bulk, 2, paid(at))).toBe(true);
    expect(isAgreed(bulk, 2, paid(at + 1))).toBe(false);
    // One of before does not know when its file was checked.
    const { begunAt = 0 } = bulk;
    expect(isAgreed({ ...bulk, agreed: { rows } }, 2, paid(begunAt))).toBe(true);
    expect(isAgreed({ ...bulk, agreed: { rows } }, 2, paid(begunAt + 1))).toBe(false);
    const ofFile = { ...paid(at + 1), bulk: { id: 'b0', row: 2 } };
    expect(isAgreed({ ...bulk, agreed: { rows: [], file: 'b0', at } }, 2, ofFile)).toBe(false);
    expect(isAgreed(bulk, 2, { ...ofFile, bulk: { id: bulk.id, row: 3 } })).toBe(true);
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

it('a row of which a store lost that it was sent rings no phone again, whichever way its reference came', async () => {
  for (const typedReference of [false, true]) {
    const rig = await startRig();
    // As they would be after the loss: the bulk runs, its row has no order, and the service has the prompt.
    const record = { ...CREATED, status_code: 0, payment_status_description: 'Pending' };
    const created_date = eastAfricaTime(rig.clock.now());
    rig.service.on(paths.BY_REFERENCE, { json: { ...record, created_date } });
    const bulk = await begin(rig, [{ ...rowOf(2), typedReference }]);
    expect(await sendAll(rig, bulk)).toEqual([]);
    expect((await rig.kept('ROW-2')).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  }
});

describe('a row whose service has too much to do to say whether it has the row', () => {
  const unknown = { status_code: 0, error: { code: 'payment_details_not_found', message: 'Not found' } };
  const busy = { status: 429, json: {} };

  async function refusedOnce(own: Partial<BulkRow>) {
    const rig = await startRig();
    rig.clock.freeze();
    rig.service.on(paths.BY_REFERENCE, busy, { json: unknown });
    const bulk = await begin(rig, [{ ...rowOf(2), ...own }]);
    return { rig, bulk };
  }

  it.each([
    ['made by Teller', { typedReference: false }],
    ['of the file', { typedReference: true }],
  ])('waits and is sent once, with a reference %s', async (_, own) => {
    const { rig, bulk } = await refusedOnce(own);
    const sent = sendAll(rig, bulk);
    await expect.poll(() => rig.service.callsTo(paths.BY_REFERENCE).length).toBe(1);
    await timeUntil(rig, sent);
    expect((await rig.kept('ROW-2')).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  it('waits and is sent once when the process before died with it, by the bulk and by the queue', async () => {
    for (const typedReference of [false, true])
      for (const byQueue of [false, true]) {
        const { rig, bulk } = await refusedOnce({ typedReference });
        await rig.create(draftOf(bulk, { ...rowOf(2), typedReference }));
        rig.clock.advance(9_000);
        await timeUntil<unknown>(rig, byQueue ? rig.runChecks() : sendAll(rig, bulk));
        expect((await rig.kept('ROW-2')).state).toBe('pending');
        expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
      }
  });

  it('is not sent when somebody stops the bulk while it waits', async () => {
    const { rig, bulk } = await refusedOnce({ typedReference: true });
    rig.service.on(paths.BY_REFERENCE, busy);
    const sent = sendAll(rig, bulk);
    await expect.poll(() => rig.service.callsTo(paths.BY_REFERENCE).length).toBe(1);
    await rig.bulks.stop('b1', 'U2', async () => {});
    await timeUntil(rig, sent);
    expect(await rig.kept('ROW-2')).toMatchObject({ state: 'not_sent', failure: { reason: 'bulk_over' } });
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(1);
  });

  it('is given up after two minutes, like one whose request is refused for so long', async () => {
    const { rig, bulk } = await refusedOnce({ typedReference: true });
    rig.service.on(paths.BY_REFERENCE, busy);
    await timeUntil(rig, sendAll(rig, bulk), 20);
    expect(await rig.kept('ROW-2')).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'rate_limited' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });
});
