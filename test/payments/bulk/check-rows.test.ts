// The rows of a file are checked against each other and against the orders that there are, with what refuses a form's order.
import { describe, expect, it } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import type { DraftRow } from '#payments/bulk/check-rows.ts';
import { linkDraft, promptDraft, startRig } from '#test/payments/ordering/rig.ts';

const OTHER = '254722000001' as Msisdn;

function row(number: number, draft = promptDraft(`INV-${number}`)): DraftRow {
  return { row: number, draft };
}

const toOther = (number: number) =>
  row(number, promptDraft(`INV-${number}`, { prompt: { msisdn: OTHER, method: 'MpesaKE' } }));

describe('the check of rows', () => {
  it('finds nothing wrong with rows that could each be a form’s order', async () => {
    const { bulks } = await startRig();
    expect(await bulks.checkRows([row(2), toOther(3)])).toEqual({ wrong: [], questions: [] });
  });

  it('names an amount that needs approval, a used reference and one that stands in the file twice in any spelling', async () => {
    const rig = await startRig(undefined, { approvalAbove: [{ amount: '1500', currency: 'KES' }] });
    await rig.create(linkDraft('INV-9'));
    const large = promptDraft('INV-2', { amount: { amount: '1501', currency: 'KES' } });
    const { wrong } = await rig.bulks.checkRows([
      row(2, large),
      row(3, linkDraft('INV-9', { formId: 'another form' })),
      row(4, linkDraft('A-1')),
      row(5, linkDraft('a1')),
    ]);
    expect(wrong).toEqual([
      { row: 2, status: 'needs_approval' },
      { row: 3, status: 'reference_taken' },
      { row: 5, status: 'reference_twice', first: 4 },
    ]);
  });

  it('asks about a number in several rows, and refuses a fourth prompt to it', async () => {
    const { bulks } = await startRig();
    const { wrong, questions } = await bulks.checkRows([row(2), row(3), toOther(4), row(5), row(6)]);
    expect(questions).toEqual([{ about: 'number_twice', rows: [2, 3, 5, 6] }]);
    expect(wrong).toEqual([{ row: 6, status: 'prompted_too_often' }]);
  });

  it('asks about a prompt like one of the last ten minutes, and refuses a number that has had three', async () => {
    const rig = await startRig();
    const before = await rig.create(promptDraft('INV-9'));
    const { questions, wrong } = await rig.bulks.checkRows([row(2)]);
    expect(questions).toMatchObject([
      { about: 'same_again', row: 2, order: { reference: before.reference } },
    ]);
    expect(wrong).toEqual([]);
    for (const name of ['INV-9', 'INV-8', 'INV-7']) {
      if (name !== 'INV-9') await rig.create(promptDraft(name));
      await rig.ordering.submitOrder(promptDraft(name).reference);
    }
    expect((await rig.bulks.checkRows([row(2)])).wrong).toMatchObject([
      { row: 2, status: 'too_many_prompts' },
    ]);
  });
});
