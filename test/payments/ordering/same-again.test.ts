// Which of several prompts for the same amount to the same number a person reads of.
import { expect, test } from 'vitest';
import { promptDraft, startRig } from './rig.ts';

test('of the same prompts before, the one that was asked last is asked about, which need not be the newest', async () => {
  const rig = await startRig();
  const [first, second] = [await rig.create(promptDraft('INV-1')), await rig.create(promptDraft('INV-2'))];
  rig.clock.advance(60_000);
  await rig.ordering.submitOrder(first.reference);
  const draft = promptDraft('INV-3');
  const refusalIf = (agreed: string) =>
    rig.orderCreation.refusalFor(draft, { evenIfSame: ({ reference }) => reference === agreed });
  expect(await refusalIf('none')).toMatchObject({ order: { reference: 'INV-1' } });
  expect(await refusalIf('INV-1')).toMatchObject({ order: second });
});
