// For tests: a bulk of prompts begins and its rows get their turns.
import type { Msisdn } from '#lib/msisdn.ts';
import type { Checked } from '#payments/bulk/bulks.ts';
import type { Bulk, BulkRow } from '#payments/bulk/stored-bulk.ts';
import type { OrderingRig } from '#test/payments/ordering/rig.ts';
import { referenceOf } from '#test/store/sample-order.ts';

export const JANE = '254712345678' as Msisdn;

export function rowOf(row: number, msisdn = JANE): BulkRow {
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

/** A row of a bulk of links. */
export function linkRow(row: number): BulkRow {
  const { prompt: _, ...fields } = rowOf(row);
  return fields;
}

/** Begun with its box ticked. */
export async function begin(
  rig: OrderingRig,
  rows: readonly BulkRow[],
  own: Partial<Checked> = {},
): Promise<Bulk> {
  const checked = { id: 'b1', kind: 'prompt', by: 'U1', channel: 'C1', fileDigest: 'digest' } as const;
  await rig.bulks.keep({ ...checked, isAsked: true, ...own }, rows);
  const begun = await rig.bulks.begin(checked.id, { isAgreed: true, record: async () => {} });
  if (begun.status !== 'begun') throw new Error(`not begun, but ${begun.status}`);
  return begun.bulk;
}

/** Gives every row its turn. Resolves with the rows that got no order. */
export async function sendAll(rig: OrderingRig, bulk: Bulk) {
  let { bulk: after, sent } = await rig.bulks.sendNext(bulk);
  while (sent.status !== 'none') ({ bulk: after, sent } = await rig.bulks.sendNext(after));
  return after.refused.map(({ row, why }) => [row, why]);
}
