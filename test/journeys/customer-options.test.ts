// What the options of the select "Customer" are: the last orders of twenty customers, the newest first.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asText } from '#sandbox/slack/json.ts';
import { openForm } from './agent.ts';
import { checkFile, confirm, pass } from './bulks.ts';
import { askBefore, fieldId, form, JANE, offers } from './customers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** The values of the options of a form that is open. */
function values(): string[] {
  const suggestions = form(rig).suggestions[fieldId(rig, 'customer')]?.['customer'];
  return (suggestions?.options ?? []).map(({ value }) => asText(value));
}

it('Customer: the value of an option is the reference of the last order', async () => {
  await askBefore(rig, JANE);
  rig.clock.advance(60_000);
  const reference = await askBefore(rig, { ...JANE, amount: '200' });
  await openForm(rig, 'prompt');
  await expect.poll(() => offers(rig)).toHaveLength(1);
  expect(values()).toEqual([reference]);
  await offers(rig, '5678');
  expect(values()).toEqual([reference]);
});

it('Customer: the last twenty are offered before anything is typed', async () => {
  const rows = Array.from({ length: 22 }, (_, at) => `07222000${10 + at},${100 + at},Tea,Asha ${at}`);
  await checkFile(rig, ['phone,amount,description,name', ...rows].join('\n'));
  await confirm(rig);
  await until(async () => {
    await pass(rig, 2);
    return rig.provider.prompts.length === 22;
  });
  await rig.idle();
  rig.agent.close();
  await openForm(rig, 'prompt');
  await expect.poll(async () => (await offers(rig)).length).toBe(20);
  const newestFirst = rig.provider.prompts.map(({ id }) => id).toReversed();
  expect(values()).toEqual(newestFirst.slice(0, 20));
});
